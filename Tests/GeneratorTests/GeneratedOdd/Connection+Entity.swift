// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What connections are made of.
extension Connection: DescribedRecord {
    static let entity = EntityDescription(
        name: "Connection",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> Connection {
        Connection()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(Connection.Identity.init),
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
