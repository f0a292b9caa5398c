// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How towns stand in the table `Town`.
enum TownMapping {
    static func record(from row: StoreRow) throws -> Town {
        try Town(
            id: row.required(row.int64(0), 0),
            name: row.required(row.string(1), 1),
            area: row.required(row.double(2), 2),
            code: row.string(3),
            country: row.string(4).map(Country.Identity.init)
        )
    }

    static func bind(_ town: Town, to bindings: StoreBindings) throws {
        try bindings.bind(town.id, at: 1)
        try bindings.bind(town.name, at: 2)
        try bindings.bind(town.area, at: 3)
        try bindings.bind(town.code, at: 4)
        try bindings.bind(town.country?.value, at: 5)
    }

    static let list = """
        SELECT "id", "name", "area", "code", "country"
        FROM "Town"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "name", "area", "code", "country"
        FROM "Town"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Place" (
            "_kind", "id", "name", "area", "code", "country"
        ) VALUES (
            'Town', ?1, ?2, ?3, ?4, ?5
        )
        ON CONFLICT ("id") DO UPDATE SET
            "_kind" = CASE WHEN "_kind" IN ('Town', 'Capital') THEN "_kind" END,
            "name" = excluded."name",
            "area" = excluded."area",
            "code" = excluded."code",
            "country" = excluded."country"
        ON CONFLICT ("code") DO UPDATE SET
            "_kind" = CASE WHEN "_kind" IN ('Town', 'Capital') THEN "_kind" END,
            "name" = excluded."name",
            "area" = excluded."area",
            "code" = excluded."code",
            "country" = excluded."country"
        RETURNING "id"
        """

    static let delete = """
        DELETE FROM "Place" WHERE "id" = ?1 AND "_kind" IN ('Town', 'Capital')
        """

    static let deleteAll = """
        DELETE FROM "Place" WHERE "_kind" IN ('Town', 'Capital')
        """

    static let count = """
        SELECT count(*) FROM "Town"
        """
}

extension Town: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try TownMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try TownMapping.bind(self, to: bindings)
    }
}
