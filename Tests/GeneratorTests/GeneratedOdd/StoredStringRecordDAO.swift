// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore
import Foundation

/// Strings in the store.
struct StoredStringRecordDAO: StringRecordDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [StringRecord] {
        try await store.read { connection in
            try connection.rows(StringRecordMapping.list) {
                try StringRecordMapping.record(from: $0)
            }
        }
    }

    func retrieve(_ identity: StringRecord.Identity) async throws -> StringRecord? {
        try await store.read { connection in
            try connection.firstRow(StringRecordMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try StringRecordMapping.record(from: $0)
            }
        }
    }

    func save(_ string: StringRecord) async throws -> StringRecord {
        try await store.write { connection in
            try Self.save(string, connection)
        }
    }

    func save(_ strings: [StringRecord]) async throws -> [StringRecord] {
        try await store.write { connection in
            try connection.execute(StringRecordMapping.save, forEach: strings) {
                try StringRecordMapping.bind($0, to: $1)
            }
            return strings
        }
    }

    func delete(_ identity: StringRecord.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(StringRecordMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            try connection.execute(StringRecordMapping.deleteAll)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(StringRecordMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private static func save(
        _ string: StringRecord,
        _ connection: StoreConnection
    ) throws -> StringRecord {
        try connection.execute(StringRecordMapping.save) {
            try StringRecordMapping.bind(string, to: $0)
        }
        return string
    }
}
