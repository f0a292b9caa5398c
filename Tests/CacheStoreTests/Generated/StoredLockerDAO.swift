// Made by cdgen from Club.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Lockers in the store.
struct StoredLockerDAO: LockerDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Locker] {
        try await store.read { connection in
            try connection.rows(LockerMapping.list) { try LockerMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Locker.Identity) async throws -> Locker? {
        try await store.read { connection in
            try connection.firstRow(LockerMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try LockerMapping.record(from: $0)
            }
        }
    }

    func save(_ locker: Locker) async throws -> Locker {
        try await store.write { connection in
            try Self.save(locker, connection)
        }
    }

    func save(_ lockers: [Locker]) async throws -> [Locker] {
        try await store.write { connection in
            try connection.execute(LockerMapping.save, forEach: lockers) {
                try LockerMapping.bind($0, to: $1)
            }
            return lockers
        }
    }

    func delete(_ identity: Locker.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(LockerMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            try connection.execute(LockerMapping.deleteAll)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(LockerMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private static func save(
        _ locker: Locker,
        _ connection: StoreConnection
    ) throws -> Locker {
        try connection.execute(LockerMapping.save) {
            try LockerMapping.bind(locker, to: $0)
        }
        return locker
    }
}
