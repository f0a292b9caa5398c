// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How sets stand in the table `Set`.
enum SetRecordMapping {
    static func record(from row: StoreRow) throws -> SetRecord {
        SetRecord(
            identity: row.int64(0).map(SetRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ set: SetRecord, to bindings: StoreBindings) throws {
        try bindings.bind(set.identity?.value, at: 1)
        try bindings.bind(set.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Set"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Set"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Set" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Set" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Set"
        """

    static let count = """
        SELECT count(*) FROM "Set"
        """
}

extension SetRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try SetRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try SetRecordMapping.bind(self, to: bindings)
    }
}
