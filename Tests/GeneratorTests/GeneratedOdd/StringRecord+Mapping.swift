// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How strings stand in the table `String`.
enum StringRecordMapping {
    static func record(from row: StoreRow) throws -> StringRecord {
        try StringRecord(
            name: row.string(0),
            id: row.required(row.uuid(1), 1),
            parent: row.uuid(2).map(StringRecord.Identity.init)
        )
    }

    static func bind(_ string: StringRecord, to bindings: StoreBindings) throws {
        try bindings.bind(string.name, at: 1)
        try bindings.bind(string.id, at: 2)
        try bindings.bind(string.parent?.value, at: 3)
    }

    static let list = """
        SELECT "name", "id", "parent"
        FROM "String"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "name", "id", "parent"
        FROM "String"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "String" (
            "name", "id", "parent"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("id") DO UPDATE SET
            "name" = excluded."name",
            "parent" = excluded."parent"
        """

    static let delete = """
        DELETE FROM "String" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "String"
        """

    static let count = """
        SELECT count(*) FROM "String"
        """
}

extension StringRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try StringRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try StringRecordMapping.bind(self, to: bindings)
    }
}
