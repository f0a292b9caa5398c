// Made by cdgen from Club.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A note, as a value: changes are kept once `notes.save(…)` has stored them.
struct Note: Record {
    /// What tells one note from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the note has been saved.
    var identity: Identity?
    var text: String = ""
    /// The person's identity; `manager.person(of: note)` gives the record.
    var person: Person.Identity
}

/// What notes are made of.
extension Note: DescribedRecord {
    static let entity = EntityDescription(
        name: "Note",
        identity: "_id",
        attributes: [
            AttributeDescription("text", .string, isOptional: false, initial: StoredValue(""))
        ],
        relationships: [
            RelationshipDescription(
                "person",
                to: "Person",
                isOptional: false,
                whenDestinationIsDeleted: .cascade,
                storage: .column
            )
        ]
    )

    static func blank() -> Note {
        Note(person: Person.Identity(""))
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            identity: values.int64(0).map(Note.Identity.init),
            text: values.required(values.string(1), 1),
            person: Person.Identity(values.required(values.string(2), 2))
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
            StoredValue(text),
            StoredValue(person.value),
        ])
    }
}
