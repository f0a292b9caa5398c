// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How towns stand in the table `Town`.
enum TownMapping {
    static func record(from row: StoreRow) throws -> Town {
        try Town(
            id: row.required(row.int64(0), 0),
            name: row.required(row.string(1), 1),
            searchName: row.required(row.string(2), 2),
            area: row.required(row.double(3), 3),
            code: row.string(4),
            country: row.string(5).map(Country.Identity.init)
        )
    }

    static func bind(_ town: Town, to bindings: StoreBindings) throws {
        try bindings.bind(town.id, at: 1)
        try bindings.bind(town.name, at: 2)
        try bindings.bind(town.searchName, at: 3)
        try bindings.bind(town.area, at: 4)
        try bindings.bind(town.code, at: 5)
        try bindings.bind(town.country?.value, at: 6)
    }

    static let list = """
        SELECT "id", "name", "searchName", "area", "code", "country"
        FROM "Town"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "name", "searchName", "area", "code", "country"
        FROM "Town"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Place" (
            "_kind", "id", "name", "searchName", "area", "code", "country"
        ) VALUES (
            'Town', ?1, ?2, ?3, ?4, ?5, ?6
        )
        ON CONFLICT ("id") DO UPDATE SET
            "_kind" = CASE WHEN "_kind" IN ('Town', 'Capital') THEN "_kind" END,
            "name" = excluded."name",
            "searchName" = excluded."searchName",
            "area" = excluded."area",
            "code" = excluded."code",
            "country" = excluded."country"
        ON CONFLICT ("code") DO UPDATE SET
            "_kind" = CASE WHEN "_kind" IN ('Town', 'Capital') THEN "_kind" END,
            "name" = excluded."name",
            "searchName" = excluded."searchName",
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
