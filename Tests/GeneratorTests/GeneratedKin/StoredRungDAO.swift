// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Rungs in the store.
struct StoredRungDAO: RungDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Rung] {
        try await store.read { connection in
            try connection.rows(RungMapping.list) { try RungMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Rung.Identity) async throws -> Rung? {
        try await store.read { connection in
            try connection.firstRow(RungMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try RungMapping.record(from: $0)
            }
        }
    }

    func save(_ rung: Rung) async throws -> Rung {
        try await store.write { connection in
            try Self.save(rung, connection)
        }
    }

    func save(_ rungs: [Rung]) async throws -> [Rung] {
        try await store.write { connection in
            try connection.execute(RungMapping.save, forEach: rungs) {
                try RungMapping.bind($0, to: $1)
            }
            return rungs
        }
    }

    func delete(_ identity: Rung.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(RungMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(RungMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(RungMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(RungMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ rung: Rung,
        _ connection: StoreConnection
    ) throws -> Rung {
        try connection.execute(RungMapping.save) {
            try RungMapping.bind(rung, to: $0)
        }
        return rung
    }
}

/// How rungs stand in the table `Rung`.
nonisolated enum RungMapping {
    static func record(from row: StoreRow) throws -> Rung {
        try Rung(
            id: row.required(row.int64(0), 0),
            below: row.int64(1).map(Rung.Identity.init)
        )
    }

    static func bind(_ rung: Rung, to bindings: StoreBindings) throws {
        try bindings.bind(rung.id, at: 1)
        try bindings.bind(rung.below?.value, at: 2)
    }

    static let list = """
        SELECT "id", "below"
        FROM "Rung"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "below"
        FROM "Rung"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Rung" (
            "id", "below"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("id") DO UPDATE SET
            "below" = excluded."below"
        """

    static let delete = """
        DELETE FROM "Rung" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Rung"
        """

    static let count = """
        SELECT count(*) FROM "Rung"
        """
}

extension Rung: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try RungMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try RungMapping.bind(self, to: bindings)
    }
}
