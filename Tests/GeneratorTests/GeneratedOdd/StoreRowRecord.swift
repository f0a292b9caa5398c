// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A storeRow, as a value: changes are kept once `storeRows.save(…)` has stored them.
struct StoreRowRecord: Record {
    /// What tells one storeRow from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the storeRow has been saved.
    var identity: Identity?
    var name: String?
}

/// What storeRows are made of.
extension StoreRowRecord: DescribedRecord {
    static let entity = EntityDescription(
        name: "StoreRow",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> StoreRowRecord {
        StoreRowRecord()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(StoreRowRecord.Identity.init),
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
