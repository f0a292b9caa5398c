// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How selfs stand in the table `Self`.
enum SelfRecordMapping {
    static func record(from row: StoreRow) throws -> SelfRecord {
        SelfRecord(
            identity: row.int64(0).map(SelfRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ self_: SelfRecord, to bindings: StoreBindings) throws {
        try bindings.bind(self_.identity?.value, at: 1)
        try bindings.bind(self_.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Self"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Self"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Self" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Self" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Self"
        """

    static let count = """
        SELECT count(*) FROM "Self"
        """
}

extension SelfRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try SelfRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try SelfRecordMapping.bind(self, to: bindings)
    }
}
