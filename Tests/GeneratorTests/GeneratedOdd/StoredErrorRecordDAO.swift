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
            try connection.execute(ErrorRecordMapping.deleteAll)
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

    private static func save(
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
