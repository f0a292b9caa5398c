// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How albums stand in the table `Album`.
enum AlbumMapping {
    static func record(from row: StoreRow) throws -> Album {
        try Album(
            identity: row.int64(0).map(Album.Identity.init),
            shelf: row.required(row.string(1), 1),
            number: row.required(row.int16(2), 2),
            title: row.string(3)
        )
    }

    static func bind(_ album: Album, to bindings: StoreBindings) throws {
        try bindings.bind(album.identity?.value, at: 1)
        try bindings.bind(album.shelf, at: 2)
        try bindings.bind(album.number, at: 3)
        try bindings.bind(album.title, at: 4)
    }

    static let list = """
        SELECT "_id", "shelf", "number", "title"
        FROM "Album"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "shelf", "number", "title"
        FROM "Album"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Album" (
            "_id", "shelf", "number", "title"
        ) VALUES (
            ?1, ?2, ?3, ?4
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "shelf" = excluded."shelf",
            "number" = excluded."number",
            "title" = excluded."title"
        ON CONFLICT ("shelf", "number") DO UPDATE SET
            "shelf" = excluded."shelf",
            "number" = excluded."number",
            "title" = excluded."title"
        RETURNING "_id"
        """

    static let delete = """
        DELETE FROM "Album" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Album"
        """

    static let count = """
        SELECT count(*) FROM "Album"
        """
}

extension Album: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try AlbumMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try AlbumMapping.bind(self, to: bindings)
    }
}
