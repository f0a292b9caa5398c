// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Books in the store.
struct StoredBookDAO: BookDAO, StoredDataAccessObject {
    let store: CacheStore

    nonisolated(nonsending) func list() async throws -> [Book] {
        try await store.read { connection in
            try connection.rows(BookMapping.list) { try BookMapping.record(from: $0) }
        }
    }

    nonisolated(nonsending) func retrieve(_ identity: Book.Identity) async throws -> Book? {
        try await store.read { connection in
            try connection.firstRow(BookMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try BookMapping.record(from: $0)
            }
        }
    }

    nonisolated(nonsending) func save(_ book: Book) async throws -> Book {
        try await store.writeBriefly { connection in
            try Self.save(book, connection)
        }
    }

    nonisolated(nonsending) func save(_ books: [Book]) async throws -> [Book] {
        try await store.write { connection in
            try connection.execute(BookMapping.save, forEach: books) {
                try BookMapping.bind($0, to: $1)
            }
            return books
        }
    }

    nonisolated(nonsending) func delete(_ identity: Book.Identity) async throws -> Bool {
        try await store.writeBriefly { connection in
            let count = try connection.execute(BookMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    nonisolated(nonsending) func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(BookMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(BookMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    nonisolated(nonsending) func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(BookMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ book: Book,
        _ connection: StoreConnection
    ) throws -> Book {
        try connection.execute(BookMapping.save) {
            try BookMapping.bind(book, to: $0)
        }
        return book
    }
}

/// How books stand in the table `Book`.
nonisolated enum BookMapping {
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
