// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Badges in the store.
struct StoredBadgeDAO: BadgeDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Badge] {
        try await store.read { connection in
            try connection.rows(BadgeMapping.list) { try BadgeMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Badge.Identity) async throws -> Badge? {
        try await store.read { connection in
            try connection.firstRow(BadgeMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try BadgeMapping.record(from: $0)
            }
        }
    }

    func save(_ badge: Badge) async throws -> Badge {
        try await store.write { connection in
            try Self.save(badge, connection)
        }
    }

    func save(_ badges: [Badge]) async throws -> [Badge] {
        try await store.write { connection in
            try connection.execute(BadgeMapping.save, forEach: badges) {
                try BadgeMapping.bind($0, to: $1)
            }
            return badges
        }
    }

    func delete(_ identity: Badge.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(BadgeMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(BadgeMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(BadgeMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(BadgeMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ badge: Badge,
        _ connection: StoreConnection
    ) throws -> Badge {
        try connection.execute(BadgeMapping.save) {
            try BadgeMapping.bind(badge, to: $0)
        }
        return badge
    }
}

/// How badges stand in the table `Badge`.
nonisolated enum BadgeMapping {
    static func record(from row: StoreRow) throws -> Badge {
        try Badge(
            id: row.required(row.int64(0), 0),
            holder: Partner.Identity(row.required(row.string(1), 1))
        )
    }

    static func bind(_ badge: Badge, to bindings: StoreBindings) throws {
        try bindings.bind(badge.id, at: 1)
        try bindings.bind(badge.holder.value, at: 2)
    }

    static let list = """
        SELECT "id", "holder"
        FROM "Badge"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "holder"
        FROM "Badge"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Badge" (
            "id", "holder"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("id") DO UPDATE SET
            "holder" = excluded."holder"
        """

    static let delete = """
        DELETE FROM "Badge" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Badge"
        """

    static let count = """
        SELECT count(*) FROM "Badge"
        """
}

extension Badge: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try BadgeMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try BadgeMapping.bind(self, to: bindings)
    }
}
