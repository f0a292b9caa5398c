// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A model, as a value: changes are kept once `models.save(…)` has stored them.
struct ModelRecord: Record {
    /// What tells one model from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the model has been saved.
    var identity: Identity?
    var name: String?
}

/// What models are made of.
extension ModelRecord: DescribedRecord {
    static let entity = EntityDescription(
        name: "Model",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> ModelRecord {
        ModelRecord()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(ModelRecord.Identity.init),
            name: values.string(1)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
            StoredValue(name),
        ])
    }
}
