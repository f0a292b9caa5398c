// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How books stand in the table `Book`.
enum BookMapping {
    static func record(from row: StoreRow) throws -> Book {
        try Book(
            class: row.string(0),
            isbn: row.required(row.string(1), 1),
            isRead: row.required(row.bool(2), 2),
            pages: row.int32(3),
            rating: row.double(4),
            title: row.required(row.string(5), 5),
            author: row.string(6).map(Author.Identity.init),
            shelf: row.int64(7).map(Shelf.Identity.init)
        )
    }

    static func bind(_ book: Book, to bindings: StoreBindings) throws {
        try bindings.bind(book.class, at: 1)
        try bindings.bind(book.isbn, at: 2)
        try bindings.bind(book.isRead, at: 3)
        try bindings.bind(book.pages, at: 4)
        try bindings.bind(book.rating, at: 5)
        try bindings.bind(book.title, at: 6)
        try bindings.bind(book.author?.value, at: 7)
        try bindings.bind(book.shelf?.value, at: 8)
    }

    static let list = """
        SELECT "class", "isbn", "isRead", "pages", "rating", "title", "author", "shelf"
        FROM "Book"
        ORDER BY "isbn"
        """

    static let retrieve = """
        SELECT "class", "isbn", "isRead", "pages", "rating", "title", "author", "shelf"
        FROM "Book"
        WHERE "isbn" = ?1
        """

    static let save = """
        INSERT INTO "Book" (
            "class", "isbn", "isRead", "pages", "rating", "title", "author", "shelf"
        ) VALUES (
            ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8
        )
        ON CONFLICT ("isbn") DO UPDATE SET
            "class" = excluded."class",
            "isRead" = excluded."isRead",
            "pages" = excluded."pages",
            "rating" = excluded."rating",
            "title" = excluded."title",
            "author" = excluded."author",
            "shelf" = excluded."shelf"
        """

    static let delete = """
        DELETE FROM "Book" WHERE "isbn" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Book"
        """

    static let count = """
        SELECT count(*) FROM "Book"
        """
}

extension Book: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try BookMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try BookMapping.bind(self, to: bindings)
    }
}
