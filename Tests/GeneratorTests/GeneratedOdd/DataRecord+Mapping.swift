// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How data stand in the table `Data`.
enum DataRecordMapping {
    static func record(from row: StoreRow) throws -> DataRecord {
        DataRecord(
            identity: row.int64(0).map(DataRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ data: DataRecord, to bindings: StoreBindings) throws {
        try bindings.bind(data.identity?.value, at: 1)
        try bindings.bind(data.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Data"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Data"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Data" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Data" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Data"
        """

    static let count = """
        SELECT count(*) FROM "Data"
        """
}

extension DataRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try DataRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try DataRecordMapping.bind(self, to: bindings)
    }
}
