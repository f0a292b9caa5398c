// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Notes in the store.
struct StoredNoteDAO: NoteDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Note] {
        try await store.read { connection in
            try connection.rows(NoteMapping.list) { try NoteMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Note.Identity) async throws -> Note? {
        try await store.read { connection in
            try connection.firstRow(NoteMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try NoteMapping.record(from: $0)
            }
        }
    }

    func save(_ note: Note) async throws -> Note {
        try await store.write { connection in
            try Self.save(note, connection)
        }
    }

    func save(_ notes: [Note]) async throws -> [Note] {
        try await store.write { connection in
            try notes.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Note.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(NoteMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(NoteMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(NoteMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(NoteMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ note: Note,
        _ connection: StoreConnection
    ) throws -> Note {
        var saved = note
        try connection.execute(NoteMapping.save) {
            try NoteMapping.bind(saved, to: $0)
        }
        if saved.identity == nil { saved.identity = Note.Identity(connection.lastInsertedNumber) }
        return saved
    }
}

/// How notes stand in the table `Note`.
nonisolated enum NoteMapping {
    static func record(from row: StoreRow) throws -> Note {
        try Note(
            identity: row.int64(0).map(Note.Identity.init),
            id: row.required(row.int64(1), 1),
            noteID: row.string(2),
            text: row.string(3)
        )
    }

    static func bind(_ note: Note, to bindings: StoreBindings) throws {
        try bindings.bind(note.identity?.value, at: 1)
        try bindings.bind(note.id, at: 2)
        try bindings.bind(note.noteID, at: 3)
        try bindings.bind(note.text, at: 4)
    }

    static let list = """
        SELECT "_id", "id", "noteID", "text"
        FROM "Note"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "id", "noteID", "text"
        FROM "Note"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Note" (
            "_id", "id", "noteID", "text"
        ) VALUES (
            ?1, ?2, ?3, ?4
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "id" = excluded."id",
            "noteID" = excluded."noteID",
            "text" = excluded."text"
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
