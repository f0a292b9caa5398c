// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A site, as a value: changes are kept once `sites.save(…)` has stored them.
struct Site: Record {
    /// What tells one site from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: Int32

        init(_ value: Int32) {
            self.value = value
        }
    }

    var id: Int32
    var name: String
    var town: String?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What sites are made of.
extension Site: DescribedRecord {
    static let entity = EntityDescription(
        name: "Site",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer32, isOptional: false),
            AttributeDescription("name", .string, isOptional: false),
            AttributeDescription("town", .string),
        ],
        relationships: [
            RelationshipDescription(
                "members",
                to: "Member",
                isToMany: true,
                storage: .inverse("site")
            )
        ],
        uniqueness: [["name", "town"]]
    )

    static func blank() -> Site {
        Site(id: 0, name: "")
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.int32(0), 0),
            name: values.required(values.string(1), 1),
            town: values.string(2)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(name),
            StoredValue(town),
        ])
    }
}
