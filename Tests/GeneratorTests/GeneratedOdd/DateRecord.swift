// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A date, as a value: changes are kept once `dates.save(…)` has stored them.
struct DateRecord: Record {
    /// What tells one date from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the date has been saved.
    var identity: Identity?
    var name: String?
}

/// What dates are made of.
extension DateRecord: DescribedRecord {
    static let entity = EntityDescription(
        name: "Date",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> DateRecord {
        DateRecord()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(DateRecord.Identity.init),
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
