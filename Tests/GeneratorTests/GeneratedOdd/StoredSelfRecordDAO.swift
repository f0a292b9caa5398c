// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Selfs in the store.
struct StoredSelfRecordDAO: SelfRecordDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [SelfRecord] {
        try await store.read { connection in
            try connection.rows(SelfRecordMapping.list) { try SelfRecordMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: SelfRecord.Identity) async throws -> SelfRecord? {
        try await store.read { connection in
            try connection.firstRow(SelfRecordMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try SelfRecordMapping.record(from: $0)
            }
        }
    }

    func save(_ self_: SelfRecord) async throws -> SelfRecord {
        try await store.write { connection in
            try Self.save(self_, connection)
        }
    }

    func save(_ selfs: [SelfRecord]) async throws -> [SelfRecord] {
        try await store.write { connection in
            try selfs.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: SelfRecord.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(SelfRecordMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(SelfRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(SelfRecordMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(SelfRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ self_: SelfRecord,
        _ connection: StoreConnection
    ) throws -> SelfRecord {
        var saved = self_
        try connection.execute(SelfRecordMapping.save) {
            try SelfRecordMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = SelfRecord.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How selfs stand in the table `Self`.
nonisolated enum SelfRecordMapping {
    static func record(from row: StoreRow) throws -> SelfRecord {
        SelfRecord(
            identity: row.int64(0).map(SelfRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ self_: SelfRecord, to bindings: StoreBindings) throws {
        try bindings.bind(self_.identity?.value, at: 1)
        try bindings.bind(self_.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Self"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Self"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Self" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Self" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Self"
        """

    static let count = """
        SELECT count(*) FROM "Self"
        """
}

extension SelfRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try SelfRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try SelfRecordMapping.bind(self, to: bindings)
    }
}
