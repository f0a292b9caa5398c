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
            try connection.execute(StatementMapping.deleteAll)
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

    private static func save(
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
