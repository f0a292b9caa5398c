// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A set, as a value: changes are kept once `sets.save(…)` has stored them.
struct SetRecord: Record {
    /// What tells one set from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the set has been saved.
    var identity: Identity?
    var name: String?
}

/// What sets are made of.
extension SetRecord: DescribedRecord {
    static let entity = EntityDescription(
        name: "Set",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> SetRecord {
        SetRecord()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(SetRecord.Identity.init),
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
