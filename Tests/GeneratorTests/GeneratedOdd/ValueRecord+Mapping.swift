// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How values stand in the table `Value`.
enum ValueRecordMapping {
    static func record(from row: StoreRow) throws -> ValueRecord {
        ValueRecord(
            identity: row.int64(0).map(ValueRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ value: ValueRecord, to bindings: StoreBindings) throws {
        try bindings.bind(value.identity?.value, at: 1)
        try bindings.bind(value.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Value"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Value"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Value" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Value" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Value"
        """

    static let count = """
        SELECT count(*) FROM "Value"
        """
}

extension ValueRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try ValueRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try ValueRecordMapping.bind(self, to: bindings)
    }
}
