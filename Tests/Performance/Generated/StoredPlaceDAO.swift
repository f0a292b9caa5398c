// Made by cdgen from Bench.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Places in the store.
struct StoredPlaceDAO: PlaceDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Place] {
        try await store.read { connection in
            try connection.rows(PlaceMapping.list) { try PlaceMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Place.Identity) async throws -> Place? {
        try await store.read { connection in
            try connection.firstRow(PlaceMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try PlaceMapping.record(from: $0)
            }
        }
    }

    func save(_ place: Place) async throws -> Place {
        try await store.write { connection in
            try Self.save(place, connection)
        }
    }

    func save(_ places: [Place]) async throws -> [Place] {
        try await store.write { connection in
            try connection.execute(PlaceMapping.save, forEach: places) {
                try PlaceMapping.bind($0, to: $1)
            }
            return places
        }
    }

    func delete(_ identity: Place.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(PlaceMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            try connection.execute(PlaceMapping.deleteAll)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(PlaceMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private static func save(
        _ place: Place,
        _ connection: StoreConnection
    ) throws -> Place {
        try connection.execute(PlaceMapping.save) {
            try PlaceMapping.bind(place, to: $0)
        }
        return place
    }
}
