// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Tomorrows in the store.
struct StoredTomorrowDAO: TomorrowDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Tomorrow] {
        try await store.read { connection in
            try connection.rows(TomorrowMapping.list) { try TomorrowMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Tomorrow.Identity) async throws -> Tomorrow? {
        try await store.read { connection in
            try connection.firstRow(TomorrowMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try TomorrowMapping.record(from: $0)
            }
        }
    }

    func save(_ tomorrow: Tomorrow) async throws -> Tomorrow {
        try await store.write { connection in
            try Self.save(tomorrow, connection)
        }
    }

    func save(_ tomorrows: [Tomorrow]) async throws -> [Tomorrow] {
        try await store.write { connection in
            try tomorrows.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Tomorrow.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(TomorrowMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(TomorrowMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(TomorrowMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(TomorrowMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ tomorrow: Tomorrow,
        _ connection: StoreConnection
    ) throws -> Tomorrow {
        var saved = tomorrow
        try connection.execute(TomorrowMapping.save) {
            try TomorrowMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = Tomorrow.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How tomorrows stand in the table `Tomorrow`.
nonisolated enum TomorrowMapping {
    static func record(from row: StoreRow) throws -> Tomorrow {
        Tomorrow(
            identity: row.int64(0).map(Tomorrow.Identity.init),
            throw: row.string(1),
            borrow: row.int64(2).map(Tomorrow.Identity.init)
        )
    }

    static func bind(_ tomorrow: Tomorrow, to bindings: StoreBindings) throws {
        try bindings.bind(tomorrow.identity?.value, at: 1)
        try bindings.bind(tomorrow.throw, at: 2)
        try bindings.bind(tomorrow.borrow?.value, at: 3)
    }

    static let list = """
        SELECT "_id", "throw", "borrow"
        FROM "Tomorrow"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "throw", "borrow"
        FROM "Tomorrow"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Tomorrow" (
            "_id", "throw", "borrow"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "throw" = excluded."throw",
            "borrow" = excluded."borrow"
        """

    static let delete = """
        DELETE FROM "Tomorrow" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Tomorrow"
        """

    static let count = """
        SELECT count(*) FROM "Tomorrow"
        """
}

extension Tomorrow: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try TomorrowMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try TomorrowMapping.bind(self, to: bindings)
    }
}
