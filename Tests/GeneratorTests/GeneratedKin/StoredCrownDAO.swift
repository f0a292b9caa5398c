// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Crowns in the store.
struct StoredCrownDAO: CrownDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Crown] {
        try await store.read { connection in
            try connection.rows(CrownMapping.list) { try CrownMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Crown.Identity) async throws -> Crown? {
        try await store.read { connection in
            try connection.firstRow(CrownMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try CrownMapping.record(from: $0)
            }
        }
    }

    func save(_ crown: Crown) async throws -> Crown {
        try await store.write { connection in
            try Self.save(crown, connection)
        }
    }

    func save(_ crowns: [Crown]) async throws -> [Crown] {
        try await store.write { connection in
            try connection.execute(CrownMapping.save, forEach: crowns) {
                try CrownMapping.bind($0, to: $1)
            }
            return crowns
        }
    }

    func delete(_ identity: Crown.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(CrownMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(CrownMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(CrownMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(CrownMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ crown: Crown,
        _ connection: StoreConnection
    ) throws -> Crown {
        try connection.execute(CrownMapping.save) {
            try CrownMapping.bind(crown, to: $0)
        }
        return crown
    }
}

/// How crowns stand in the table `Crown`.
nonisolated enum CrownMapping {
    static func record(from row: StoreRow) throws -> Crown {
        try Crown(
            id: row.required(row.int64(0), 0)
        )
    }

    static func bind(_ crown: Crown, to bindings: StoreBindings) throws {
        try bindings.bind(crown.id, at: 1)
    }

    static let list = """
        SELECT "id"
        FROM "Crown"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id"
        FROM "Crown"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Crown" (
            "id"
        ) VALUES (
            ?1
        )
        ON CONFLICT ("id") DO NOTHING
        """

    static let delete = """
        DELETE FROM "Crown" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Crown"
        """

    static let count = """
        SELECT count(*) FROM "Crown"
        """
}

extension Crown: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try CrownMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try CrownMapping.bind(self, to: bindings)
    }
}
