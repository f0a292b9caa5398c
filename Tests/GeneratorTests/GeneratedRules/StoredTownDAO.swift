// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Towns in the store.
struct StoredTownDAO: TownDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Town] {
        try await store.read { connection in
            try connection.rows(TownMapping.list) { try TownMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Town.Identity) async throws -> Town? {
        try await store.read { connection in
            try connection.firstRow(TownMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try TownMapping.record(from: $0)
            }
        }
    }

    func save(_ town: Town) async throws -> Town {
        try await store.write { connection in
            try Self.save(town, connection)
        }
    }

    func save(_ towns: [Town]) async throws -> [Town] {
        try await store.write { connection in
            try towns.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Town.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(TownMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            try connection.execute(TownMapping.deleteAll)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(TownMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private static func save(
        _ town: Town,
        _ connection: StoreConnection
    ) throws -> Town {
        var saved = town
        let identity = try connection.firstRow(TownMapping.save) {
            try TownMapping.bind(saved, to: $0)
        } read: {
            try $0.required($0.int64(0), 0)
        }
        if let identity { saved.id = identity }
        return saved
    }
}
