// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Levies in the store.
struct StoredLevyDAO: LevyDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Levy] {
        try await store.read { connection in
            try connection.rows(LevyMapping.list) { try LevyMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Levy.Identity) async throws -> Levy? {
        try await store.read { connection in
            try connection.firstRow(LevyMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try LevyMapping.record(from: $0)
            }
        }
    }

    func save(_ levy: Levy) async throws -> Levy {
        try await store.write { connection in
            try Self.save(levy, connection)
        }
    }

    func save(_ levies: [Levy]) async throws -> [Levy] {
        try await store.write { connection in
            try levies.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Levy.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(LevyMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(LevyMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(LevyMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(LevyMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ levy: Levy,
        _ connection: StoreConnection
    ) throws -> Levy {
        var saved = levy
        let identity = try connection.firstRow(LevyMapping.save) {
            try LevyMapping.bind(saved, to: $0)
        } read: {
            try $0.required($0.int64(0), 0)
        }
        if let identity { saved.identity = Levy.Identity(identity) }
        return saved
    }
}

/// How levies stand in the table `Levy`.
nonisolated enum LevyMapping {
    static func record(from row: StoreRow) throws -> Levy {
        try Levy(
            identity: row.int64(0).map(Levy.Identity.init),
            id: row.required(row.int64(1), 1),
            name: row.string(2),
            siteID: row.required(row.int64(3), 3)
        )
    }

    static func bind(_ levy: Levy, to bindings: StoreBindings) throws {
        try bindings.bind(levy.identity?.value, at: 1)
        try bindings.bind(levy.id, at: 2)
        try bindings.bind(levy.name, at: 3)
        try bindings.bind(levy.siteID, at: 4)
    }

    static let list = """
        SELECT "_id", "id", "name", "siteID"
        FROM "Levy"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "id", "name", "siteID"
        FROM "Levy"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Levy" (
            "_id", "id", "name", "siteID"
        ) VALUES (
            ?1, ?2, ?3, ?4
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "id" = excluded."id",
            "name" = excluded."name",
            "siteID" = excluded."siteID"
        ON CONFLICT ("siteID", "id") DO UPDATE SET
            "id" = excluded."id",
            "name" = excluded."name",
            "siteID" = excluded."siteID"
        RETURNING "_id"
        """

    static let delete = """
        DELETE FROM "Levy" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Levy"
        """

    static let count = """
        SELECT count(*) FROM "Levy"
        """
}

extension Levy: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try LevyMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try LevyMapping.bind(self, to: bindings)
    }
}
