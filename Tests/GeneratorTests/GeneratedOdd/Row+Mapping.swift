// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How rows stand in the table `Row`.
enum RowMapping {
    static func record(from row: StoreRow) throws -> Row {
        Row(
            identity: row.int64(0).map(Row.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ rowRecord: Row, to bindings: StoreBindings) throws {
        try bindings.bind(rowRecord.identity?.value, at: 1)
        try bindings.bind(rowRecord.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Row"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Row"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Row" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Row" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Row"
        """

    static let count = """
        SELECT count(*) FROM "Row"
        """
}

extension Row: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try RowMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try RowMapping.bind(self, to: bindings)
    }
}
