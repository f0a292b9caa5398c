// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Anies in the store.
struct StoredAnyRecordDAO: AnyRecordDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [AnyRecord] {
        try await store.read { connection in
            try connection.rows(AnyRecordMapping.list) { try AnyRecordMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: AnyRecord.Identity) async throws -> AnyRecord? {
        try await store.read { connection in
            try connection.firstRow(AnyRecordMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try AnyRecordMapping.record(from: $0)
            }
        }
    }

    func save(_ any: AnyRecord) async throws -> AnyRecord {
        try await store.write { connection in
            try Self.save(any, connection)
        }
    }

    func save(_ anies: [AnyRecord]) async throws -> [AnyRecord] {
        try await store.write { connection in
            try anies.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: AnyRecord.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(AnyRecordMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(AnyRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(AnyRecordMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(AnyRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ any: AnyRecord,
        _ connection: StoreConnection
    ) throws -> AnyRecord {
        var saved = any
        try connection.execute(AnyRecordMapping.save) {
            try AnyRecordMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = AnyRecord.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How anies stand in the table `Any`.
nonisolated enum AnyRecordMapping {
    static func record(from row: StoreRow) throws -> AnyRecord {
        AnyRecord(
            identity: row.int64(0).map(AnyRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ any: AnyRecord, to bindings: StoreBindings) throws {
        try bindings.bind(any.identity?.value, at: 1)
        try bindings.bind(any.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Any"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Any"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Any" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Any" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Any"
        """

    static let count = """
        SELECT count(*) FROM "Any"
        """
}

extension AnyRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try AnyRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try AnyRecordMapping.bind(self, to: bindings)
    }
}
