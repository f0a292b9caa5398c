// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Sheeps in the store.
struct StoredSheepDAO: SheepDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Sheep] {
        try await store.read { connection in
            try connection.rows(SheepMapping.list) { try SheepMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Sheep.Identity) async throws -> Sheep? {
        try await store.read { connection in
            try connection.firstRow(SheepMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try SheepMapping.record(from: $0)
            }
        }
    }

    func save(_ sheep: Sheep) async throws -> Sheep {
        try await store.write { connection in
            try Self.save(sheep, connection)
        }
    }

    func save(_ sheeps: [Sheep]) async throws -> [Sheep] {
        try await store.write { connection in
            try connection.execute(SheepMapping.save, forEach: sheeps) {
                try SheepMapping.bind($0, to: $1)
            }
            return sheeps
        }
    }

    func delete(_ identity: Sheep.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(SheepMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(SheepMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(SheepMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(SheepMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ sheep: Sheep,
        _ connection: StoreConnection
    ) throws -> Sheep {
        try connection.execute(SheepMapping.save) {
            try SheepMapping.bind(sheep, to: $0)
        }
        return sheep
    }
}

/// How sheeps stand in the table `Sheep`.
nonisolated enum SheepMapping {
    static func record(from row: StoreRow) throws -> Sheep {
        try Sheep(
            id: row.required(row.int64(0), 0)
        )
    }

    static func bind(_ sheep: Sheep, to bindings: StoreBindings) throws {
        try bindings.bind(sheep.id, at: 1)
    }

    static let list = """
        SELECT "id"
        FROM "Sheep"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id"
        FROM "Sheep"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Sheep" (
            "id"
        ) VALUES (
            ?1
        )
        ON CONFLICT ("id") DO NOTHING
        """

    static let delete = """
        DELETE FROM "Sheep" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Sheep"
        """

    static let count = """
        SELECT count(*) FROM "Sheep"
        """
}

extension Sheep: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try SheepMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try SheepMapping.bind(self, to: bindings)
    }
}
