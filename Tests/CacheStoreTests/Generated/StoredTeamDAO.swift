// Made by cdgen from Club.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Teams in the store.
struct StoredTeamDAO: TeamDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Team] {
        try await store.read { connection in
            try connection.rows(TeamMapping.list) { try TeamMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Team.Identity) async throws -> Team? {
        try await store.read { connection in
            try connection.firstRow(TeamMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try TeamMapping.record(from: $0)
            }
        }
    }

    func save(_ team: Team) async throws -> Team {
        try await store.write { connection in
            try Self.save(team, connection)
        }
    }

    func save(_ teams: [Team]) async throws -> [Team] {
        try await store.write { connection in
            try teams.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Team.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(TeamMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(TeamMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(TeamMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(TeamMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ team: Team,
        _ connection: StoreConnection
    ) throws -> Team {
        var saved = team
        try connection.execute(TeamMapping.save) {
            try TeamMapping.bind(saved, to: $0)
        }
        if saved.identity == nil { saved.id = connection.lastInsertedNumber }
        return saved
    }
}

/// How teams stand in the table `Team`.
nonisolated enum TeamMapping {
    static func record(from row: StoreRow) throws -> Team {
        try Team(
            id: row.int64(0),
            name: row.required(row.string(1), 1)
        )
    }

    static func bind(_ team: Team, to bindings: StoreBindings) throws {
        try bindings.bind(team.id, at: 1)
        try bindings.bind(team.name, at: 2)
    }

    static let list = """
        SELECT "id", "name"
        FROM "Team"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "name"
        FROM "Team"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Team" (
            "id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Team" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Team"
        """

    static let count = """
        SELECT count(*) FROM "Team"
        """
}

extension Team: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try TeamMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try TeamMapping.bind(self, to: bindings)
    }
}
