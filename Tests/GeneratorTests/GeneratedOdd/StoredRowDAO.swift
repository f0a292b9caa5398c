// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Rows in the store.
struct StoredRowDAO: RowDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Row] {
        try await store.read { connection in
            try connection.rows(RowMapping.list) { try RowMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Row.Identity) async throws -> Row? {
        try await store.read { connection in
            try connection.firstRow(RowMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try RowMapping.record(from: $0)
            }
        }
    }

    func save(_ rowRecord: Row) async throws -> Row {
        try await store.write { connection in
            try Self.save(rowRecord, connection)
        }
    }

    func save(_ rows: [Row]) async throws -> [Row] {
        try await store.write { connection in
            try rows.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Row.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(RowMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(RowMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(RowMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(RowMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ rowRecord: Row,
        _ connection: StoreConnection
    ) throws -> Row {
        var saved = rowRecord
        try connection.execute(RowMapping.save) {
            try RowMapping.bind(saved, to: $0)
        }
        if saved.identity == nil { saved.identity = Row.Identity(connection.lastInsertedNumber) }
        return saved
    }
}

/// How rows stand in the table `Row`.
nonisolated enum RowMapping {
    static func record(from row: StoreRow) throws -> Row {
        Row(
            identity: row.int64(0).map(Row.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ rowRecord: Row, to bindings: StoreBindings) throws {
        try bindings.bind(rowRecord.identity?.value, at: 1)
        try bindings.bind(rowRecord.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Row"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Row"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Row" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Row" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Row"
        """

    static let count = """
        SELECT count(*) FROM "Row"
        """
}

extension Row: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try RowMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try RowMapping.bind(self, to: bindings)
    }
}
