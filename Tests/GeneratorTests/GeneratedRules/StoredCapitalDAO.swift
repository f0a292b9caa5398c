// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Capitals in the store.
struct StoredCapitalDAO: CapitalDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Capital] {
        try await store.read { connection in
            try connection.rows(CapitalMapping.list) { try CapitalMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Capital.Identity) async throws -> Capital? {
        try await store.read { connection in
            try connection.firstRow(CapitalMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try CapitalMapping.record(from: $0)
            }
        }
    }

    func save(_ capital: Capital) async throws -> Capital {
        try await store.write { connection in
            try Self.save(capital, connection)
        }
    }

    func save(_ capitals: [Capital]) async throws -> [Capital] {
        try await store.write { connection in
            try capitals.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Capital.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(CapitalMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            try connection.execute(CapitalMapping.deleteAll)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(CapitalMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private static func save(
        _ capital: Capital,
        _ connection: StoreConnection
    ) throws -> Capital {
        var saved = capital
        let identity = try connection.firstRow(CapitalMapping.save) {
            try CapitalMapping.bind(saved, to: $0)
        } read: {
            try $0.required($0.int64(0), 0)
        }
        if let identity { saved.id = identity }
        return saved
    }
}
