// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What news are made of.
extension News: DescribedRecord {
    static let entity = EntityDescription(
        name: "News",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> News {
        News()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(News.Identity.init),
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
