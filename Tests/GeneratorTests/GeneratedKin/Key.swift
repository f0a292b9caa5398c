// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A key, as a value: changes are kept once `keys.save(…)` has stored them.
struct Key: Record {
    /// What tells one key from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: String

        init(_ value: String) {
            self.value = value
        }
    }

    var id: String
    /// The firm's identity; `manager.firm(of: key)` gives the record.
    var firm: Firm.Identity?
    /// The section's identity; `manager.section(of: key)` gives the record.
    var section: Section.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What keys are made of.
extension Key: DescribedRecord {
    static let entity = EntityDescription(
        name: "Key",
        identity: "id",
        attributes: [
            AttributeDescription("id", .string, isOptional: false)
        ],
        relationships: [
            RelationshipDescription(
                "firm",
                to: "Firm",
                whenDestinationIsDeleted: .cascade,
                storage: .column
            ),
            RelationshipDescription(
                "holders",
                to: "Worker",
                isToMany: true,
                whenDeleted: .deny,
                storage: .none,
                join: PairTable("Key.holders", own: "source", other: "target")
            ),
            RelationshipDescription(
                "section",
                to: "Section",
                whenDeleted: .deny,
                storage: .column
            ),
        ]
    )

    static func blank() -> Key {
        Key(id: "")
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.string(0), 0),
            firm: values.string(1).map(Firm.Identity.init),
            section: values.string(2).map(Section.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(firm?.value),
            StoredValue(section?.value),
        ])
    }
}
