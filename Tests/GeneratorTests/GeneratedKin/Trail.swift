// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A trail, as a value: changes are kept once `trails.save(…)` has stored them.
struct Trail: Record {
    /// What tells one trail from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: String

        init(_ value: String) {
            self.value = value
        }
    }

    var id: String
    /// The start's identity; `manager.start(of: trail)` gives the record.
    var start: Camp.Identity
    /// The goal's identity; `manager.goal(of: trail)` gives the record.
    var goal: Spot.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What trails are made of.
extension Trail: DescribedRecord {
    static let entity = EntityDescription(
        name: "Trail",
        identity: "id",
        attributes: [
            AttributeDescription("id", .string, isOptional: false)
        ],
        relationships: [
            RelationshipDescription("start", to: "Camp", isOptional: false, storage: .column),
            RelationshipDescription("goal", to: "Spot", storage: .column),
            RelationshipDescription(
                "camps",
                to: "Camp",
                isToMany: true,
                storage: .none,
                join: PairTable("Trail.camps", own: "source", other: "target")
            ),
        ]
    )

    static func blank() -> Trail {
        Trail(id: "", start: Camp.Identity(""))
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.string(0), 0),
            start: Camp.Identity(values.required(values.string(1), 1)),
            goal: values.string(2).map(Spot.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(start.value),
            StoredValue(goal?.value),
        ])
    }
}
