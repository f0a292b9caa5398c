// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A rung, as a value: changes are kept once `rungs.save(…)` has stored them.
struct Rung: Record {
    /// What tells one rung from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    var id: Int64
    /// The below's identity; `manager.below(of: rung)` gives the record.
    var below: Rung.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What rungs are made of.
extension Rung: DescribedRecord {
    static let entity = EntityDescription(
        name: "Rung",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64, isOptional: false)
        ],
        relationships: [
            RelationshipDescription(
                "above",
                to: "Rung",
                isToMany: true,
                storage: .inverse("below")
            ),
            RelationshipDescription(
                "below",
                to: "Rung",
                whenDestinationIsDeleted: .deny,
                whenDeleted: .deny,
                storage: .column
            ),
        ]
    )

    static func blank() -> Rung {
        Rung(id: 0)
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.int64(0), 0),
            below: values.int64(1).map(Rung.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(below?.value),
        ])
    }
}
