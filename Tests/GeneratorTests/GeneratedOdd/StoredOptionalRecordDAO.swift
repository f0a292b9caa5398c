// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Optionals in the store.
struct StoredOptionalRecordDAO: OptionalRecordDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [OptionalRecord] {
        try await store.read { connection in
            try connection.rows(OptionalRecordMapping.list) {
                try OptionalRecordMapping.record(from: $0)
            }
        }
    }

    func retrieve(_ identity: OptionalRecord.Identity) async throws -> OptionalRecord? {
        try await store.read { connection in
            try connection.firstRow(OptionalRecordMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try OptionalRecordMapping.record(from: $0)
            }
        }
    }

    func save(_ optional: OptionalRecord) async throws -> OptionalRecord {
        try await store.write { connection in
            try Self.save(optional, connection)
        }
    }

    func save(_ optionals: [OptionalRecord]) async throws -> [OptionalRecord] {
        try await store.write { connection in
            try optionals.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: OptionalRecord.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(OptionalRecordMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(OptionalRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(OptionalRecordMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(OptionalRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ optional: OptionalRecord,
        _ connection: StoreConnection
    ) throws -> OptionalRecord {
        var saved = optional
        try connection.execute(OptionalRecordMapping.save) {
            try OptionalRecordMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = OptionalRecord.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How optionals stand in the table `Optional`.
nonisolated enum OptionalRecordMapping {
    static func record(from row: StoreRow) throws -> OptionalRecord {
        OptionalRecord(
            identity: row.int64(0).map(OptionalRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ optional: OptionalRecord, to bindings: StoreBindings) throws {
        try bindings.bind(optional.identity?.value, at: 1)
        try bindings.bind(optional.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Optional"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Optional"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Optional" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Optional" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Optional"
        """

    static let count = """
        SELECT count(*) FROM "Optional"
        """
}

extension OptionalRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try OptionalRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try OptionalRecordMapping.bind(self, to: bindings)
    }
}
