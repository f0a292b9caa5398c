// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How tomorrows stand in the table `Tomorrow`.
enum TomorrowMapping {
    static func record(from row: StoreRow) throws -> Tomorrow {
        Tomorrow(
            identity: row.int64(0).map(Tomorrow.Identity.init),
            throw: row.string(1),
            borrow: row.int64(2).map(Tomorrow.Identity.init)
        )
    }

    static func bind(_ tomorrow: Tomorrow, to bindings: StoreBindings) throws {
        try bindings.bind(tomorrow.identity?.value, at: 1)
        try bindings.bind(tomorrow.throw, at: 2)
        try bindings.bind(tomorrow.borrow?.value, at: 3)
    }

    static let list = """
        SELECT "_id", "throw", "borrow"
        FROM "Tomorrow"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "throw", "borrow"
        FROM "Tomorrow"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Tomorrow" (
            "_id", "throw", "borrow"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "throw" = excluded."throw",
            "borrow" = excluded."borrow"
        """

    static let delete = """
        DELETE FROM "Tomorrow" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Tomorrow"
        """

    static let count = """
        SELECT count(*) FROM "Tomorrow"
        """
}

extension Tomorrow: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try TomorrowMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try TomorrowMapping.bind(self, to: bindings)
    }
}
