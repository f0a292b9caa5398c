// Made by cdgen from Club.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Lockers in the store.
struct StoredLockerDAO: LockerDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Locker] {
        try await store.read { connection in
            try connection.rows(LockerMapping.list) { try LockerMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Locker.Identity) async throws -> Locker? {
        try await store.read { connection in
            try connection.firstRow(LockerMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try LockerMapping.record(from: $0)
            }
        }
    }

    func save(_ locker: Locker) async throws -> Locker {
        try await store.write { connection in
            try Self.save(locker, connection)
        }
    }

    func save(_ lockers: [Locker]) async throws -> [Locker] {
        try await store.write { connection in
            try connection.execute(LockerMapping.save, forEach: lockers) {
                try LockerMapping.bind($0, to: $1)
            }
            return lockers
        }
    }

    func delete(_ identity: Locker.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(LockerMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(LockerMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(LockerMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(LockerMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ locker: Locker,
        _ connection: StoreConnection
    ) throws -> Locker {
        try connection.execute(LockerMapping.save) {
            try LockerMapping.bind(locker, to: $0)
        }
        return locker
    }
}

/// How lockers stand in the table `Locker`.
nonisolated enum LockerMapping {
    static func record(from row: StoreRow) throws -> Locker {
        try Locker(
            code: row.required(row.string(0), 0),
            team: row.int64(1).map(Team.Identity.init)
        )
    }

    static func bind(_ locker: Locker, to bindings: StoreBindings) throws {
        try bindings.bind(locker.code, at: 1)
        try bindings.bind(locker.team?.value, at: 2)
    }

    static let list = """
        SELECT "code", "team"
        FROM "Locker"
        ORDER BY "code"
        """

    static let retrieve = """
        SELECT "code", "team"
        FROM "Locker"
        WHERE "code" = ?1
        """

    static let save = """
        INSERT INTO "Locker" (
            "code", "team"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("code") DO UPDATE SET
            "team" = excluded."team"
        """

    static let delete = """
        DELETE FROM "Locker" WHERE "code" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Locker"
        """

    static let count = """
        SELECT count(*) FROM "Locker"
        """
}

extension Locker: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try LockerMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try LockerMapping.bind(self, to: bindings)
    }
}
