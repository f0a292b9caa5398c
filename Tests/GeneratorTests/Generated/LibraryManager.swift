// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.
//
// What you can call, each with `try await`:
//
//     manager.authors.list()              [Author], every one
//     manager.authors.retrieve(identity)  Author?, the one
//     manager.authors.save(author)        inserts or updates; also [Author]
//     manager.authors.delete(identity)    Bool, whether there was one
//     manager.authors.deleteAll()         Int, how many there were
//     manager.authors.count()             Int
//     manager.books(of: author)           Set<Book>
//     manager.books.list()                [Book], every one
//     manager.books.retrieve(identity)    Book?, the one
//     manager.books.save(book)            inserts or updates; also [Book]
//     manager.books.delete(identity)      Bool, whether there was one
//     manager.books.deleteAll()           Int, how many there were
//     manager.books.count()               Int
//     manager.author(of: book)            Author?
//     manager.loans(of: book)             Set<Loan>
//     manager.shelf(of: book)             Shelf?
//     manager.loans.list()                [Loan], every one
//     manager.loans.retrieve(identity)    Loan?, the one
//     manager.loans.save(loan)            inserts or updates; also [Loan]
//     manager.loans.delete(identity)      Bool, whether there was one
//     manager.loans.deleteAll()           Int, how many there were
//     manager.loans.count()               Int
//     manager.book(of: loan)              Book?
//     manager.shelves.list()              [Shelf], every one
//     manager.shelves.retrieve(identity)  Shelf?, the one
//     manager.shelves.save(shelf)         inserts or updates; also [Shelf]
//     manager.shelves.delete(identity)    Bool, whether there was one
//     manager.shelves.deleteAll()         Int, how many there were
//     manager.shelves.count()             Int
//     manager.books(of: shelf)            Set<Book>
//
// The manager: `let manager = try LibraryManager.shared` for the application's file, or
// `try LibraryManager(fileAt: path)`, or `try LibraryManager.inMemory()`.
// Without a database: `LibraryManager(memory: MemoryStore(LibraryModel.definition))`.
// An identity is made from its value: Author.Identity("…").

import CacheStore

/// The records of the model Library.
nonisolated struct LibraryManager: Sendable {
    let authors: any AuthorDAO
    let books: any BookDAO
    let loans: any LoanDAO
    let shelves: any ShelfDAO

    private let keeping: RecordKeeping

    /// What generated queries run on; a copy where the records are kept without a database.
    nonisolated(nonsending) var store: CacheStore {
        get async throws { try await keeping.store }
    }

    /// The manager of the application's own file, opened when it is first asked for. Throws, each
    /// time, when the file could not be opened.
    static var shared: LibraryManager {
        get throws { try opened.get() }
    }

    private static let opened = Result {
        try LibraryManager(fileAt: DefaultStoreFile.path(forModel: "Library"))
    }

    /// Opens the file at `path`, making it where there is none.
    init(fileAt path: String) throws {
        self.init(store: try CacheStore(fileAt: path, model: LibraryModel.definition))
    }

    /// A store that lives in memory, as long as its manager: for tests and previews.
    static func inMemory() throws -> LibraryManager {
        LibraryManager(store: try CacheStore(inMemory: LibraryModel.definition))
    }

    /// Keeps its records in `store`, which may be opened with a configuration of its own.
    init(store: CacheStore) {
        keeping = RecordKeeping(store)
        authors = StoredAuthorDAO(store: store)
        books = StoredBookDAO(store: store)
        loans = StoredLoanDAO(store: store)
        shelves = StoredShelfDAO(store: store)
    }

    /// Keeps its records in `store`, without a database.
    init(memory store: MemoryStore) {
        keeping = RecordKeeping(store)
        authors = MemoryDAO<Author>(store: store)
        books = MemoryDAO<Book>(store: store)
        loans = MemoryDAO<Loan>(store: store)
        shelves = MemoryDAO<Shelf>(store: store)
    }

    /// The path of the file; nil in memory.
    var path: String? { keeping.path }

    /// Closes the file; later calls throw.
    func close() throws {
        try keeping.close()
    }

    /// Removes the file at `path` and all that is in it. Close its manager first.
    static func removeFile(at path: String) throws {
        try CacheStore.removeFiles(at: path)
    }
}

// Relationships.
extension LibraryManager {
    /// The books of the author.
    nonisolated(nonsending) func books(of author: Author) async throws -> Set<Book> {
        guard let identity = author.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "class", "isbn", "isRead", "pages", "rating", "title", "author", "shelf"
                FROM "Book"
                WHERE "author" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try BookMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The books of each of the authors that has any, in one query.
    nonisolated(nonsending) func books(
        of authors: [Author]
    ) async throws -> [Author.Identity: Set<Book>] {
        let identities = authors.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Author.Identity: Set<Book>] = [:]
            try connection.forEachRow(
                """
                SELECT "class", "isbn", "isRead", "pages", "rating", "title", "author", "shelf", "author"
                FROM "Book"
                WHERE "author" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Author.Identity(try row.required(row.string(8), 8))
                found[owner, default: []].insert(try BookMapping.record(from: row))
            }
            return found
        }
    }

    /// The author of the book, or nil when it has none.
    nonisolated(nonsending) func author(of book: Book) async throws -> Author? {
        guard let identity = book.author else { return nil }
        return try await authors.retrieve(identity)
    }

    /// What the author of any of the books is, by identity, in one query.
    nonisolated(nonsending) func author(
        of books: [Book]
    ) async throws -> [Author.Identity: Author] {
        let identities = Set(books.compactMap { $0.author?.value })
        return try await store.read { connection in
            var found: [Author.Identity: Author] = [:]
            try connection.forEachRow(
                """
                SELECT "born", "id", "name"
                FROM "Author"
                WHERE "id" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try AuthorMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The loans of the book.
    nonisolated(nonsending) func loans(of book: Book) async throws -> Set<Loan> {
        guard let identity = book.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "_id", "due", "book"
                FROM "Loan"
                WHERE "book" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try LoanMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The loans of each of the books that has any, in one query.
    nonisolated(nonsending) func loans(
        of books: [Book]
    ) async throws -> [Book.Identity: Set<Loan>] {
        let identities = books.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Book.Identity: Set<Loan>] = [:]
            try connection.forEachRow(
                """
                SELECT "_id", "due", "book", "book"
                FROM "Loan"
                WHERE "book" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Book.Identity(try row.required(row.string(3), 3))
                found[owner, default: []].insert(try LoanMapping.record(from: row))
            }
            return found
        }
    }

    /// The shelf of the book, or nil when it has none.
    nonisolated(nonsending) func shelf(of book: Book) async throws -> Shelf? {
        guard let identity = book.shelf else { return nil }
        return try await shelves.retrieve(identity)
    }

    /// What the shelf of any of the books is, by identity, in one query.
    nonisolated(nonsending) func shelf(of books: [Book]) async throws -> [Shelf.Identity: Shelf] {
        let identities = Set(books.compactMap { $0.shelf?.value })
        return try await store.read { connection in
            var found: [Shelf.Identity: Shelf] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "room"
                FROM "Shelf"
                WHERE "id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try ShelfMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The book of the loan, or nil when it has none.
    nonisolated(nonsending) func book(of loan: Loan) async throws -> Book? {
        return try await books.retrieve(loan.book)
    }

    /// What the book of any of the loans is, by identity, in one query.
    nonisolated(nonsending) func book(of loans: [Loan]) async throws -> [Book.Identity: Book] {
        let identities = Set(loans.map { $0.book.value })
        return try await store.read { connection in
            var found: [Book.Identity: Book] = [:]
            try connection.forEachRow(
                """
                SELECT "class", "isbn", "isRead", "pages", "rating", "title", "author", "shelf"
                FROM "Book"
                WHERE "isbn" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try BookMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The books of the shelf.
    nonisolated(nonsending) func books(of shelf: Shelf) async throws -> Set<Book> {
        guard let identity = shelf.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "class", "isbn", "isRead", "pages", "rating", "title", "author", "shelf"
                FROM "Book"
                WHERE "shelf" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try BookMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The books of each of the shelves that has any, in one query.
    nonisolated(nonsending) func books(
        of shelves: [Shelf]
    ) async throws -> [Shelf.Identity: Set<Book>] {
        let identities = shelves.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Shelf.Identity: Set<Book>] = [:]
            try connection.forEachRow(
                """
                SELECT "class", "isbn", "isRead", "pages", "rating", "title", "author", "shelf", "shelf"
                FROM "Book"
                WHERE "shelf" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Shelf.Identity(try row.required(row.int64(8), 8))
                found[owner, default: []].insert(try BookMapping.record(from: row))
            }
            return found
        }
    }
}
