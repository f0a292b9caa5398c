// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Forts in the store.
struct StoredFortDAO: FortDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Fort] {
        try await store.read { connection in
            try connection.rows(FortMapping.list) { try FortMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Fort.Identity) async throws -> Fort? {
        try await store.read { connection in
            try connection.firstRow(FortMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try FortMapping.record(from: $0)
            }
        }
    }

    func save(_ fort: Fort) async throws -> Fort {
        try await store.write { connection in
            try Self.save(fort, connection)
        }
    }

    func save(_ forts: [Fort]) async throws -> [Fort] {
        try await store.write { connection in
            try connection.execute(FortMapping.save, forEach: forts) {
                try FortMapping.bind($0, to: $1)
            }
            return forts
        }
    }

    func delete(_ identity: Fort.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(FortMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(FortMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(FortMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(FortMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ fort: Fort,
        _ connection: StoreConnection
    ) throws -> Fort {
        try connection.execute(FortMapping.save) {
            try FortMapping.bind(fort, to: $0)
        }
        return fort
    }
}

/// How forts stand in the table `Fort`.
nonisolated enum FortMapping {
    static func record(from row: StoreRow) throws -> Fort {
        try Fort(
            id: row.required(row.string(0), 0),
            size: row.int64(1),
            guns: row.int64(2),
            base: row.string(3).map(Camp.Identity.init)
        )
    }

    static func bind(_ fort: Fort, to bindings: StoreBindings) throws {
        try bindings.bind(fort.id, at: 1)
        try bindings.bind(fort.size, at: 2)
        try bindings.bind(fort.guns, at: 3)
        try bindings.bind(fort.base?.value, at: 4)
    }

    static let list = """
        SELECT "id", "size", "guns", "base"
        FROM "Fort"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "size", "guns", "base"
        FROM "Fort"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Spot" (
            "_kind", "id", "size", "guns", "base"
        ) VALUES (
            'Fort', ?1, ?2, ?3, ?4
        )
        ON CONFLICT ("id") DO UPDATE SET
            "_kind" = CASE WHEN "_kind" IN ('Fort') THEN "_kind" END,
            "size" = excluded."size",
            "guns" = excluded."guns",
            "base" = excluded."base"
        """

    static let delete = """
        DELETE FROM "Spot" WHERE "id" = ?1 AND "_kind" IN ('Fort')
        """

    static let deleteAll = """
        DELETE FROM "Spot" WHERE "_kind" IN ('Fort')
        """

    static let count = """
        SELECT count(*) FROM "Fort"
        """
}

extension Fort: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try FortMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try FortMapping.bind(self, to: bindings)
    }
}
