// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A partner, as a value: changes are kept once `partners.save(…)` has stored them.
struct Partner: Record {
    /// What tells one partner from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: String

        init(_ value: String) {
            self.value = value
        }
    }

    var id: String
    /// The spouse's identity; `manager.spouse(of: partner)` gives the record.
    var spouse: Partner.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What partners are made of.
extension Partner: DescribedRecord {
    static let entity = EntityDescription(
        name: "Partner",
        identity: "id",
        attributes: [
            AttributeDescription("id", .string, isOptional: false)
        ],
        relationships: [
            RelationshipDescription("desk", to: "Desk", storage: .inverse("owner")),
            RelationshipDescription("badge", to: "Badge", storage: .inverse("holder")),
            RelationshipDescription(
                "spouse",
                to: "Partner",
                storage: .column,
                isOneToOne: true,
                isSymmetric: true
            ),
        ]
    )

    static func blank() -> Partner {
        Partner(id: "")
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.string(0), 0),
            spouse: values.string(1).map(Partner.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(spouse?.value),
        ])
    }
}
