// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A camp, as a value: changes are kept once `camps.save(…)` has stored them.
struct Camp: Record {
    /// What tells one record from another, of all that share a table.
    typealias Identity = Spot.Identity

    var id: String
    /// Computed by the store when the record is saved, from `posts.@count`: fetch it again.
    var size: Int64?
    /// The base's identity; `manager.base(of: camp)` gives the record.
    var base: Camp.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What camps are made of.
extension Camp: DescribedRecord {
    static let entity = EntityDescription(
        name: "Camp",
        identity: "id",
        attributes: [
            AttributeDescription("id", .string, isOptional: false),
            AttributeDescription(
                "size",
                .integer64,
                derivation: "posts.@count",
                computation: """
                    (SELECT count(*) FROM "Spot" AS "Camp.posts" WHERE "Camp.posts"."base" = computed."id")
                    """
            ),
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
        hierarchy: EntityHierarchy(root: "Spot", kinds: ["Camp", "Fort"])
    )

    static func blank() -> Camp {
        Camp(id: "")
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.string(0), 0),
            size: values.int64(1),
            base: values.string(2).map(Camp.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(size),
            StoredValue(base?.value),
        ])
    }
}
