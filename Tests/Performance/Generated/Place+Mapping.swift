// Made by cdgen from Bench.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How places stand in the table `Place`.
enum PlaceMapping {
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
