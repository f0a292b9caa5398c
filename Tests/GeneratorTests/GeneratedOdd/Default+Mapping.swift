// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How defaults stand in the table `default`.
enum DefaultMapping {
    static func record(from row: StoreRow) throws -> Default {
        Default(
            identity: row.int64(0).map(Default.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ `default`: Default, to bindings: StoreBindings) throws {
        try bindings.bind(`default`.identity?.value, at: 1)
        try bindings.bind(`default`.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "default"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "default"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "default" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "default" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "default"
        """

    static let count = """
        SELECT count(*) FROM "default"
        """
}

extension Default: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try DefaultMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try DefaultMapping.bind(self, to: bindings)
    }
}
