// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Data in the store.
struct StoredDataRecordDAO: DataRecordDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [DataRecord] {
        try await store.read { connection in
            try connection.rows(DataRecordMapping.list) { try DataRecordMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: DataRecord.Identity) async throws -> DataRecord? {
        try await store.read { connection in
            try connection.firstRow(DataRecordMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try DataRecordMapping.record(from: $0)
            }
        }
    }

    func save(_ data: DataRecord) async throws -> DataRecord {
        try await store.write { connection in
            try Self.save(data, connection)
        }
    }

    func save(_ data: [DataRecord]) async throws -> [DataRecord] {
        try await store.write { connection in
            try data.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: DataRecord.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(DataRecordMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            try connection.execute(DataRecordMapping.deleteAll)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(DataRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private static func save(
        _ data: DataRecord,
        _ connection: StoreConnection
    ) throws -> DataRecord {
        var saved = data
        try connection.execute(DataRecordMapping.save) {
            try DataRecordMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = DataRecord.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}
