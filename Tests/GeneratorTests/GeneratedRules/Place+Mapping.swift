// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How places stand in the table `Place`.
enum PlaceMapping {
    static func record(from row: StoreRow) throws -> Place {
        try Place(
            id: row.required(row.int64(0), 0),
            name: row.required(row.string(1), 1),
            country: row.string(2).map(Country.Identity.init)
        )
    }

    static func bind(_ place: Place, to bindings: StoreBindings) throws {
        try bindings.bind(place.id, at: 1)
        try bindings.bind(place.name, at: 2)
        try bindings.bind(place.country?.value, at: 3)
    }

    static let list = """
        SELECT "id", "name", "country"
        FROM "Place"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "name", "country"
        FROM "Place"
        WHERE "id" = ?1
        """

    static let save = """
        UPDATE "Place" SET
            "id" = ?1,
            "name" = ?2,
            "country" = ?3
        WHERE "id" = ?1
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
