// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A badge, as a value: changes are kept once `badges.save(…)` has stored them.
struct Badge: Record {
    /// What tells one badge from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    var id: Int64
    /// The holder's identity; `manager.holder(of: badge)` gives the record.
    var holder: Partner.Identity

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What badges are made of.
extension Badge: DescribedRecord {
    static let entity = EntityDescription(
        name: "Badge",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64, isOptional: false)
        ],
        relationships: [
            RelationshipDescription(
                "holder",
                to: "Partner",
                isOptional: false,
                whenDestinationIsDeleted: .cascade,
                storage: .column,
                isOneToOne: true
            )
        ]
    )

    static func blank() -> Badge {
        Badge(id: 0, holder: Partner.Identity(""))
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.int64(0), 0),
            holder: Partner.Identity(values.required(values.string(1), 1))
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(holder.value),
        ])
    }
}
