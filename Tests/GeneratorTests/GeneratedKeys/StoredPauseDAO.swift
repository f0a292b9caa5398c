// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Pauses in the store.
struct StoredPauseDAO: PauseDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Pause] {
        try await store.read { connection in
            try connection.rows(PauseMapping.list) { try PauseMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Pause.Identity) async throws -> Pause? {
        try await store.read { connection in
            try connection.firstRow(PauseMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try PauseMapping.record(from: $0)
            }
        }
    }

    func save(_ pause: Pause) async throws -> Pause {
        try await store.write { connection in
            try Self.save(pause, connection)
        }
    }

    func save(_ pauses: [Pause]) async throws -> [Pause] {
        try await store.write { connection in
            try pauses.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Pause.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(PauseMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(PauseMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(PauseMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(PauseMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ pause: Pause,
        _ connection: StoreConnection
    ) throws -> Pause {
        var saved = pause
        let identity = try connection.firstRow(PauseMapping.save) {
            try PauseMapping.bind(saved, to: $0)
        } read: {
            try $0.required($0.int64(0), 0)
        }
        if let identity { saved.identity = Pause.Identity(identity) }
        return saved
    }
}

/// How pauses stand in the table `Pause`.
nonisolated enum PauseMapping {
    static func record(from row: StoreRow) throws -> Pause {
        try Pause(
            identity: row.int64(0).map(Pause.Identity.init),
            day: row.required(row.string(1), 1),
            slot: row.required(row.int16(2), 2),
            minutes: row.int16(3)
        )
    }

    static func bind(_ pause: Pause, to bindings: StoreBindings) throws {
        try bindings.bind(pause.identity?.value, at: 1)
        try bindings.bind(pause.day, at: 2)
        try bindings.bind(pause.slot, at: 3)
        try bindings.bind(pause.minutes, at: 4)
    }

    static let list = """
        SELECT "_id", "day", "slot", "minutes"
        FROM "Pause"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "day", "slot", "minutes"
        FROM "Pause"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Event" (
            "_kind", "_id", "day", "slot", "minutes"
        ) VALUES (
            'Pause', ?1, ?2, ?3, ?4
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "_kind" = CASE WHEN "_kind" IN ('Pause') THEN "_kind" END,
            "day" = excluded."day",
            "slot" = excluded."slot",
            "minutes" = excluded."minutes"
        ON CONFLICT ("day", "slot") DO UPDATE SET
            "_kind" = CASE WHEN "_kind" IN ('Pause') THEN "_kind" END,
            "day" = excluded."day",
            "slot" = excluded."slot",
            "minutes" = excluded."minutes"
        RETURNING "_id"
        """

    static let delete = """
        DELETE FROM "Event" WHERE "_id" = ?1 AND "_kind" IN ('Pause')
        """

    static let deleteAll = """
        DELETE FROM "Event" WHERE "_kind" IN ('Pause')
        """

    static let count = """
        SELECT count(*) FROM "Pause"
        """
}

extension Pause: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try PauseMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try PauseMapping.bind(self, to: bindings)
    }
}
