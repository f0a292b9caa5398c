// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How capitals stand in the table `Capital`.
enum CapitalMapping {
    static func record(from row: StoreRow) throws -> Capital {
        try Capital(
            id: row.required(row.int64(0), 0),
            name: row.required(row.string(1), 1),
            area: row.required(row.double(2), 2),
            code: row.string(3),
            seat: row.string(4),
            country: row.string(5).map(Country.Identity.init)
        )
    }

    static func bind(_ capital: Capital, to bindings: StoreBindings) throws {
        try bindings.bind(capital.id, at: 1)
        try bindings.bind(capital.name, at: 2)
        try bindings.bind(capital.area, at: 3)
        try bindings.bind(capital.code, at: 4)
        try bindings.bind(capital.seat, at: 5)
        try bindings.bind(capital.country?.value, at: 6)
    }

    static let list = """
        SELECT "id", "name", "area", "code", "seat", "country"
        FROM "Capital"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "name", "area", "code", "seat", "country"
        FROM "Capital"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Place" (
            "_kind", "id", "name", "area", "code", "seat", "country"
        ) VALUES (
            'Capital', ?1, ?2, ?3, ?4, ?5, ?6
        )
        ON CONFLICT ("id") DO UPDATE SET
            "_kind" = CASE WHEN "_kind" IN ('Capital') THEN "_kind" END,
            "name" = excluded."name",
            "area" = excluded."area",
            "code" = excluded."code",
            "seat" = excluded."seat",
            "country" = excluded."country"
        ON CONFLICT ("code") DO UPDATE SET
            "_kind" = CASE WHEN "_kind" IN ('Capital') THEN "_kind" END,
            "name" = excluded."name",
            "area" = excluded."area",
            "code" = excluded."code",
            "seat" = excluded."seat",
            "country" = excluded."country"
        RETURNING "id"
        """

    static let delete = """
        DELETE FROM "Place" WHERE "id" = ?1 AND "_kind" IN ('Capital')
        """

    static let deleteAll = """
        DELETE FROM "Place" WHERE "_kind" IN ('Capital')
        """

    static let count = """
        SELECT count(*) FROM "Capital"
        """
}

extension Capital: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try CapitalMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try CapitalMapping.bind(self, to: bindings)
    }
}
