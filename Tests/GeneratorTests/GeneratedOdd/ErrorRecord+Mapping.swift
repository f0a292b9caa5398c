// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How errors stand in the table `Error`.
enum ErrorRecordMapping {
    static func record(from row: StoreRow) throws -> ErrorRecord {
        ErrorRecord(
            identity: row.int64(0).map(ErrorRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ errorRecord: ErrorRecord, to bindings: StoreBindings) throws {
        try bindings.bind(errorRecord.identity?.value, at: 1)
        try bindings.bind(errorRecord.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Error"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Error"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Error" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Error" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Error"
        """

    static let count = """
        SELECT count(*) FROM "Error"
        """
}

extension ErrorRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try ErrorRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try ErrorRecordMapping.bind(self, to: bindings)
    }
}
