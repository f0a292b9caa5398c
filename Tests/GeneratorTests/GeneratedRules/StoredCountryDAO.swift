// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Countries in the store.
struct StoredCountryDAO: CountryDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Country] {
        try await store.read { connection in
            try connection.rows(CountryMapping.list) { try CountryMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Country.Identity) async throws -> Country? {
        try await store.read { connection in
            try connection.firstRow(CountryMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try CountryMapping.record(from: $0)
            }
        }
    }

    func save(_ country: Country) async throws -> Country {
        try await store.write { connection in
            try Self.save(country, connection)
        }
    }

    func save(_ countries: [Country]) async throws -> [Country] {
        try await store.write { connection in
            try connection.execute(CountryMapping.save, forEach: countries) {
                try $0.validate()
                try CountryMapping.bind($0, to: $1)
            }
            return countries
        }
    }

    func delete(_ identity: Country.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(CountryMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(CountryMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(CountryMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(CountryMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ country: Country,
        _ connection: StoreConnection
    ) throws -> Country {
        try country.validate()
        try connection.execute(CountryMapping.save) {
            try CountryMapping.bind(country, to: $0)
        }
        return country
    }
}

/// How countries stand in the table `Country`.
nonisolated enum CountryMapping {
    static func record(from row: StoreRow) throws -> Country {
        try Country(
            code: row.required(row.string(0), 0),
            founded: row.date(1),
            people: row.int64(2),
            tally: row.int64(3)
        )
    }

    static func bind(_ country: Country, to bindings: StoreBindings) throws {
        try bindings.bind(country.code, at: 1)
        try bindings.bind(country.founded, at: 2)
        try bindings.bind(country.people, at: 3)
        try bindings.bind(country.tally, at: 4)
    }

    static let list = """
        SELECT "code", "founded", "people", "tally"
        FROM "Country"
        ORDER BY "code"
        """

    static let retrieve = """
        SELECT "code", "founded", "people", "tally"
        FROM "Country"
        WHERE "code" = ?1
        """

    static let save = """
        INSERT INTO "Country" (
            "code", "founded", "people", "tally"
        ) VALUES (
            ?1, ?2, ?3, ?4
        )
        ON CONFLICT ("code") DO UPDATE SET
            "founded" = excluded."founded",
            "people" = excluded."people",
            "tally" = excluded."tally"
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
