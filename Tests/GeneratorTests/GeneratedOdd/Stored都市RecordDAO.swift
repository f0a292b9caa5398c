// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// 都市s in the store.
struct Stored都市RecordDAO: 都市RecordDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [都市Record] {
        try await store.read { connection in
            try connection.rows(都市RecordMapping.list) { try 都市RecordMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: 都市Record.Identity) async throws -> 都市Record? {
        try await store.read { connection in
            try connection.firstRow(都市RecordMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try 都市RecordMapping.record(from: $0)
            }
        }
    }

    func save(_ 都市: 都市Record) async throws -> 都市Record {
        try await store.write { connection in
            try Self.save(都市, connection)
        }
    }

    func save(_ 都市s: [都市Record]) async throws -> [都市Record] {
        try await store.write { connection in
            try 都市s.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: 都市Record.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(都市RecordMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(都市RecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(都市RecordMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(都市RecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ 都市: 都市Record,
        _ connection: StoreConnection
    ) throws -> 都市Record {
        var saved = 都市
        try connection.execute(都市RecordMapping.save) {
            try 都市RecordMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = 都市Record.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How 都市s stand in the table `都市`.
nonisolated enum 都市RecordMapping {
    static func record(from row: StoreRow) throws -> 都市Record {
        都市Record(
            identity: row.int64(0).map(都市Record.Identity.init),
            name: row.string(1),
            国: row.int64(2).map(国Record.Identity.init)
        )
    }

    static func bind(_ 都市: 都市Record, to bindings: StoreBindings) throws {
        try bindings.bind(都市.identity?.value, at: 1)
        try bindings.bind(都市.name, at: 2)
        try bindings.bind(都市.国?.value, at: 3)
    }

    static let list = """
        SELECT "_id", "name", "国"
        FROM "都市"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name", "国"
        FROM "都市"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "都市" (
            "_id", "name", "国"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name",
            "国" = excluded."国"
        """

    static let delete = """
        DELETE FROM "都市" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "都市"
        """

    static let count = """
        SELECT count(*) FROM "都市"
        """
}

extension 都市Record: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try 都市RecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try 都市RecordMapping.bind(self, to: bindings)
    }
}
