// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How ints stand in the table `Int`.
enum IntRecordMapping {
    static func record(from row: StoreRow) throws -> IntRecord {
        IntRecord(
            identity: row.int64(0).map(IntRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ int: IntRecord, to bindings: StoreBindings) throws {
        try bindings.bind(int.identity?.value, at: 1)
        try bindings.bind(int.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Int"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Int"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Int" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Int" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Int"
        """

    static let count = """
        SELECT count(*) FROM "Int"
        """
}

extension IntRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try IntRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try IntRecordMapping.bind(self, to: bindings)
    }
}
