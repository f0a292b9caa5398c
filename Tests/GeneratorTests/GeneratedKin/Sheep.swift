// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A sheep, as a value: changes are kept once `sheeps.save(…)` has stored them.
struct Sheep: Record {
    /// What tells one sheep from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    var id: Int64

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What sheeps are made of.
extension Sheep: DescribedRecord {
    static let entity = EntityDescription(
        name: "Sheep",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64, isOptional: false)
        ],
        relationships: [
            RelationshipDescription(
                "flock",
                to: "Sheep",
                isToMany: true,
                whenDeleted: .cascade,
                storage: .none,
                join: PairTable("Sheep.flock", own: "source", other: "target", isSymmetric: true)
            ),
            RelationshipDescription(
                "follows",
                to: "Sheep",
                isToMany: true,
                whenDeleted: .cascade,
                storage: .none,
                join: PairTable("Sheep.followers", own: "target", other: "source", isOrdered: true)
            ),
            RelationshipDescription(
                "followers",
                to: "Sheep",
                isToMany: true,
                storage: .none,
                join: PairTable("Sheep.followers", own: "source", other: "target")
            ),
            RelationshipDescription(
                "leads",
                to: "Sheep",
                isToMany: true,
                whenDeleted: .cascade,
                storage: .none,
                join: PairTable("Sheep.leads", own: "source", other: "target")
            ),
        ]
    )

    static func blank() -> Sheep {
        Sheep(id: 0)
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.int64(0), 0)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id)
        ])
    }
}
