// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A section, as a value: changes are kept once `sections.save(…)` has stored them.
struct Section: Record {
    /// What tells one section from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: String

        init(_ value: String) {
            self.value = value
        }
    }

    var id: String
    /// The firm's identity; `manager.firm(of: section)` gives the record.
    var firm: Firm.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What sections are made of.
extension Section: DescribedRecord {
    static let entity = EntityDescription(
        name: "Section",
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
                "rooms",
                to: "Room",
                isToMany: true,
                storage: .inverse("section")
            ),
            RelationshipDescription(
                "workers",
                to: "Worker",
                isToMany: true,
                storage: .inverse("section")
            ),
        ]
    )

    static func blank() -> Section {
        Section(id: "")
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.string(0), 0),
            firm: values.string(1).map(Firm.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(firm?.value),
        ])
    }
}
