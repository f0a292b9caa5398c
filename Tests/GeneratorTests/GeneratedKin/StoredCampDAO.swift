// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Camps in the store.
struct StoredCampDAO: CampDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Camp] {
        try await store.read { connection in
            try connection.rows(CampMapping.list) { try CampMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Camp.Identity) async throws -> Camp? {
        try await store.read { connection in
            try connection.firstRow(CampMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try CampMapping.record(from: $0)
            }
        }
    }

    func save(_ camp: Camp) async throws -> Camp {
        try await store.write { connection in
            try Self.save(camp, connection)
        }
    }

    func save(_ camps: [Camp]) async throws -> [Camp] {
        try await store.write { connection in
            try connection.execute(CampMapping.save, forEach: camps) {
                try CampMapping.bind($0, to: $1)
            }
            return camps
        }
    }

    func delete(_ identity: Camp.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(CampMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(CampMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(CampMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(CampMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ camp: Camp,
        _ connection: StoreConnection
    ) throws -> Camp {
        try connection.execute(CampMapping.save) {
            try CampMapping.bind(camp, to: $0)
        }
        return camp
    }
}

/// How camps stand in the table `Camp`.
nonisolated enum CampMapping {
    static func record(from row: StoreRow) throws -> Camp {
        try Camp(
            id: row.required(row.string(0), 0),
            size: row.int64(1),
            base: row.string(2).map(Camp.Identity.init)
        )
    }

    static func bind(_ camp: Camp, to bindings: StoreBindings) throws {
        try bindings.bind(camp.id, at: 1)
        try bindings.bind(camp.size, at: 2)
        try bindings.bind(camp.base?.value, at: 3)
    }

    static let list = """
        SELECT "id", "size", "base"
        FROM "Camp"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "size", "base"
        FROM "Camp"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Spot" (
            "_kind", "id", "size", "base"
        ) VALUES (
            'Camp', ?1, ?2, ?3
        )
        ON CONFLICT ("id") DO UPDATE SET
            "_kind" = CASE WHEN "_kind" IN ('Camp', 'Fort') THEN "_kind" END,
            "size" = excluded."size",
            "base" = excluded."base"
        """

    static let delete = """
        DELETE FROM "Spot" WHERE "id" = ?1 AND "_kind" IN ('Camp', 'Fort')
        """

    static let deleteAll = """
        DELETE FROM "Spot" WHERE "_kind" IN ('Camp', 'Fort')
        """

    static let count = """
        SELECT count(*) FROM "Camp"
        """
}

extension Camp: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try CampMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try CampMapping.bind(self, to: bindings)
    }
}
