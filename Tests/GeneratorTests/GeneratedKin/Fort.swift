// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A fort, as a value: changes are kept once `forts.save(…)` has stored them.
struct Fort: Record {
    /// What tells one record from another, of all that share a table.
    typealias Identity = Spot.Identity

    var id: String
    /// Computed by the store when the record is saved, from `posts.@count`: fetch it again.
    var size: Int64?
    var guns: Int64?
    /// The base's identity; `manager.base(of: fort)` gives the record.
    var base: Camp.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What forts are made of.
extension Fort: DescribedRecord {
    static let entity = EntityDescription(
        name: "Fort",
        identity: "id",
        attributes: [
            AttributeDescription("id", .string, isOptional: false),
            AttributeDescription(
                "size",
                .integer64,
                derivation: "posts.@count",
                computation: """
                    (SELECT count(*) FROM "Spot" AS "Fort.posts" WHERE "Fort.posts"."base" = computed."id")
                    """
            ),
            AttributeDescription("guns", .integer64),
        ],
        relationships: [
            RelationshipDescription("base", to: "Camp", storage: .column),
            RelationshipDescription(
                "posts",
                to: "Camp",
                isToMany: true,
                storage: .inverse("base")
            ),
        ],
        hierarchy: EntityHierarchy(root: "Spot", kinds: ["Fort"])
    )

    static func blank() -> Fort {
        Fort(id: "")
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.string(0), 0),
            size: values.int64(1),
            guns: values.int64(2),
            base: values.string(3).map(Camp.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(size),
            StoredValue(guns),
            StoredValue(base?.value),
        ])
    }
}
