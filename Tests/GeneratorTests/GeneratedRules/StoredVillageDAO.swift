// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Villages in the store.
struct StoredVillageDAO: VillageDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Village] {
        try await store.read { connection in
            try connection.rows(VillageMapping.list) { try VillageMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Village.Identity) async throws -> Village? {
        try await store.read { connection in
            try connection.firstRow(VillageMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try VillageMapping.record(from: $0)
            }
        }
    }

    func save(_ village: Village) async throws -> Village {
        try await store.write { connection in
            try Self.save(village, connection)
        }
    }

    func save(_ villages: [Village]) async throws -> [Village] {
        try await store.write { connection in
            try connection.execute(VillageMapping.save, forEach: villages) {
                try VillageMapping.bind($0, to: $1)
            }
            return villages
        }
    }

    func delete(_ identity: Village.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(VillageMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            try connection.execute(VillageMapping.deleteAll)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(VillageMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private static func save(
        _ village: Village,
        _ connection: StoreConnection
    ) throws -> Village {
        try connection.execute(VillageMapping.save) {
            try VillageMapping.bind(village, to: $0)
        }
        return village
    }
}
