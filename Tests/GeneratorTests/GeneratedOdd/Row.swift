// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A rowRecord, as a value: changes are kept once `rows.save(…)` has stored them.
struct Row: Record {
    /// What tells one rowRecord from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the rowRecord has been saved.
    var identity: Identity?
    var name: String?
}

/// What rows are made of.
extension Row: DescribedRecord {
    static let entity = EntityDescription(
        name: "Row",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> Row {
        Row()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(Row.Identity.init),
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
