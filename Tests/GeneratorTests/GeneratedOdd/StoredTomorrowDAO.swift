// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Tomorrows in the store.
struct StoredTomorrowDAO: TomorrowDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Tomorrow] {
        try await store.read { connection in
            try connection.rows(TomorrowMapping.list) { try TomorrowMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Tomorrow.Identity) async throws -> Tomorrow? {
        try await store.read { connection in
            try connection.firstRow(TomorrowMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try TomorrowMapping.record(from: $0)
            }
        }
    }

    func save(_ tomorrow: Tomorrow) async throws -> Tomorrow {
        try await store.write { connection in
            try Self.save(tomorrow, connection)
        }
    }

    func save(_ tomorrows: [Tomorrow]) async throws -> [Tomorrow] {
        try await store.write { connection in
            try tomorrows.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Tomorrow.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(TomorrowMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            try connection.execute(TomorrowMapping.deleteAll)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(TomorrowMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private static func save(
        _ tomorrow: Tomorrow,
        _ connection: StoreConnection
    ) throws -> Tomorrow {
        var saved = tomorrow
        try connection.execute(TomorrowMapping.save) {
            try TomorrowMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = Tomorrow.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}
