// Made by cdgen from Club.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

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
