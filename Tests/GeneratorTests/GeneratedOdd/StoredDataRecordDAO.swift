// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Data in the store.
struct StoredDataRecordDAO: DataRecordDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [DataRecord] {
        try await store.read { connection in
            try connection.rows(DataRecordMapping.list) { try DataRecordMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: DataRecord.Identity) async throws -> DataRecord? {
        try await store.read { connection in
            try connection.firstRow(DataRecordMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try DataRecordMapping.record(from: $0)
            }
        }
    }

    func save(_ data: DataRecord) async throws -> DataRecord {
        try await store.write { connection in
            try Self.save(data, connection)
        }
    }

    func save(_ data: [DataRecord]) async throws -> [DataRecord] {
        try await store.write { connection in
            try data.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: DataRecord.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(DataRecordMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(DataRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(DataRecordMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(DataRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ data: DataRecord,
        _ connection: StoreConnection
    ) throws -> DataRecord {
        var saved = data
        try connection.execute(DataRecordMapping.save) {
            try DataRecordMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = DataRecord.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How data stand in the table `Data`.
nonisolated enum DataRecordMapping {
    static func record(from row: StoreRow) throws -> DataRecord {
        DataRecord(
            identity: row.int64(0).map(DataRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ data: DataRecord, to bindings: StoreBindings) throws {
        try bindings.bind(data.identity?.value, at: 1)
        try bindings.bind(data.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Data"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Data"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Data" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Data" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Data"
        """

    static let count = """
        SELECT count(*) FROM "Data"
        """
}

extension DataRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try DataRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try DataRecordMapping.bind(self, to: bindings)
    }
}
