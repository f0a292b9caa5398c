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
//     manager.books(of: author)           [Book]
//     manager.books.list()                [Book], every one
//     manager.books.retrieve(identity)    Book?, the one
//     manager.books.save(book)            inserts or updates; also [Book]
//     manager.books.delete(identity)      Bool, whether there was one
//     manager.books.deleteAll()           Int, how many there were
//     manager.books.count()               Int
//     manager.author(of: book)            Author?
//     manager.loans(of: book)             [Loan]
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
//     manager.books(of: shelf)            [Book]
//
// The manager: `let manager = try LibraryManager.shared` for the application's file, or
// `try LibraryManager(fileAt: path)`, or `try LibraryManager.inMemory()`.
// An identity is made from its value: Author.Identity("…").

import CacheStore

/// The store of the model Library.
struct LibraryManager: Sendable {
    let authors: any AuthorDAO
    let books: any BookDAO
    let loans: any LoanDAO
    let shelves: any ShelfDAO

    /// What generated queries run on.
    let store: CacheStore

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

    private init(store: CacheStore) {
        self.store = store
        authors = StoredAuthorDAO(store: store)
        books = StoredBookDAO(store: store)
        loans = StoredLoanDAO(store: store)
        shelves = StoredShelfDAO(store: store)
    }

    /// The path of the file; nil in memory.
    var path: String? { store.path }

    /// Closes the file; later calls throw.
    func close() throws {
        try store.close()
    }

    /// Removes the file at `path` and all that is in it. Close its manager first.
    static func removeFile(at path: String) throws {
        try CacheStore.removeFiles(at: path)
    }
}

// Relationships.
extension LibraryManager {
    /// The books of the author, in the order of their identities.
    func books(of author: Author) async throws -> [Book] {
        guard let identity = author.identity else { return [] }
        return try await store.read { connection in
            try connection.rows(
                """
                SELECT "class", "isbn", "isRead", "pages", "rating", "title", "author", "shelf"
                FROM "Book"
                WHERE "author" = ?1
                ORDER BY "isbn"
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try BookMapping.record(from: $0)
            }
        }
    }

    /// The author of the book, or nil when it has none.
    func author(of book: Book) async throws -> Author? {
        guard let identity = book.author else { return nil }
        return try await authors.retrieve(identity)
    }

    /// The loans of the book, in the order of their identities.
    func loans(of book: Book) async throws -> [Loan] {
        guard let identity = book.identity else { return [] }
        return try await store.read { connection in
            try connection.rows(
                """
                SELECT "_id", "due", "book"
                FROM "Loan"
                WHERE "book" = ?1
                ORDER BY "_id"
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try LoanMapping.record(from: $0)
            }
        }
    }

    /// The shelf of the book, or nil when it has none.
    func shelf(of book: Book) async throws -> Shelf? {
        guard let identity = book.shelf else { return nil }
        return try await shelves.retrieve(identity)
    }

    /// The book of the loan, or nil when it has none.
    func book(of loan: Loan) async throws -> Book? {
        return try await books.retrieve(loan.book)
    }

    /// The books of the shelf, in the order of their identities.
    func books(of shelf: Shelf) async throws -> [Book] {
        guard let identity = shelf.identity else { return [] }
        return try await store.read { connection in
            try connection.rows(
                """
                SELECT "class", "isbn", "isRead", "pages", "rating", "title", "author", "shelf"
                FROM "Book"
                WHERE "shelf" = ?1
                ORDER BY "isbn"
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try BookMapping.record(from: $0)
            }
        }
    }
}
