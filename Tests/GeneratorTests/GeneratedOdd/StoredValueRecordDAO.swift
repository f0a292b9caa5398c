// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Values in the store.
struct StoredValueRecordDAO: ValueRecordDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [ValueRecord] {
        try await store.read { connection in
            try connection.rows(ValueRecordMapping.list) { try ValueRecordMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: ValueRecord.Identity) async throws -> ValueRecord? {
        try await store.read { connection in
            try connection.firstRow(ValueRecordMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try ValueRecordMapping.record(from: $0)
            }
        }
    }

    func save(_ value: ValueRecord) async throws -> ValueRecord {
        try await store.write { connection in
            try Self.save(value, connection)
        }
    }

    func save(_ values: [ValueRecord]) async throws -> [ValueRecord] {
        try await store.write { connection in
            try values.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: ValueRecord.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(ValueRecordMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(ValueRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(ValueRecordMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(ValueRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ value: ValueRecord,
        _ connection: StoreConnection
    ) throws -> ValueRecord {
        var saved = value
        try connection.execute(ValueRecordMapping.save) {
            try ValueRecordMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = ValueRecord.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How values stand in the table `Value`.
nonisolated enum ValueRecordMapping {
    static func record(from row: StoreRow) throws -> ValueRecord {
        ValueRecord(
            identity: row.int64(0).map(ValueRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ value: ValueRecord, to bindings: StoreBindings) throws {
        try bindings.bind(value.identity?.value, at: 1)
        try bindings.bind(value.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Value"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Value"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Value" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Value" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Value"
        """

    static let count = """
        SELECT count(*) FROM "Value"
        """
}

extension ValueRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try ValueRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try ValueRecordMapping.bind(self, to: bindings)
    }
}
