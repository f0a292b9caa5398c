// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How results stand in the table `Result`.
enum ResultRecordMapping {
    static func record(from row: StoreRow) throws -> ResultRecord {
        ResultRecord(
            identity: row.int64(0).map(ResultRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ result: ResultRecord, to bindings: StoreBindings) throws {
        try bindings.bind(result.identity?.value, at: 1)
        try bindings.bind(result.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Result"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Result"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Result" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Result" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Result"
        """

    static let count = """
        SELECT count(*) FROM "Result"
        """
}

extension ResultRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try ResultRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try ResultRecordMapping.bind(self, to: bindings)
    }
}
