// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Dates in the store.
struct StoredDateRecordDAO: DateRecordDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [DateRecord] {
        try await store.read { connection in
            try connection.rows(DateRecordMapping.list) { try DateRecordMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: DateRecord.Identity) async throws -> DateRecord? {
        try await store.read { connection in
            try connection.firstRow(DateRecordMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try DateRecordMapping.record(from: $0)
            }
        }
    }

    func save(_ date: DateRecord) async throws -> DateRecord {
        try await store.write { connection in
            try Self.save(date, connection)
        }
    }

    func save(_ dates: [DateRecord]) async throws -> [DateRecord] {
        try await store.write { connection in
            try dates.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: DateRecord.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(DateRecordMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(DateRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(DateRecordMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(DateRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ date: DateRecord,
        _ connection: StoreConnection
    ) throws -> DateRecord {
        var saved = date
        try connection.execute(DateRecordMapping.save) {
            try DateRecordMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = DateRecord.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How dates stand in the table `Date`.
nonisolated enum DateRecordMapping {
    static func record(from row: StoreRow) throws -> DateRecord {
        DateRecord(
            identity: row.int64(0).map(DateRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ date: DateRecord, to bindings: StoreBindings) throws {
        try bindings.bind(date.identity?.value, at: 1)
        try bindings.bind(date.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Date"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Date"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Date" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Date" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Date"
        """

    static let count = """
        SELECT count(*) FROM "Date"
        """
}

extension DateRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try DateRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try DateRecordMapping.bind(self, to: bindings)
    }
}
