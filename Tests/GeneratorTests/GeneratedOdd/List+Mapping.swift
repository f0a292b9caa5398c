// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How lists stand in the table `List`.
enum ListMapping {
    static func record(from row: StoreRow) throws -> List {
        List(
            identity: row.int64(0).map(List.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ list: List, to bindings: StoreBindings) throws {
        try bindings.bind(list.identity?.value, at: 1)
        try bindings.bind(list.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "List"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "List"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "List" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "List" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "List"
        """

    static let count = """
        SELECT count(*) FROM "List"
        """
}

extension List: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try ListMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try ListMapping.bind(self, to: bindings)
    }
}
