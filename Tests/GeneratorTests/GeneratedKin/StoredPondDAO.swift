// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Ponds in the store.
struct StoredPondDAO: PondDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Pond] {
        try await store.read { connection in
            try connection.rows(PondMapping.list) { try PondMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Pond.Identity) async throws -> Pond? {
        try await store.read { connection in
            try connection.firstRow(PondMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try PondMapping.record(from: $0)
            }
        }
    }

    func save(_ pond: Pond) async throws -> Pond {
        try await store.write { connection in
            try Self.save(pond, connection)
        }
    }

    func save(_ ponds: [Pond]) async throws -> [Pond] {
        try await store.write { connection in
            try connection.execute(PondMapping.save, forEach: ponds) {
                try PondMapping.bind($0, to: $1)
            }
            return ponds
        }
    }

    func delete(_ identity: Pond.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(PondMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(PondMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(PondMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(PondMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ pond: Pond,
        _ connection: StoreConnection
    ) throws -> Pond {
        try connection.execute(PondMapping.save) {
            try PondMapping.bind(pond, to: $0)
        }
        return pond
    }
}

/// How ponds stand in the table `Pond`.
nonisolated enum PondMapping {
    static func record(from row: StoreRow) throws -> Pond {
        try Pond(
            id: row.required(row.string(0), 0),
            depth: row.double(1)
        )
    }

    static func bind(_ pond: Pond, to bindings: StoreBindings) throws {
        try bindings.bind(pond.id, at: 1)
        try bindings.bind(pond.depth, at: 2)
    }

    static let list = """
        SELECT "id", "depth"
        FROM "Pond"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "depth"
        FROM "Pond"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Spot" (
            "_kind", "id", "depth"
        ) VALUES (
            'Pond', ?1, ?2
        )
        ON CONFLICT ("id") DO UPDATE SET
            "_kind" = CASE WHEN "_kind" IN ('Pond') THEN "_kind" END,
            "depth" = excluded."depth"
        """

    static let delete = """
        DELETE FROM "Spot" WHERE "id" = ?1 AND "_kind" IN ('Pond')
        """

    static let deleteAll = """
        DELETE FROM "Spot" WHERE "_kind" IN ('Pond')
        """

    static let count = """
        SELECT count(*) FROM "Pond"
        """
}

extension Pond: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try PondMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try PondMapping.bind(self, to: bindings)
    }
}
