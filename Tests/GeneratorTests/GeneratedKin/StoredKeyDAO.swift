// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Keys in the store.
struct StoredKeyDAO: KeyDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Key] {
        try await store.read { connection in
            try connection.rows(KeyMapping.list) { try KeyMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Key.Identity) async throws -> Key? {
        try await store.read { connection in
            try connection.firstRow(KeyMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try KeyMapping.record(from: $0)
            }
        }
    }

    func save(_ key: Key) async throws -> Key {
        try await store.write { connection in
            try Self.save(key, connection)
        }
    }

    func save(_ keys: [Key]) async throws -> [Key] {
        try await store.write { connection in
            try connection.execute(KeyMapping.save, forEach: keys) {
                try KeyMapping.bind($0, to: $1)
            }
            return keys
        }
    }

    func delete(_ identity: Key.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(KeyMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(KeyMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(KeyMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(KeyMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ key: Key,
        _ connection: StoreConnection
    ) throws -> Key {
        try connection.execute(KeyMapping.save) {
            try KeyMapping.bind(key, to: $0)
        }
        return key
    }
}

/// How keys stand in the table `Key`.
nonisolated enum KeyMapping {
    static func record(from row: StoreRow) throws -> Key {
        try Key(
            id: row.required(row.string(0), 0),
            firm: row.string(1).map(Firm.Identity.init),
            section: row.string(2).map(Section.Identity.init)
        )
    }

    static func bind(_ key: Key, to bindings: StoreBindings) throws {
        try bindings.bind(key.id, at: 1)
        try bindings.bind(key.firm?.value, at: 2)
        try bindings.bind(key.section?.value, at: 3)
    }

    static let list = """
        SELECT "id", "firm", "section"
        FROM "Key"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "firm", "section"
        FROM "Key"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Key" (
            "id", "firm", "section"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("id") DO UPDATE SET
            "firm" = excluded."firm",
            "section" = excluded."section"
        """

    static let delete = """
        DELETE FROM "Key" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Key"
        """

    static let count = """
        SELECT count(*) FROM "Key"
        """
}

extension Key: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try KeyMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try KeyMapping.bind(self, to: bindings)
    }
}
