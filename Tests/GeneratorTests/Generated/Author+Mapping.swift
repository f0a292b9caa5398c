// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How authors stand in the table `Author`.
enum AuthorMapping {
    static func record(from row: StoreRow) throws -> Author {
        try Author(
            born: row.date(0),
            id: row.string(1),
            name: row.required(row.string(2), 2)
        )
    }

    static func bind(_ author: Author, to bindings: StoreBindings) throws {
        try bindings.bind(author.born, at: 1)
        try bindings.bind(author.id, at: 2)
        try bindings.bind(author.name, at: 3)
    }

    static let list = """
        SELECT "born", "id", "name"
        FROM "Author"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "born", "id", "name"
        FROM "Author"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Author" (
            "born", "id", "name"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("id") DO UPDATE SET
            "born" = excluded."born",
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Author" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Author"
        """

    static let count = """
        SELECT count(*) FROM "Author"
        """
}

extension Author: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try AuthorMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try AuthorMapping.bind(self, to: bindings)
    }
}
