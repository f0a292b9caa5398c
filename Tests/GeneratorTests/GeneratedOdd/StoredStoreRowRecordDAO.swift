// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// StoreRows in the store.
struct StoredStoreRowRecordDAO: StoreRowRecordDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [StoreRowRecord] {
        try await store.read { connection in
            try connection.rows(StoreRowRecordMapping.list) {
                try StoreRowRecordMapping.record(from: $0)
            }
        }
    }

    func retrieve(_ identity: StoreRowRecord.Identity) async throws -> StoreRowRecord? {
        try await store.read { connection in
            try connection.firstRow(StoreRowRecordMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try StoreRowRecordMapping.record(from: $0)
            }
        }
    }

    func save(_ storeRow: StoreRowRecord) async throws -> StoreRowRecord {
        try await store.write { connection in
            try Self.save(storeRow, connection)
        }
    }

    func save(_ storeRows: [StoreRowRecord]) async throws -> [StoreRowRecord] {
        try await store.write { connection in
            try storeRows.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: StoreRowRecord.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(StoreRowRecordMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(StoreRowRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(StoreRowRecordMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(StoreRowRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ storeRow: StoreRowRecord,
        _ connection: StoreConnection
    ) throws -> StoreRowRecord {
        var saved = storeRow
        try connection.execute(StoreRowRecordMapping.save) {
            try StoreRowRecordMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = StoreRowRecord.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How storeRows stand in the table `StoreRow`.
nonisolated enum StoreRowRecordMapping {
    static func record(from row: StoreRow) throws -> StoreRowRecord {
        StoreRowRecord(
            identity: row.int64(0).map(StoreRowRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ storeRow: StoreRowRecord, to bindings: StoreBindings) throws {
        try bindings.bind(storeRow.identity?.value, at: 1)
        try bindings.bind(storeRow.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "StoreRow"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "StoreRow"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "StoreRow" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "StoreRow" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "StoreRow"
        """

    static let count = """
        SELECT count(*) FROM "StoreRow"
        """
}

extension StoreRowRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try StoreRowRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try StoreRowRecordMapping.bind(self, to: bindings)
    }
}
