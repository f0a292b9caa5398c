// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Villages in the store.
struct StoredVillageDAO: VillageDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Village] {
        try await store.read { connection in
            try connection.rows(VillageMapping.list) { try VillageMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Village.Identity) async throws -> Village? {
        try await store.read { connection in
            try connection.firstRow(VillageMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try VillageMapping.record(from: $0)
            }
        }
    }

    func save(_ village: Village) async throws -> Village {
        try await store.write { connection in
            try Self.save(village, connection)
        }
    }

    func save(_ villages: [Village]) async throws -> [Village] {
        try await store.write { connection in
            try connection.execute(VillageMapping.save, forEach: villages) {
                try VillageMapping.bind($0, to: $1)
            }
            return villages
        }
    }

    func delete(_ identity: Village.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(VillageMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(VillageMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(VillageMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(VillageMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ village: Village,
        _ connection: StoreConnection
    ) throws -> Village {
        try connection.execute(VillageMapping.save) {
            try VillageMapping.bind(village, to: $0)
        }
        return village
    }
}

/// How villages stand in the table `Village`.
nonisolated enum VillageMapping {
    static func record(from row: StoreRow) throws -> Village {
        try Village(
            id: row.required(row.int64(0), 0),
            name: row.required(row.string(1), 1),
            searchName: row.required(row.string(2), 2),
            area: row.string(3),
            country: row.string(4).map(Country.Identity.init),
            nearest: row.int64(5).map(Town.Identity.init)
        )
    }

    static func bind(_ village: Village, to bindings: StoreBindings) throws {
        try bindings.bind(village.id, at: 1)
        try bindings.bind(village.name, at: 2)
        try bindings.bind(village.searchName, at: 3)
        try bindings.bind(village.area, at: 4)
        try bindings.bind(village.country?.value, at: 5)
        try bindings.bind(village.nearest?.value, at: 6)
    }

    static let list = """
        SELECT "id", "name", "searchName", "area", "country", "nearest"
        FROM "Village"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "name", "searchName", "area", "country", "nearest"
        FROM "Village"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Place" (
            "_kind", "id", "name", "searchName", "Village.area", "country", "nearest"
        ) VALUES (
            'Village', ?1, ?2, ?3, ?4, ?5, ?6
        )
        ON CONFLICT ("id") DO UPDATE SET
            "_kind" = CASE WHEN "_kind" IN ('Village') THEN "_kind" END,
            "name" = excluded."name",
            "searchName" = excluded."searchName",
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
