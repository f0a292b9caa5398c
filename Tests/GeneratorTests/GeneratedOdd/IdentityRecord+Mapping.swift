// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How identities stand in the table `Identity`.
enum IdentityRecordMapping {
    static func record(from row: StoreRow) throws -> IdentityRecord {
        try IdentityRecord(
            name: row.string(0),
            id: row.required(row.uuid(1), 1),
            parent: row.uuid(2).map(IdentityRecord.Identity.init)
        )
    }

    static func bind(_ identity_: IdentityRecord, to bindings: StoreBindings) throws {
        try bindings.bind(identity_.name, at: 1)
        try bindings.bind(identity_.id, at: 2)
        try bindings.bind(identity_.parent?.value, at: 3)
    }

    static let list = """
        SELECT "name", "id", "parent"
        FROM "Identity"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "name", "id", "parent"
        FROM "Identity"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Identity" (
            "name", "id", "parent"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("id") DO UPDATE SET
            "name" = excluded."name",
            "parent" = excluded."parent"
        """

    static let delete = """
        DELETE FROM "Identity" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Identity"
        """

    static let count = """
        SELECT count(*) FROM "Identity"
        """
}

extension IdentityRecord: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try IdentityRecordMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try IdentityRecordMapping.bind(self, to: bindings)
    }
}
