// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A pond, as a value: changes are kept once `ponds.save(…)` has stored them.
struct Pond: Record {
    /// What tells one record from another, of all that share a table.
    typealias Identity = Spot.Identity

    var id: String
    var depth: Double?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What ponds are made of.
extension Pond: DescribedRecord {
    static let entity = EntityDescription(
        name: "Pond",
        identity: "id",
        attributes: [
            AttributeDescription("id", .string, isOptional: false),
            AttributeDescription("depth", .double),
        ],
        relationships: [],
        hierarchy: EntityHierarchy(root: "Spot", kinds: ["Pond"])
    )

    static func blank() -> Pond {
        Pond(id: "")
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.string(0), 0),
            depth: values.double(1)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(depth),
        ])
    }
}
