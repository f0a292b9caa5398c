// Made by cdgen from Club.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How notes stand in the table `Note`.
enum NoteMapping {
    static func record(from row: StoreRow) throws -> Note {
        try Note(
            identity: row.int64(0).map(Note.Identity.init),
            text: row.required(row.string(1), 1),
            person: Person.Identity(row.required(row.string(2), 2))
        )
    }

    static func bind(_ note: Note, to bindings: StoreBindings) throws {
        try bindings.bind(note.identity?.value, at: 1)
        try bindings.bind(note.text, at: 2)
        try bindings.bind(note.person.value, at: 3)
    }

    static let list = """
        SELECT "_id", "text", "person"
        FROM "Note"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "text", "person"
        FROM "Note"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Note" (
            "_id", "text", "person"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "text" = excluded."text",
            "person" = excluded."person"
        """

    static let delete = """
        DELETE FROM "Note" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Note"
        """

    static let count = """
        SELECT count(*) FROM "Note"
        """
}

extension Note: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try NoteMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try NoteMapping.bind(self, to: bindings)
    }
}
