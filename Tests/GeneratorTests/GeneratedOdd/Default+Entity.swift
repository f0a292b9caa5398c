// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What defaults are made of.
extension Default: DescribedRecord {
    static let entity = EntityDescription(
        name: "default",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> Default {
        Default()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(Default.Identity.init),
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
