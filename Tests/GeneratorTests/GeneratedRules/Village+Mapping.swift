// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How villages stand in the table `Village`.
enum VillageMapping {
    static func record(from row: StoreRow) throws -> Village {
        try Village(
            id: row.required(row.int64(0), 0),
            name: row.required(row.string(1), 1),
            area: row.string(2),
            country: row.string(3).map(Country.Identity.init),
            nearest: row.int64(4).map(Town.Identity.init)
        )
    }

    static func bind(_ village: Village, to bindings: StoreBindings) throws {
        try bindings.bind(village.id, at: 1)
        try bindings.bind(village.name, at: 2)
        try bindings.bind(village.area, at: 3)
        try bindings.bind(village.country?.value, at: 4)
        try bindings.bind(village.nearest?.value, at: 5)
    }

    static let list = """
        SELECT "id", "name", "area", "country", "nearest"
        FROM "Village"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "name", "area", "country", "nearest"
        FROM "Village"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Place" (
            "_kind", "id", "name", "Village.area", "country", "nearest"
        ) VALUES (
            'Village', ?1, ?2, ?3, ?4, ?5
        )
        ON CONFLICT ("id") DO UPDATE SET
            "_kind" = CASE WHEN "_kind" IN ('Village') THEN "_kind" END,
            "name" = excluded."name",
            "Village.area" = excluded."Village.area",
            "country" = excluded."country",
            "nearest" = excluded."nearest"
        """

    static let delete = """
        DELETE FROM "Place" WHERE "id" = ?1 AND "_kind" IN ('Village')
        """

    static let deleteAll = """
        DELETE FROM "Place" WHERE "_kind" IN ('Village')
        """

    static let count = """
        SELECT count(*) FROM "Village"
        """
}

extension Village: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try VillageMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try VillageMapping.bind(self, to: bindings)
    }
}
