// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Bindings in the store.
struct StoredBindingsDAO: BindingsDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Bindings] {
        try await store.read { connection in
            try connection.rows(BindingsMapping.list) { try BindingsMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Bindings.Identity) async throws -> Bindings? {
        try await store.read { connection in
            try connection.firstRow(BindingsMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try BindingsMapping.record(from: $0)
            }
        }
    }

    func save(_ bindingsRecord: Bindings) async throws -> Bindings {
        try await store.write { connection in
            try Self.save(bindingsRecord, connection)
        }
    }

    func save(_ bindings: [Bindings]) async throws -> [Bindings] {
        try await store.write { connection in
            try bindings.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Bindings.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(BindingsMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(BindingsMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(BindingsMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(BindingsMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ bindingsRecord: Bindings,
        _ connection: StoreConnection
    ) throws -> Bindings {
        var saved = bindingsRecord
        try connection.execute(BindingsMapping.save) {
            try BindingsMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = Bindings.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How bindings stand in the table `Bindings`.
nonisolated enum BindingsMapping {
    static func record(from row: StoreRow) throws -> Bindings {
        Bindings(
            identity: row.int64(0).map(Bindings.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ bindingsRecord: Bindings, to bindings: StoreBindings) throws {
        try bindings.bind(bindingsRecord.identity?.value, at: 1)
        try bindings.bind(bindingsRecord.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Bindings"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Bindings"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Bindings" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Bindings" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Bindings"
        """

    static let count = """
        SELECT count(*) FROM "Bindings"
        """
}

extension Bindings: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try BindingsMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try BindingsMapping.bind(self, to: bindings)
    }
}
