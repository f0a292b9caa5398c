// Made by cdgen from Club.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How lockers stand in the table `Locker`.
enum LockerMapping {
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
