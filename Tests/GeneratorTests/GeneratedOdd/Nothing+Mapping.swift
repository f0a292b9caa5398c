// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How nothings stand in the table `Nothing`.
enum NothingMapping {
    static func record(from row: StoreRow) throws -> Nothing {
        Nothing(
            identity: row.int64(0).map(Nothing.Identity.init)
        )
    }

    static func bind(_ nothing: Nothing, to bindings: StoreBindings) throws {
        try bindings.bind(nothing.identity?.value, at: 1)
    }

    static let list = """
        SELECT "_id"
        FROM "Nothing"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id"
        FROM "Nothing"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Nothing" (
            "_id"
        ) VALUES (
            ?1
        )
        ON CONFLICT ("_id") DO NOTHING
        """

    static let delete = """
        DELETE FROM "Nothing" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Nothing"
        """

    static let count = """
        SELECT count(*) FROM "Nothing"
        """
}

extension Nothing: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try NothingMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try NothingMapping.bind(self, to: bindings)
    }
}
