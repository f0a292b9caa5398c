// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A tag, as a value: changes are kept once `tags.save(…)` has stored them.
struct Tag: Record {
    /// What tells one tag from another: the value of `name`.
    struct Identity: RecordIdentity {
        let value: String

        init(_ value: String) {
            self.value = value
        }
    }

    var name: String

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(name)
    }
}

/// What tags are made of.
extension Tag: DescribedRecord {
    static let entity = EntityDescription(
        name: "Tag",
        identity: "name",
        attributes: [
            AttributeDescription("name", .string, isOptional: false)
        ],
        relationships: [
            RelationshipDescription(
                "albums",
                to: "Album",
                isToMany: true,
                whenDeleted: .deny,
                storage: .none,
                join: PairTable("Album.tags", own: "target", other: "source", isOrdered: true)
            ),
            RelationshipDescription(
                "akin",
                to: "Tag",
                isToMany: true,
                storage: .none,
                join: PairTable("Tag.akin", own: "source", other: "target", isSymmetric: true)
            ),
            RelationshipDescription(
                "places",
                to: "Place",
                isToMany: true,
                whenDeleted: .cascade,
                storage: .none,
                join: PairTable("Tag.places", own: "source", other: "target")
            ),
        ]
    )

    static func blank() -> Tag {
        Tag(name: "")
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            name: values.required(values.string(0), 0)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(name)
        ])
    }
}
