// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How dates stand in the table `Date`.
enum DateRecordMapping {
    static func record(from row: StoreRow) throws -> DateRecord {
        DateRecord(
            identity: row.int64(0).map(DateRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ date: DateRecord, to bindings: StoreBindings) throws {
        try bindings.bind(date.identity?.value, at: 1)
        try bindings.bind(date.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Date"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Date"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Date" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Date" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Date"
        """

    static let count = """
        SELECT count(*) FROM "Date"
        """
}

extension DateRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try DateRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try DateRecordMapping.bind(self, to: bindings)
    }
}
