// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Records in the store.
struct StoredRecordRecordDAO: RecordRecordDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [RecordRecord] {
        try await store.read { connection in
            try connection.rows(RecordRecordMapping.list) {
                try RecordRecordMapping.record(from: $0)
            }
        }
    }

    func retrieve(_ identity: RecordRecord.Identity) async throws -> RecordRecord? {
        try await store.read { connection in
            try connection.firstRow(RecordRecordMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try RecordRecordMapping.record(from: $0)
            }
        }
    }

    func save(_ record: RecordRecord) async throws -> RecordRecord {
        try await store.write { connection in
            try Self.save(record, connection)
        }
    }

    func save(_ records: [RecordRecord]) async throws -> [RecordRecord] {
        try await store.write { connection in
            try records.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: RecordRecord.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(RecordRecordMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            try connection.execute(RecordRecordMapping.deleteAll)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(RecordRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private static func save(
        _ record: RecordRecord,
        _ connection: StoreConnection
    ) throws -> RecordRecord {
        var saved = record
        try connection.execute(RecordRecordMapping.save) {
            try RecordRecordMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = RecordRecord.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}
