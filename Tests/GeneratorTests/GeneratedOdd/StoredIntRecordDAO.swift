// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Ints in the store.
struct StoredIntRecordDAO: IntRecordDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [IntRecord] {
        try await store.read { connection in
            try connection.rows(IntRecordMapping.list) { try IntRecordMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: IntRecord.Identity) async throws -> IntRecord? {
        try await store.read { connection in
            try connection.firstRow(IntRecordMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try IntRecordMapping.record(from: $0)
            }
        }
    }

    func save(_ int: IntRecord) async throws -> IntRecord {
        try await store.write { connection in
            try Self.save(int, connection)
        }
    }

    func save(_ ints: [IntRecord]) async throws -> [IntRecord] {
        try await store.write { connection in
            try ints.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: IntRecord.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(IntRecordMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(IntRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(IntRecordMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(IntRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ int: IntRecord,
        _ connection: StoreConnection
    ) throws -> IntRecord {
        var saved = int
        try connection.execute(IntRecordMapping.save) {
            try IntRecordMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = IntRecord.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How ints stand in the table `Int`.
nonisolated enum IntRecordMapping {
    static func record(from row: StoreRow) throws -> IntRecord {
        IntRecord(
            identity: row.int64(0).map(IntRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ int: IntRecord, to bindings: StoreBindings) throws {
        try bindings.bind(int.identity?.value, at: 1)
        try bindings.bind(int.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Int"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Int"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Int" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Int" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Int"
        """

    static let count = """
        SELECT count(*) FROM "Int"
        """
}

extension IntRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try IntRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try IntRecordMapping.bind(self, to: bindings)
    }
}
