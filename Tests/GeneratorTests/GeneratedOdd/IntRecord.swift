// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// An int, as a value: changes are kept once `ints.save(…)` has stored them.
struct IntRecord: Record {
    /// What tells one int from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the int has been saved.
    var identity: Identity?
    var name: String?
}

/// What ints are made of.
extension IntRecord: DescribedRecord {
    static let entity = EntityDescription(
        name: "Int",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> IntRecord {
        IntRecord()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(IntRecord.Identity.init),
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
