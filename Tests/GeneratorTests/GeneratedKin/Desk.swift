// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A desk, as a value: changes are kept once `desks.save(…)` has stored them.
struct Desk: Record {
    /// What tells one desk from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    var id: Int64
    /// The owner's identity; `manager.owner(of: desk)` gives the record.
    var owner: Partner.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What desks are made of.
extension Desk: DescribedRecord {
    static let entity = EntityDescription(
        name: "Desk",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64, isOptional: false)
        ],
        relationships: [
            RelationshipDescription("owner", to: "Partner", storage: .column, isOneToOne: true)
        ]
    )

    static func blank() -> Desk {
        Desk(id: 0)
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.int64(0), 0),
            owner: values.string(1).map(Partner.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(owner?.value),
        ])
    }
}
