// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How types stand in the table `Type`.
enum TypeRecordMapping {
    static func record(from row: StoreRow) throws -> TypeRecord {
        TypeRecord(
            identity: row.int64(0).map(TypeRecord.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ type: TypeRecord, to bindings: StoreBindings) throws {
        try bindings.bind(type.identity?.value, at: 1)
        try bindings.bind(type.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Type"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Type"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Type" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Type" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Type"
        """

    static let count = """
        SELECT count(*) FROM "Type"
        """
}

extension TypeRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try TypeRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try TypeRecordMapping.bind(self, to: bindings)
    }
}
