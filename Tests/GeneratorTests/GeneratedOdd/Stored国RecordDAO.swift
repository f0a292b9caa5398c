// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// 国s in the store.
struct Stored国RecordDAO: 国RecordDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [国Record] {
        try await store.read { connection in
            try connection.rows(国RecordMapping.list) { try 国RecordMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: 国Record.Identity) async throws -> 国Record? {
        try await store.read { connection in
            try connection.firstRow(国RecordMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try 国RecordMapping.record(from: $0)
            }
        }
    }

    func save(_ 国: 国Record) async throws -> 国Record {
        try await store.write { connection in
            try Self.save(国, connection)
        }
    }

    func save(_ 国s: [国Record]) async throws -> [国Record] {
        try await store.write { connection in
            try connection.execute(国RecordMapping.save, forEach: 国s) {
                try 国RecordMapping.bind($0, to: $1)
            }
            return 国s
        }
    }

    func delete(_ identity: 国Record.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(国RecordMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(国RecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(国RecordMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(国RecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ 国: 国Record,
        _ connection: StoreConnection
    ) throws -> 国Record {
        try connection.execute(国RecordMapping.save) {
            try 国RecordMapping.bind(国, to: $0)
        }
        return 国
    }
}

/// How 国s stand in the table `国`.
nonisolated enum 国RecordMapping {
    static func record(from row: StoreRow) throws -> 国Record {
        try 国Record(
            id: row.required(row.int64(0), 0)
        )
    }

    static func bind(_ 国: 国Record, to bindings: StoreBindings) throws {
        try bindings.bind(国.id, at: 1)
    }

    static let list = """
        SELECT "id"
        FROM "国"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id"
        FROM "国"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "国" (
            "id"
        ) VALUES (
            ?1
        )
        ON CONFLICT ("id") DO NOTHING
        """

    static let delete = """
        DELETE FROM "国" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "国"
        """

    static let count = """
        SELECT count(*) FROM "国"
        """
}

extension 国Record: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try 国RecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try 国RecordMapping.bind(self, to: bindings)
    }
}
