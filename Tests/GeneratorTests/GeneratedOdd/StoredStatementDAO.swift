// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Statements in the store.
struct StoredStatementDAO: StatementDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Statement] {
        try await store.read { connection in
            try connection.rows(StatementMapping.list) { try StatementMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Statement.Identity) async throws -> Statement? {
        try await store.read { connection in
            try connection.firstRow(StatementMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try StatementMapping.record(from: $0)
            }
        }
    }

    func save(_ statementRecord: Statement) async throws -> Statement {
        try await store.write { connection in
            try Self.save(statementRecord, connection)
        }
    }

    func save(_ statements: [Statement]) async throws -> [Statement] {
        try await store.write { connection in
            try statements.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Statement.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(StatementMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(StatementMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(StatementMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(StatementMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ statementRecord: Statement,
        _ connection: StoreConnection
    ) throws -> Statement {
        var saved = statementRecord
        try connection.execute(StatementMapping.save) {
            try StatementMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = Statement.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How statements stand in the table `Statement`.
nonisolated enum StatementMapping {
    static func record(from row: StoreRow) throws -> Statement {
        Statement(
            identity: row.int64(0).map(Statement.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ statementRecord: Statement, to bindings: StoreBindings) throws {
        try bindings.bind(statementRecord.identity?.value, at: 1)
        try bindings.bind(statementRecord.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Statement"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Statement"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Statement" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Statement" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Statement"
        """

    static let count = """
        SELECT count(*) FROM "Statement"
        """
}

extension Statement: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try StatementMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try StatementMapping.bind(self, to: bindings)
    }
}
