// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How storeRows stand in the table `StoreRow`.
enum StoreRowRecordMapping {
    static func record(from row: StoreRow) throws -> StoreRowRecord {
        StoreRowRecord(
            identity: row.int64(0).map(StoreRowRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ storeRow: StoreRowRecord, to bindings: StoreBindings) throws {
        try bindings.bind(storeRow.identity?.value, at: 1)
        try bindings.bind(storeRow.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "StoreRow"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "StoreRow"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "StoreRow" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "StoreRow" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "StoreRow"
        """

    static let count = """
        SELECT count(*) FROM "StoreRow"
        """
}

extension StoreRowRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try StoreRowRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try StoreRowRecordMapping.bind(self, to: bindings)
    }
}
