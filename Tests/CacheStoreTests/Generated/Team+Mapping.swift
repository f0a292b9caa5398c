// Made by cdgen from Club.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How teams stand in the table `Team`.
enum TeamMapping {
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
