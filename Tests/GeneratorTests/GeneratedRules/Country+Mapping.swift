// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How countries stand in the table `Country`.
enum CountryMapping {
    static func record(from row: StoreRow) throws -> Country {
        try Country(
            code: row.required(row.string(0), 0),
            founded: row.date(1),
            people: row.int64(2)
        )
    }

    static func bind(_ country: Country, to bindings: StoreBindings) throws {
        try bindings.bind(country.code, at: 1)
        try bindings.bind(country.founded, at: 2)
        try bindings.bind(country.people, at: 3)
    }

    static let list = """
        SELECT "code", "founded", "people"
        FROM "Country"
        ORDER BY "code"
        """

    static let retrieve = """
        SELECT "code", "founded", "people"
        FROM "Country"
        WHERE "code" = ?1
        """

    static let save = """
        INSERT INTO "Country" (
            "code", "founded", "people"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("code") DO UPDATE SET
            "founded" = excluded."founded",
            "people" = excluded."people"
        """

    static let delete = """
        DELETE FROM "Country" WHERE "code" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Country"
        """

    static let count = """
        SELECT count(*) FROM "Country"
        """
}

extension Country: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try CountryMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try CountryMapping.bind(self, to: bindings)
    }
}
