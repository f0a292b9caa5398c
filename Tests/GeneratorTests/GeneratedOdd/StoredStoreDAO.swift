// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore
import Foundation

/// Stores in the store.
struct StoredStoreDAO: StoreDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Store] {
        try await store.read { connection in
            try connection.rows(StoreMapping.list) { try StoreMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Store.Identity) async throws -> Store? {
        try await store.read { connection in
            try connection.firstRow(StoreMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try StoreMapping.record(from: $0)
            }
        }
    }

    func save(_ storeRecord: Store) async throws -> Store {
        try await store.write { connection in
            try Self.save(storeRecord, connection)
        }
    }

    func save(_ stores: [Store]) async throws -> [Store] {
        try await store.write { connection in
            try connection.execute(StoreMapping.save, forEach: stores) {
                try StoreMapping.bind($0, to: $1)
            }
            return stores
        }
    }

    func delete(_ identity: Store.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(StoreMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            try connection.execute(StoreMapping.deleteAll)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(StoreMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private static func save(
        _ storeRecord: Store,
        _ connection: StoreConnection
    ) throws -> Store {
        try connection.execute(StoreMapping.save) {
            try StoreMapping.bind(storeRecord, to: $0)
        }
        return storeRecord
    }
}
