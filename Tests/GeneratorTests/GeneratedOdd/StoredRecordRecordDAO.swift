// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Records in the store.
struct StoredRecordRecordDAO: RecordRecordDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [RecordRecord] {
        try await store.read { connection in
            try connection.rows(RecordRecordMapping.list) {
                try RecordRecordMapping.record(from: $0)
            }
        }
    }

    func retrieve(_ identity: RecordRecord.Identity) async throws -> RecordRecord? {
        try await store.read { connection in
            try connection.firstRow(RecordRecordMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try RecordRecordMapping.record(from: $0)
            }
        }
    }

    func save(_ record: RecordRecord) async throws -> RecordRecord {
        try await store.write { connection in
            try Self.save(record, connection)
        }
    }

    func save(_ records: [RecordRecord]) async throws -> [RecordRecord] {
        try await store.write { connection in
            try records.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: RecordRecord.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(RecordRecordMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(RecordRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(RecordRecordMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(RecordRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ record: RecordRecord,
        _ connection: StoreConnection
    ) throws -> RecordRecord {
        var saved = record
        try connection.execute(RecordRecordMapping.save) {
            try RecordRecordMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = RecordRecord.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How records stand in the table `Record`.
nonisolated enum RecordRecordMapping {
    static func record(from row: StoreRow) throws -> RecordRecord {
        RecordRecord(
            identity: row.int64(0).map(RecordRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ record: RecordRecord, to bindings: StoreBindings) throws {
        try bindings.bind(record.identity?.value, at: 1)
        try bindings.bind(record.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Record"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Record"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Record" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Record" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Record"
        """

    static let count = """
        SELECT count(*) FROM "Record"
        """
}

extension RecordRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try RecordRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try RecordRecordMapping.bind(self, to: bindings)
    }
}
