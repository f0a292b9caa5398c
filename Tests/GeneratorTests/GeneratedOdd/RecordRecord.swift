// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A record, as a value: changes are kept once `records.save(…)` has stored them.
struct RecordRecord: Record {
    /// What tells one record from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the record has been saved.
    var identity: Identity?
    var name: String?
}

/// What records are made of.
extension RecordRecord: DescribedRecord {
    static let entity = EntityDescription(
        name: "Record",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> RecordRecord {
        RecordRecord()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(RecordRecord.Identity.init),
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
