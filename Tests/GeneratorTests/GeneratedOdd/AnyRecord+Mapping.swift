// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How anies stand in the table `Any`.
enum AnyRecordMapping {
    static func record(from row: StoreRow) throws -> AnyRecord {
        AnyRecord(
            identity: row.int64(0).map(AnyRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ any: AnyRecord, to bindings: StoreBindings) throws {
        try bindings.bind(any.identity?.value, at: 1)
        try bindings.bind(any.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Any"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Any"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Any" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Any" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Any"
        """

    static let count = """
        SELECT count(*) FROM "Any"
        """
}

extension AnyRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try AnyRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try AnyRecordMapping.bind(self, to: bindings)
    }
}
