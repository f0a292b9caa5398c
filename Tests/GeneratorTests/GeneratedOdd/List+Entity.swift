// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What lists are made of.
extension List: DescribedRecord {
    static let entity = EntityDescription(
        name: "List",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> List {
        List()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(List.Identity.init),
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
