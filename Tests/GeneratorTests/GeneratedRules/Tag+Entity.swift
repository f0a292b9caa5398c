// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

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
