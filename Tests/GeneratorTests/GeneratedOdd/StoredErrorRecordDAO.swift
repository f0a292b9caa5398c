// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Errors in the store.
struct StoredErrorRecordDAO: ErrorRecordDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [ErrorRecord] {
        try await store.read { connection in
            try connection.rows(ErrorRecordMapping.list) { try ErrorRecordMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: ErrorRecord.Identity) async throws -> ErrorRecord? {
        try await store.read { connection in
            try connection.firstRow(ErrorRecordMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try ErrorRecordMapping.record(from: $0)
            }
        }
    }

    func save(_ errorRecord: ErrorRecord) async throws -> ErrorRecord {
        try await store.write { connection in
            try Self.save(errorRecord, connection)
        }
    }

    func save(_ errors: [ErrorRecord]) async throws -> [ErrorRecord] {
        try await store.write { connection in
            try errors.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: ErrorRecord.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(ErrorRecordMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(ErrorRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(ErrorRecordMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(ErrorRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ errorRecord: ErrorRecord,
        _ connection: StoreConnection
    ) throws -> ErrorRecord {
        var saved = errorRecord
        try connection.execute(ErrorRecordMapping.save) {
            try ErrorRecordMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = ErrorRecord.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How errors stand in the table `Error`.
nonisolated enum ErrorRecordMapping {
    static func record(from row: StoreRow) throws -> ErrorRecord {
        ErrorRecord(
            identity: row.int64(0).map(ErrorRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ errorRecord: ErrorRecord, to bindings: StoreBindings) throws {
        try bindings.bind(errorRecord.identity?.value, at: 1)
        try bindings.bind(errorRecord.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Error"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Error"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Error" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Error" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Error"
        """

    static let count = """
        SELECT count(*) FROM "Error"
        """
}

extension ErrorRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try ErrorRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try ErrorRecordMapping.bind(self, to: bindings)
    }
}
