// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Everythings in the store.
struct StoredEverythingDAO: EverythingDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Everything] {
        try await store.read { connection in
            try connection.rows(EverythingMapping.list) { try EverythingMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Everything.Identity) async throws -> Everything? {
        try await store.read { connection in
            try connection.firstRow(EverythingMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try EverythingMapping.record(from: $0)
            }
        }
    }

    func save(_ everything: Everything) async throws -> Everything {
        try await store.write { connection in
            try Self.save(everything, connection)
        }
    }

    func save(_ everythings: [Everything]) async throws -> [Everything] {
        try await store.write { connection in
            try everythings.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Everything.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(EverythingMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            try connection.execute(EverythingMapping.deleteAll)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(EverythingMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private static func save(
        _ everything: Everything,
        _ connection: StoreConnection
    ) throws -> Everything {
        var saved = everything
        try connection.execute(EverythingMapping.save) {
            try EverythingMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = Everything.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}
