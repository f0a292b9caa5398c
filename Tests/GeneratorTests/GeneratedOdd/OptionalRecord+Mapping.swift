// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How optionals stand in the table `Optional`.
enum OptionalRecordMapping {
    static func record(from row: StoreRow) throws -> OptionalRecord {
        OptionalRecord(
            identity: row.int64(0).map(OptionalRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ optional: OptionalRecord, to bindings: StoreBindings) throws {
        try bindings.bind(optional.identity?.value, at: 1)
        try bindings.bind(optional.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Optional"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Optional"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Optional" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Optional" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Optional"
        """

    static let count = """
        SELECT count(*) FROM "Optional"
        """
}

extension OptionalRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try OptionalRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try OptionalRecordMapping.bind(self, to: bindings)
    }
}
