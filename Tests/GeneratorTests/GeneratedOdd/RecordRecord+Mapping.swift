// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How records stand in the table `Record`.
enum RecordRecordMapping {
    static func record(from row: StoreRow) throws -> RecordRecord {
        RecordRecord(
            identity: row.int64(0).map(RecordRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ record: RecordRecord, to bindings: StoreBindings) throws {
        try bindings.bind(record.identity?.value, at: 1)
        try bindings.bind(record.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Record"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Record"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Record" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Record" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Record"
        """

    static let count = """
        SELECT count(*) FROM "Record"
        """
}

extension RecordRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try RecordRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try RecordRecordMapping.bind(self, to: bindings)
    }
}
