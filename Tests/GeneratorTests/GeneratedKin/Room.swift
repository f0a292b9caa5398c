// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A room, as a value: changes are kept once `rooms.save(…)` has stored them.
struct Room: Record {
    /// What tells one room from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: String

        init(_ value: String) {
            self.value = value
        }
    }

    var id: String
    /// The firm's identity; `manager.firm(of: room)` gives the record.
    var firm: Firm.Identity?
    /// The section's identity; `manager.section(of: room)` gives the record.
    var section: Section.Identity

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        Identity(id)
    }
}

/// What rooms are made of.
extension Room: DescribedRecord {
    static let entity = EntityDescription(
        name: "Room",
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
                "section",
                to: "Section",
                isOptional: false,
                storage: .column
            ),
        ]
    )

    static func blank() -> Room {
        Room(id: "", section: Section.Identity(""))
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            id: values.required(values.string(0), 0),
            firm: values.string(1).map(Firm.Identity.init),
            section: Section.Identity(values.required(values.string(2), 2))
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(firm?.value),
            StoredValue(section.value),
        ])
    }
}
