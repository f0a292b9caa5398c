// Made by cdgen from Bench.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Places in the store.
struct StoredPlaceDAO: PlaceDAO, StoredDataAccessObject {
    let store: CacheStore

    nonisolated(nonsending) func list() async throws -> [Place] {
        try await store.read { connection in
            try connection.rows(PlaceMapping.list) { try PlaceMapping.record(from: $0) }
        }
    }

    nonisolated(nonsending) func retrieve(_ identity: Place.Identity) async throws -> Place? {
        try await store.read { connection in
            try connection.firstRow(PlaceMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try PlaceMapping.record(from: $0)
            }
        }
    }

    nonisolated(nonsending) func save(_ place: Place) async throws -> Place {
        try await store.writeBriefly { connection in
            try Self.save(place, connection)
        }
    }

    nonisolated(nonsending) func save(_ places: [Place]) async throws -> [Place] {
        try await store.write { connection in
            try connection.execute(PlaceMapping.save, forEach: places) {
                try PlaceMapping.bind($0, to: $1)
            }
            return places
        }
    }

    nonisolated(nonsending) func delete(_ identity: Place.Identity) async throws -> Bool {
        try await store.writeBriefly { connection in
            let count = try connection.execute(PlaceMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    nonisolated(nonsending) func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(PlaceMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(PlaceMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    nonisolated(nonsending) func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(PlaceMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ place: Place,
        _ connection: StoreConnection
    ) throws -> Place {
        try connection.execute(PlaceMapping.save) {
            try PlaceMapping.bind(place, to: $0)
        }
        return place
    }
}

/// How places stand in the table `Place`.
nonisolated enum PlaceMapping {
    static func record(from row: StoreRow) throws -> Place {
        try Place(
            id: row.required(row.int64(0), 0),
            name: row.required(row.string(1), 1),
            country: row.string(2),
            latitude: row.required(row.double(3), 3),
            population: row.int64(4)
        )
    }

    static func bind(_ place: Place, to bindings: StoreBindings) throws {
        try bindings.bind(place.id, at: 1)
        try bindings.bind(place.name, at: 2)
        try bindings.bind(place.country, at: 3)
        try bindings.bind(place.latitude, at: 4)
        try bindings.bind(place.population, at: 5)
    }

    static let list = """
        SELECT "id", "name", "country", "latitude", "population"
        FROM "Place"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "name", "country", "latitude", "population"
        FROM "Place"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Place" (
            "id", "name", "country", "latitude", "population"
        ) VALUES (
            ?1, ?2, ?3, ?4, ?5
        )
        ON CONFLICT ("id") DO UPDATE SET
            "name" = excluded."name",
            "country" = excluded."country",
            "latitude" = excluded."latitude",
            "population" = excluded."population"
        """

    static let delete = """
        DELETE FROM "Place" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Place"
        """

    static let count = """
        SELECT count(*) FROM "Place"
        """
}

extension Place: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try PlaceMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try PlaceMapping.bind(self, to: bindings)
    }
}
