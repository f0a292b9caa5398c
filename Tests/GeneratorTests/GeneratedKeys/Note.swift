// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

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
    var id: Int64 = 0
    var noteID: String?
    var text: String?
}

/// What notes are made of.
extension Note: DescribedRecord {
    static let entity = EntityDescription(
        name: "Note",
        identity: "_id",
        attributes: [
            AttributeDescription(
                "id",
                .integer64,
                isOptional: false,
                initial: StoredValue(0 as Int64)
            ),
            AttributeDescription("noteID", .string),
            AttributeDescription("text", .string),
        ],
        relationships: []
    )

    static func blank() -> Note {
        Note()
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            identity: values.int64(0).map(Note.Identity.init),
            id: values.required(values.int64(1), 1),
            noteID: values.string(2),
            text: values.string(3)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
            StoredValue(id),
            StoredValue(noteID),
            StoredValue(text),
        ])
    }
}
