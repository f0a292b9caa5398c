// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Results in the store.
struct StoredResultRecordDAO: ResultRecordDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [ResultRecord] {
        try await store.read { connection in
            try connection.rows(ResultRecordMapping.list) {
                try ResultRecordMapping.record(from: $0)
            }
        }
    }

    func retrieve(_ identity: ResultRecord.Identity) async throws -> ResultRecord? {
        try await store.read { connection in
            try connection.firstRow(ResultRecordMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try ResultRecordMapping.record(from: $0)
            }
        }
    }

    func save(_ result: ResultRecord) async throws -> ResultRecord {
        try await store.write { connection in
            try Self.save(result, connection)
        }
    }

    func save(_ results: [ResultRecord]) async throws -> [ResultRecord] {
        try await store.write { connection in
            try results.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: ResultRecord.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(ResultRecordMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(ResultRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(ResultRecordMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(ResultRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ result: ResultRecord,
        _ connection: StoreConnection
    ) throws -> ResultRecord {
        var saved = result
        try connection.execute(ResultRecordMapping.save) {
            try ResultRecordMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = ResultRecord.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How results stand in the table `Result`.
nonisolated enum ResultRecordMapping {
    static func record(from row: StoreRow) throws -> ResultRecord {
        ResultRecord(
            identity: row.int64(0).map(ResultRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ result: ResultRecord, to bindings: StoreBindings) throws {
        try bindings.bind(result.identity?.value, at: 1)
        try bindings.bind(result.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Result"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Result"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Result" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Result" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Result"
        """

    static let count = """
        SELECT count(*) FROM "Result"
        """
}

extension ResultRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try ResultRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try ResultRecordMapping.bind(self, to: bindings)
    }
}
