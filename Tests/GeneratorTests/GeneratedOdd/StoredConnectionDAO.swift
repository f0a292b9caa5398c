// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Connections in the store.
struct StoredConnectionDAO: ConnectionDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Connection] {
        try await store.read { connection in
            try connection.rows(ConnectionMapping.list) { try ConnectionMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Connection.Identity) async throws -> Connection? {
        try await store.read { connection in
            try connection.firstRow(ConnectionMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try ConnectionMapping.record(from: $0)
            }
        }
    }

    func save(_ connectionRecord: Connection) async throws -> Connection {
        try await store.write { connection in
            try Self.save(connectionRecord, connection)
        }
    }

    func save(_ connections: [Connection]) async throws -> [Connection] {
        try await store.write { connection in
            try connections.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Connection.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(ConnectionMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(ConnectionMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(ConnectionMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(ConnectionMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ connectionRecord: Connection,
        _ connection: StoreConnection
    ) throws -> Connection {
        var saved = connectionRecord
        try connection.execute(ConnectionMapping.save) {
            try ConnectionMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = Connection.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How connections stand in the table `Connection`.
nonisolated enum ConnectionMapping {
    static func record(from row: StoreRow) throws -> Connection {
        Connection(
            identity: row.int64(0).map(Connection.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ connectionRecord: Connection, to bindings: StoreBindings) throws {
        try bindings.bind(connectionRecord.identity?.value, at: 1)
        try bindings.bind(connectionRecord.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Connection"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Connection"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Connection" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Connection" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Connection"
        """

    static let count = """
        SELECT count(*) FROM "Connection"
        """
}

extension Connection: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try ConnectionMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try ConnectionMapping.bind(self, to: bindings)
    }
}
