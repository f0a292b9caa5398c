// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How bindings stand in the table `Bindings`.
enum BindingsMapping {
    static func record(from row: StoreRow) throws -> Bindings {
        Bindings(
            identity: row.int64(0).map(Bindings.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ bindingsRecord: Bindings, to bindings: StoreBindings) throws {
        try bindings.bind(bindingsRecord.identity?.value, at: 1)
        try bindings.bind(bindingsRecord.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Bindings"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Bindings"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Bindings" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Bindings" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Bindings"
        """

    static let count = """
        SELECT count(*) FROM "Bindings"
        """
}

extension Bindings: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try BindingsMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try BindingsMapping.bind(self, to: bindings)
    }
}
