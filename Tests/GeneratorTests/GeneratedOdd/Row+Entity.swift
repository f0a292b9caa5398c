// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

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
