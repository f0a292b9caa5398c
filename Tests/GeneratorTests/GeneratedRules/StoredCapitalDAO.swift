// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Capitals in the store.
struct StoredCapitalDAO: CapitalDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Capital] {
        try await store.read { connection in
            try connection.rows(CapitalMapping.list) { try CapitalMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Capital.Identity) async throws -> Capital? {
        try await store.read { connection in
            try connection.firstRow(CapitalMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try CapitalMapping.record(from: $0)
            }
        }
    }

    func save(_ capital: Capital) async throws -> Capital {
        try await store.write { connection in
            try Self.save(capital, connection)
        }
    }

    func save(_ capitals: [Capital]) async throws -> [Capital] {
        try await store.write { connection in
            try capitals.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Capital.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(CapitalMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(CapitalMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(CapitalMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(CapitalMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ capital: Capital,
        _ connection: StoreConnection
    ) throws -> Capital {
        var saved = capital
        let identity = try connection.firstRow(CapitalMapping.save) {
            try CapitalMapping.bind(saved, to: $0)
        } read: {
            try $0.required($0.int64(0), 0)
        }
        if let identity { saved.id = identity }
        return saved
    }
}

/// How capitals stand in the table `Capital`.
nonisolated enum CapitalMapping {
    static func record(from row: StoreRow) throws -> Capital {
        try Capital(
            id: row.required(row.int64(0), 0),
            name: row.required(row.string(1), 1),
            searchName: row.required(row.string(2), 2),
            area: row.required(row.double(3), 3),
            code: row.string(4),
            changed: row.date(5),
            seat: row.string(6),
            country: row.string(7).map(Country.Identity.init)
        )
    }

    static func bind(_ capital: Capital, to bindings: StoreBindings) throws {
        try bindings.bind(capital.id, at: 1)
        try bindings.bind(capital.name, at: 2)
        try bindings.bind(capital.searchName, at: 3)
        try bindings.bind(capital.area, at: 4)
        try bindings.bind(capital.code, at: 5)
        try bindings.bind(capital.changed, at: 6)
        try bindings.bind(capital.seat, at: 7)
        try bindings.bind(capital.country?.value, at: 8)
    }

    static let list = """
        SELECT "id", "name", "searchName", "area", "code", "changed", "seat", "country"
        FROM "Capital"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "name", "searchName", "area", "code", "changed", "seat", "country"
        FROM "Capital"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Place" (
            "_kind", "id", "name", "searchName", "area", "code", "changed", "seat",
            "country"
        ) VALUES (
            'Capital', ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8
        )
        ON CONFLICT ("id") DO UPDATE SET
            "_kind" = CASE WHEN "_kind" IN ('Capital') THEN "_kind" END,
            "name" = excluded."name",
            "searchName" = excluded."searchName",
            "area" = excluded."area",
            "code" = excluded."code",
            "changed" = excluded."changed",
            "seat" = excluded."seat",
            "country" = excluded."country"
        ON CONFLICT ("code") DO UPDATE SET
            "_kind" = CASE WHEN "_kind" IN ('Capital') THEN "_kind" END,
            "name" = excluded."name",
            "searchName" = excluded."searchName",
            "area" = excluded."area",
            "code" = excluded."code",
            "changed" = excluded."changed",
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
