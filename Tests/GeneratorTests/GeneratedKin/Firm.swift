// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A firm, as a value: changes are kept once `firms.save(…)` has stored them.
struct Firm: Record {
    /// What tells one firm from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: String

        init(_ value: String) {
            self.value = value
        }
    }

    var id: String

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What firms are made of.
extension Firm: DescribedRecord {
    static let entity = EntityDescription(
        name: "Firm",
        identity: "id",
        attributes: [
            AttributeDescription("id", .string, isOptional: false)
        ],
        relationships: [
            RelationshipDescription(
                "keys",
                to: "Key",
                isToMany: true,
                storage: .inverse("firm")
            ),
            RelationshipDescription(
                "rooms",
                to: "Room",
                isToMany: true,
                storage: .inverse("firm")
            ),
            RelationshipDescription(
                "sections",
                to: "Section",
                isToMany: true,
                storage: .inverse("firm")
            ),
            RelationshipDescription(
                "workers",
                to: "Worker",
                isToMany: true,
                storage: .inverse("firm")
            ),
        ]
    )

    static func blank() -> Firm {
        Firm(id: "")
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.string(0), 0)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id)
        ])
    }
}
