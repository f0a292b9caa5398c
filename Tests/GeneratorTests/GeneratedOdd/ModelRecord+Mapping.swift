// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How models stand in the table `Model`.
enum ModelRecordMapping {
    static func record(from row: StoreRow) throws -> ModelRecord {
        ModelRecord(
            identity: row.int64(0).map(ModelRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ model: ModelRecord, to bindings: StoreBindings) throws {
        try bindings.bind(model.identity?.value, at: 1)
        try bindings.bind(model.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Model"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Model"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Model" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Model" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Model"
        """

    static let count = """
        SELECT count(*) FROM "Model"
        """
}

extension ModelRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try ModelRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try ModelRecordMapping.bind(self, to: bindings)
    }
}
