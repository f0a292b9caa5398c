// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore
import Foundation

/// Authors in the store.
struct StoredAuthorDAO: AuthorDAO, StoredDataAccessObject {
    let store: CacheStore

    nonisolated(nonsending) func list() async throws -> [Author] {
        try await store.read { connection in
            try connection.rows(AuthorMapping.list) { try AuthorMapping.record(from: $0) }
        }
    }

    nonisolated(nonsending) func retrieve(_ identity: Author.Identity) async throws -> Author? {
        try await store.read { connection in
            try connection.firstRow(AuthorMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try AuthorMapping.record(from: $0)
            }
        }
    }

    nonisolated(nonsending) func save(_ author: Author) async throws -> Author {
        try await store.writeBriefly { connection in
            try Self.save(author, connection)
        }
    }

    nonisolated(nonsending) func save(_ authors: [Author]) async throws -> [Author] {
        try await store.write { connection in
            var saved = authors
            for index in saved.indices where saved[index].id == nil {
                saved[index].id = UUID().uuidString
            }
            try connection.execute(AuthorMapping.save, forEach: saved) {
                try AuthorMapping.bind($0, to: $1)
            }
            return saved
        }
    }

    nonisolated(nonsending) func delete(_ identity: Author.Identity) async throws -> Bool {
        try await store.writeBriefly { connection in
            let count = try connection.execute(AuthorMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    nonisolated(nonsending) func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(AuthorMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(AuthorMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    nonisolated(nonsending) func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(AuthorMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ author: Author,
        _ connection: StoreConnection
    ) throws -> Author {
        var saved = author
        if saved.id == nil { saved.id = UUID().uuidString }
        try connection.execute(AuthorMapping.save) {
            try AuthorMapping.bind(saved, to: $0)
        }
        return saved
    }
}

/// How authors stand in the table `Author`.
nonisolated enum AuthorMapping {
    static func record(from row: StoreRow) throws -> Author {
        try Author(
            born: row.date(0),
            id: row.string(1),
            name: row.required(row.string(2), 2)
        )
    }

    static func bind(_ author: Author, to bindings: StoreBindings) throws {
        try bindings.bind(author.born, at: 1)
        try bindings.bind(author.id, at: 2)
        try bindings.bind(author.name, at: 3)
    }

    static let list = """
        SELECT "born", "id", "name"
        FROM "Author"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "born", "id", "name"
        FROM "Author"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Author" (
            "born", "id", "name"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("id") DO UPDATE SET
            "born" = excluded."born",
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Author" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Author"
        """

    static let count = """
        SELECT count(*) FROM "Author"
        """
}

extension Author: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try AuthorMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try AuthorMapping.bind(self, to: bindings)
    }
}
