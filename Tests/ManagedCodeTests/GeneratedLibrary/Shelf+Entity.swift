// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What shelves are made of.
extension Shelf: DescribedRecord {
    static let entity = EntityDescription(
        name: "Shelf",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64),
            AttributeDescription("room", .string, initial: StoredValue("hall \"A\"")),
        ],
        relationships: [
            RelationshipDescription(
                "books",
                to: "Book",
                isToMany: true,
                storage: .inverse("shelf")
            )
        ]
    )

    static func blank() -> Shelf {
        Shelf()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            id: values.int64(0),
            room: values.string(1)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(room),
        ])
    }
}
