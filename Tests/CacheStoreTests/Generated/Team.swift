// Made by cdgen from Club.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A team, as a value: changes are kept once `teams.save(…)` has stored them.
struct Team: Record {
    /// What tells one team from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    var id: Int64?
    var name: String

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        id.map(Identity.init)
    }
}

/// What teams are made of.
extension Team: DescribedRecord {
    static let entity = EntityDescription(
        name: "Team",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64),
            AttributeDescription("name", .string, isOptional: false),
        ],
        relationships: [
            RelationshipDescription(
                "lockers",
                to: "Locker",
                isToMany: true,
                storage: .inverse("team")
            ),
            RelationshipDescription(
                "members",
                to: "Person",
                isToMany: true,
                storage: .inverse("team")
            ),
        ]
    )

    static func blank() -> Team {
        Team(name: "")
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.int64(0),
            name: values.required(values.string(1), 1)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(name),
        ])
    }
}
