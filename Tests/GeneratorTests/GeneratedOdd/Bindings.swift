// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A bindingsRecord, as a value: changes are kept once `bindings.save(…)` has stored them.
struct Bindings: Record {
    /// What tells one bindingsRecord from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the bindingsRecord has been saved.
    var identity: Identity?
    var name: String?
}

/// What bindings are made of.
extension Bindings: DescribedRecord {
    static let entity = EntityDescription(
        name: "Bindings",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> Bindings {
        Bindings()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(Bindings.Identity.init),
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
