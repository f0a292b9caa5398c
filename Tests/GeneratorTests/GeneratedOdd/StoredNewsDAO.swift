// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// News in the store.
struct StoredNewsDAO: NewsDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [News] {
        try await store.read { connection in
            try connection.rows(NewsMapping.list) { try NewsMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: News.Identity) async throws -> News? {
        try await store.read { connection in
            try connection.firstRow(NewsMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try NewsMapping.record(from: $0)
            }
        }
    }

    func save(_ news: News) async throws -> News {
        try await store.write { connection in
            try Self.save(news, connection)
        }
    }

    func save(_ news: [News]) async throws -> [News] {
        try await store.write { connection in
            try news.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: News.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(NewsMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(NewsMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(NewsMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(NewsMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ news: News,
        _ connection: StoreConnection
    ) throws -> News {
        var saved = news
        try connection.execute(NewsMapping.save) {
            try NewsMapping.bind(saved, to: $0)
        }
        if saved.identity == nil { saved.identity = News.Identity(connection.lastInsertedNumber) }
        return saved
    }
}

/// How news stand in the table `News`.
nonisolated enum NewsMapping {
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
