// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A value, as a value: changes are kept once `values.save(…)` has stored them.
struct ValueRecord: Record {
    /// What tells one value from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the value has been saved.
    var identity: Identity?
    var name: String?
}

/// What values are made of.
extension ValueRecord: DescribedRecord {
    static let entity = EntityDescription(
        name: "Value",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> ValueRecord {
        ValueRecord()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(ValueRecord.Identity.init),
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
