// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How news stand in the table `News`.
enum NewsMapping {
    static func record(from row: StoreRow) throws -> News {
        News(
            identity: row.int64(0).map(News.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ news: News, to bindings: StoreBindings) throws {
        try bindings.bind(news.identity?.value, at: 1)
        try bindings.bind(news.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "News"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "News"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "News" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "News" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "News"
        """

    static let count = """
        SELECT count(*) FROM "News"
        """
}

extension News: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try NewsMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try NewsMapping.bind(self, to: bindings)
    }
}
