// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A shelf, as a value: changes are kept once `shelves.save(…)` has stored them.
struct Shelf: Record {
    /// What tells one shelf from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    var id: Int64?
    var room: String? = "hall \"A\""

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        id.map(Identity.init)
    }
}

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
