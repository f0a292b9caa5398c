// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Sets in the store.
struct StoredSetRecordDAO: SetRecordDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [SetRecord] {
        try await store.read { connection in
            try connection.rows(SetRecordMapping.list) { try SetRecordMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: SetRecord.Identity) async throws -> SetRecord? {
        try await store.read { connection in
            try connection.firstRow(SetRecordMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try SetRecordMapping.record(from: $0)
            }
        }
    }

    func save(_ set: SetRecord) async throws -> SetRecord {
        try await store.write { connection in
            try Self.save(set, connection)
        }
    }

    func save(_ sets: [SetRecord]) async throws -> [SetRecord] {
        try await store.write { connection in
            try sets.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: SetRecord.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(SetRecordMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(SetRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(SetRecordMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(SetRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ set: SetRecord,
        _ connection: StoreConnection
    ) throws -> SetRecord {
        var saved = set
        try connection.execute(SetRecordMapping.save) {
            try SetRecordMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = SetRecord.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How sets stand in the table `Set`.
nonisolated enum SetRecordMapping {
    static func record(from row: StoreRow) throws -> SetRecord {
        SetRecord(
            identity: row.int64(0).map(SetRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ set: SetRecord, to bindings: StoreBindings) throws {
        try bindings.bind(set.identity?.value, at: 1)
        try bindings.bind(set.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Set"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Set"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Set" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Set" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Set"
        """

    static let count = """
        SELECT count(*) FROM "Set"
        """
}

extension SetRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try SetRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try SetRecordMapping.bind(self, to: bindings)
    }
}
