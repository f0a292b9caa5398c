// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Memories in the store.
struct StoredMemoryRecordDAO: MemoryRecordDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [MemoryRecord] {
        try await store.read { connection in
            try connection.rows(MemoryRecordMapping.list) {
                try MemoryRecordMapping.record(from: $0)
            }
        }
    }

    func retrieve(_ identity: MemoryRecord.Identity) async throws -> MemoryRecord? {
        try await store.read { connection in
            try connection.firstRow(MemoryRecordMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try MemoryRecordMapping.record(from: $0)
            }
        }
    }

    func save(_ memoryRecord: MemoryRecord) async throws -> MemoryRecord {
        try await store.write { connection in
            try Self.save(memoryRecord, connection)
        }
    }

    func save(_ memories: [MemoryRecord]) async throws -> [MemoryRecord] {
        try await store.write { connection in
            try memories.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: MemoryRecord.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(MemoryRecordMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(MemoryRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(MemoryRecordMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(MemoryRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ memoryRecord: MemoryRecord,
        _ connection: StoreConnection
    ) throws -> MemoryRecord {
        var saved = memoryRecord
        try connection.execute(MemoryRecordMapping.save) {
            try MemoryRecordMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = MemoryRecord.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How memories stand in the table `Memory`.
nonisolated enum MemoryRecordMapping {
    static func record(from row: StoreRow) throws -> MemoryRecord {
        MemoryRecord(
            identity: row.int64(0).map(MemoryRecord.Identity.init)
        )
    }

    static func bind(_ memoryRecord: MemoryRecord, to bindings: StoreBindings) throws {
        try bindings.bind(memoryRecord.identity?.value, at: 1)
    }

    static let list = """
        SELECT "_id"
        FROM "Memory"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id"
        FROM "Memory"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Memory" (
            "_id"
        ) VALUES (
            ?1
        )
        ON CONFLICT ("_id") DO NOTHING
        """

    static let delete = """
        DELETE FROM "Memory" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Memory"
        """

    static let count = """
        SELECT count(*) FROM "Memory"
        """
}

extension MemoryRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try MemoryRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try MemoryRecordMapping.bind(self, to: bindings)
    }
}
