// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Trails in the store.
struct StoredTrailDAO: TrailDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Trail] {
        try await store.read { connection in
            try connection.rows(TrailMapping.list) { try TrailMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Trail.Identity) async throws -> Trail? {
        try await store.read { connection in
            try connection.firstRow(TrailMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try TrailMapping.record(from: $0)
            }
        }
    }

    func save(_ trail: Trail) async throws -> Trail {
        try await store.write { connection in
            try Self.save(trail, connection)
        }
    }

    func save(_ trails: [Trail]) async throws -> [Trail] {
        try await store.write { connection in
            try connection.execute(TrailMapping.save, forEach: trails) {
                try TrailMapping.bind($0, to: $1)
            }
            return trails
        }
    }

    func delete(_ identity: Trail.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(TrailMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(TrailMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(TrailMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(TrailMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ trail: Trail,
        _ connection: StoreConnection
    ) throws -> Trail {
        try connection.execute(TrailMapping.save) {
            try TrailMapping.bind(trail, to: $0)
        }
        return trail
    }
}

/// How trails stand in the table `Trail`.
nonisolated enum TrailMapping {
    static func record(from row: StoreRow) throws -> Trail {
        try Trail(
            id: row.required(row.string(0), 0),
            start: Camp.Identity(row.required(row.string(1), 1)),
            goal: row.string(2).map(Spot.Identity.init)
        )
    }

    static func bind(_ trail: Trail, to bindings: StoreBindings) throws {
        try bindings.bind(trail.id, at: 1)
        try bindings.bind(trail.start.value, at: 2)
        try bindings.bind(trail.goal?.value, at: 3)
    }

    static let list = """
        SELECT "id", "start", "goal"
        FROM "Trail"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "start", "goal"
        FROM "Trail"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Trail" (
            "id", "start", "goal"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("id") DO UPDATE SET
            "start" = excluded."start",
            "goal" = excluded."goal"
        """

    static let delete = """
        DELETE FROM "Trail" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Trail"
        """

    static let count = """
        SELECT count(*) FROM "Trail"
        """
}

extension Trail: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try TrailMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try TrailMapping.bind(self, to: bindings)
    }
}
