// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How statements stand in the table `Statement`.
enum StatementMapping {
    static func record(from row: StoreRow) throws -> Statement {
        Statement(
            identity: row.int64(0).map(Statement.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ statementRecord: Statement, to bindings: StoreBindings) throws {
        try bindings.bind(statementRecord.identity?.value, at: 1)
        try bindings.bind(statementRecord.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Statement"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Statement"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Statement" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Statement" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Statement"
        """

    static let count = """
        SELECT count(*) FROM "Statement"
        """
}

extension Statement: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try StatementMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try StatementMapping.bind(self, to: bindings)
    }
}
