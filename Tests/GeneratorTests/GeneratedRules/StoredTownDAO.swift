// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Towns in the store.
struct StoredTownDAO: TownDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Town] {
        try await store.read { connection in
            try connection.rows(TownMapping.list) { try TownMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Town.Identity) async throws -> Town? {
        try await store.read { connection in
            try connection.firstRow(TownMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try TownMapping.record(from: $0)
            }
        }
    }

    func save(_ town: Town) async throws -> Town {
        try await store.write { connection in
            try Self.save(town, connection)
        }
    }

    func save(_ towns: [Town]) async throws -> [Town] {
        try await store.write { connection in
            try towns.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Town.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(TownMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(TownMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(TownMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(TownMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ town: Town,
        _ connection: StoreConnection
    ) throws -> Town {
        var saved = town
        let identity = try connection.firstRow(TownMapping.save) {
            try TownMapping.bind(saved, to: $0)
        } read: {
            try $0.required($0.int64(0), 0)
        }
        if let identity { saved.id = identity }
        return saved
    }
}

/// How towns stand in the table `Town`.
nonisolated enum TownMapping {
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
