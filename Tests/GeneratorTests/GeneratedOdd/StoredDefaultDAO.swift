// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Defaults in the store.
struct StoredDefaultDAO: DefaultDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Default] {
        try await store.read { connection in
            try connection.rows(DefaultMapping.list) { try DefaultMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Default.Identity) async throws -> Default? {
        try await store.read { connection in
            try connection.firstRow(DefaultMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try DefaultMapping.record(from: $0)
            }
        }
    }

    func save(_ `default`: Default) async throws -> Default {
        try await store.write { connection in
            try Self.save(`default`, connection)
        }
    }

    func save(_ defaults: [Default]) async throws -> [Default] {
        try await store.write { connection in
            try defaults.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Default.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(DefaultMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(DefaultMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(DefaultMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(DefaultMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ `default`: Default,
        _ connection: StoreConnection
    ) throws -> Default {
        var saved = `default`
        try connection.execute(DefaultMapping.save) {
            try DefaultMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = Default.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How defaults stand in the table `default`.
nonisolated enum DefaultMapping {
    static func record(from row: StoreRow) throws -> Default {
        Default(
            identity: row.int64(0).map(Default.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ `default`: Default, to bindings: StoreBindings) throws {
        try bindings.bind(`default`.identity?.value, at: 1)
        try bindings.bind(`default`.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "default"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "default"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "default" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "default" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "default"
        """

    static let count = """
        SELECT count(*) FROM "default"
        """
}

extension Default: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try DefaultMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try DefaultMapping.bind(self, to: bindings)
    }
}
