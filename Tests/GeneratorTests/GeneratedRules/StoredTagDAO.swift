// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Tags in the store.
struct StoredTagDAO: TagDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Tag] {
        try await store.read { connection in
            try connection.rows(TagMapping.list) { try TagMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Tag.Identity) async throws -> Tag? {
        try await store.read { connection in
            try connection.firstRow(TagMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try TagMapping.record(from: $0)
            }
        }
    }

    func save(_ tag: Tag) async throws -> Tag {
        try await store.write { connection in
            try Self.save(tag, connection)
        }
    }

    func save(_ tags: [Tag]) async throws -> [Tag] {
        try await store.write { connection in
            try connection.execute(TagMapping.save, forEach: tags) {
                try TagMapping.bind($0, to: $1)
            }
            return tags
        }
    }

    func delete(_ identity: Tag.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(TagMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(TagMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(TagMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(TagMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ tag: Tag,
        _ connection: StoreConnection
    ) throws -> Tag {
        try connection.execute(TagMapping.save) {
            try TagMapping.bind(tag, to: $0)
        }
        return tag
    }
}

/// How tags stand in the table `Tag`.
nonisolated enum TagMapping {
    static func record(from row: StoreRow) throws -> Tag {
        try Tag(
            name: row.required(row.string(0), 0)
        )
    }

    static func bind(_ tag: Tag, to bindings: StoreBindings) throws {
        try bindings.bind(tag.name, at: 1)
    }

    static let list = """
        SELECT "name"
        FROM "Tag"
        ORDER BY "name"
        """

    static let retrieve = """
        SELECT "name"
        FROM "Tag"
        WHERE "name" = ?1
        """

    static let save = """
        INSERT INTO "Tag" (
            "name"
        ) VALUES (
            ?1
        )
        ON CONFLICT ("name") DO NOTHING
        """

    static let delete = """
        DELETE FROM "Tag" WHERE "name" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Tag"
        """

    static let count = """
        SELECT count(*) FROM "Tag"
        """
}

extension Tag: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try TagMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try TagMapping.bind(self, to: bindings)
    }
}
