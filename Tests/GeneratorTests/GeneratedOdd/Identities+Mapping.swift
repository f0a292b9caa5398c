// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How identitiesRecordRecords stand in the table `Identities`.
enum IdentitiesMapping {
    static func record(from row: StoreRow) throws -> Identities {
        Identities(
            identity: row.int64(0).map(Identities.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ identitiesRecord: Identities, to bindings: StoreBindings) throws {
        try bindings.bind(identitiesRecord.identity?.value, at: 1)
        try bindings.bind(identitiesRecord.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Identities"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Identities"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Identities" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Identities" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Identities"
        """

    static let count = """
        SELECT count(*) FROM "Identities"
        """
}

extension Identities: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try IdentitiesMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try IdentitiesMapping.bind(self, to: bindings)
    }
}
