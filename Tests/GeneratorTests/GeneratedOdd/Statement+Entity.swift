// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What statements are made of.
extension Statement: DescribedRecord {
    static let entity = EntityDescription(
        name: "Statement",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> Statement {
        Statement()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(Statement.Identity.init),
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
