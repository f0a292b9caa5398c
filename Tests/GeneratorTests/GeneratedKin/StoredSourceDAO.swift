// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Sources in the store.
struct StoredSourceDAO: SourceDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Source] {
        try await store.read { connection in
            try connection.rows(SourceMapping.list) { try SourceMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Source.Identity) async throws -> Source? {
        try await store.read { connection in
            try connection.firstRow(SourceMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try SourceMapping.record(from: $0)
            }
        }
    }

    func save(_ source: Source) async throws -> Source {
        try await store.write { connection in
            try Self.save(source, connection)
        }
    }

    func save(_ sources: [Source]) async throws -> [Source] {
        try await store.write { connection in
            try connection.execute(SourceMapping.save, forEach: sources) {
                try SourceMapping.bind($0, to: $1)
            }
            return sources
        }
    }

    func delete(_ identity: Source.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(SourceMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(SourceMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(SourceMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(SourceMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ source: Source,
        _ connection: StoreConnection
    ) throws -> Source {
        try connection.execute(SourceMapping.save) {
            try SourceMapping.bind(source, to: $0)
        }
        return source
    }
}

/// How sources stand in the table `Source`.
nonisolated enum SourceMapping {
    static func record(from row: StoreRow) throws -> Source {
        try Source(
            id: row.required(row.int64(0), 0),
            main: row.int64(1).map(Chart.Identity.init)
        )
    }

    static func bind(_ source: Source, to bindings: StoreBindings) throws {
        try bindings.bind(source.id, at: 1)
        try bindings.bind(source.main?.value, at: 2)
    }

    static let list = """
        SELECT "id", "main"
        FROM "Source"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "main"
        FROM "Source"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Source" (
            "id", "main"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("id") DO UPDATE SET
            "main" = excluded."main"
        """

    static let delete = """
        DELETE FROM "Source" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Source"
        """

    static let count = """
        SELECT count(*) FROM "Source"
        """
}

extension Source: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try SourceMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try SourceMapping.bind(self, to: bindings)
    }
}
