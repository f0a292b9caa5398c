// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How tags stand in the table `Tag`.
enum TagMapping {
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
