// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Talks in the store.
struct StoredTalkDAO: TalkDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Talk] {
        try await store.read { connection in
            try connection.rows(TalkMapping.list) { try TalkMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Talk.Identity) async throws -> Talk? {
        try await store.read { connection in
            try connection.firstRow(TalkMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try TalkMapping.record(from: $0)
            }
        }
    }

    func save(_ talk: Talk) async throws -> Talk {
        try await store.write { connection in
            try Self.save(talk, connection)
        }
    }

    func save(_ talks: [Talk]) async throws -> [Talk] {
        try await store.write { connection in
            try talks.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Talk.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(TalkMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(TalkMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(TalkMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(TalkMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ talk: Talk,
        _ connection: StoreConnection
    ) throws -> Talk {
        var saved = talk
        let identity = try connection.firstRow(TalkMapping.save) {
            try TalkMapping.bind(saved, to: $0)
        } read: {
            try $0.required($0.int64(0), 0)
        }
        if let identity { saved.identity = Talk.Identity(identity) }
        return saved
    }
}

/// How talks stand in the table `Talk`.
nonisolated enum TalkMapping {
    static func record(from row: StoreRow) throws -> Talk {
        try Talk(
            identity: row.int64(0).map(Talk.Identity.init),
            day: row.required(row.string(1), 1),
            slot: row.required(row.int16(2), 2),
            speaker: row.required(row.string(3), 3),
            title: row.string(4)
        )
    }

    static func bind(_ talk: Talk, to bindings: StoreBindings) throws {
        try bindings.bind(talk.identity?.value, at: 1)
        try bindings.bind(talk.day, at: 2)
        try bindings.bind(talk.slot, at: 3)
        try bindings.bind(talk.speaker, at: 4)
        try bindings.bind(talk.title, at: 5)
    }

    static let list = """
        SELECT "_id", "day", "slot", "speaker", "title"
        FROM "Talk"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "day", "slot", "speaker", "title"
        FROM "Talk"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Event" (
            "_kind", "_id", "day", "slot", "speaker", "title"
        ) VALUES (
            'Talk', ?1, ?2, ?3, ?4, ?5
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "_kind" = CASE WHEN "_kind" IN ('Talk') THEN "_kind" END,
            "day" = excluded."day",
            "slot" = excluded."slot",
            "speaker" = excluded."speaker",
            "title" = excluded."title"
        ON CONFLICT ("day", "slot") DO UPDATE SET
            "_kind" = CASE WHEN "_kind" IN ('Talk') THEN "_kind" END,
            "day" = excluded."day",
            "slot" = excluded."slot",
            "speaker" = excluded."speaker",
            "title" = excluded."title"
        ON CONFLICT ("speaker", "day") DO UPDATE SET
            "_kind" = CASE WHEN "_kind" IN ('Talk') THEN "_kind" END,
            "day" = excluded."day",
            "slot" = excluded."slot",
            "speaker" = excluded."speaker",
            "title" = excluded."title"
        RETURNING "_id"
        """

    static let delete = """
        DELETE FROM "Event" WHERE "_id" = ?1 AND "_kind" IN ('Talk')
        """

    static let deleteAll = """
        DELETE FROM "Event" WHERE "_kind" IN ('Talk')
        """

    static let count = """
        SELECT count(*) FROM "Talk"
        """
}

extension Talk: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try TalkMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try TalkMapping.bind(self, to: bindings)
    }
}
