// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What identitiesRecordRecords are made of.
extension Identities: DescribedRecord {
    static let entity = EntityDescription(
        name: "Identities",
        identity: "_id",
        attributes: [
            AttributeDescription("name", .string)
        ],
        relationships: []
    )

    static func blank() -> Identities {
        Identities()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(Identities.Identity.init),
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
