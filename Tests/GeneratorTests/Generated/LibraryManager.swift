// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// The records of the model Library, in a file, in memory, or without a database.
nonisolated struct LibraryManager: Sendable {
    var authors: any AuthorDAO { keeping.records() }
    var books: any BookDAO { keeping.records() }
    var loans: any LoanDAO { keeping.records() }
    var shelves: any ShelfDAO { keeping.records() }

    private let keeping: RecordBackend

    /// The store that generated queries use. Without a database, it is a copy of the records.
    nonisolated(nonsending) var store: CacheStore { get async throws { try await keeping.store } }

    /// The manager of the application's own file, which is opened at the first use. If opening
    /// fails, every use throws the same error.
    static var shared: LibraryManager { get throws { try opened.get() } }

    private static let opened = Result {
        try LibraryManager(fileAt: DefaultStoreFile.path(forModel: "Library"))
    }

    /// Opens the file at `path`, and creates it if it does not exist.
    init(fileAt path: String) throws {
        self.init(store: try CacheStore(fileAt: path, model: LibraryModel.definition))
    }

    /// Returns a manager whose records are in memory, for tests and previews.
    static func inMemory() throws -> LibraryManager {
        LibraryManager(store: try CacheStore(inMemory: LibraryModel.definition))
    }

    /// Stores the records in `store`, which may have a configuration of its own.
    init(store: CacheStore) { keeping = RecordBackend(store) }

    /// Keeps the records in memory, in `store`, without a database.
    init(memory store: MemoryStore) { keeping = RecordBackend(store) }

    /// The path of the file; nil in memory.
    var path: String? { keeping.path }

    /// Closes the file; later calls throw.
    func close() throws { try keeping.close() }

    /// Deletes the file at `path`, with all records. Close its manager first.
    static func removeFile(at path: String) throws { try CacheStore.removeFiles(at: path) }
}

// Relationships.
extension LibraryManager {
    /// The books of the author.
    nonisolated(nonsending) func books(of author: Author) async throws -> Set<Book> {
        try await keeping.set("books", of: author)
    }
    /// The books of the authors that have any, keyed by the author's identity.
    nonisolated(nonsending) func books(
        of authors: [Author]
    ) async throws -> [Author.Identity: Set<Book>] {
        try await keeping.set("books", of: authors)
    }

    /// The author of the book, or nil when it has none.
    nonisolated(nonsending) func author(of book: Book) async throws -> Author? {
        try await keeping.retrieve(book.author)
    }
    /// The author of each of the books, keyed by the author's identity.
    nonisolated(nonsending) func authors(
        of books: [Book]
    ) async throws -> [Author.Identity: Author] {
        try await keeping.retrieve(all: books.map { $0.author })
    }
    /// The loans of the book.
    nonisolated(nonsending) func loans(of book: Book) async throws -> Set<Loan> {
        try await keeping.set("loans", of: book)
    }
    /// The loans of the books that have any, keyed by the book's identity.
    nonisolated(nonsending) func loans(
        of books: [Book]
    ) async throws -> [Book.Identity: Set<Loan>] {
        try await keeping.set("loans", of: books)
    }
    /// The shelf of the book, or nil when it has none.
    nonisolated(nonsending) func shelf(of book: Book) async throws -> Shelf? {
        try await keeping.retrieve(book.shelf)
    }
    /// The shelf of each of the books, keyed by the shelf's identity.
    nonisolated(nonsending) func shelves(of books: [Book]) async throws -> [Shelf.Identity: Shelf] {
        try await keeping.retrieve(all: books.map { $0.shelf })
    }

    /// The book of the loan, or nil when it has none.
    nonisolated(nonsending) func book(of loan: Loan) async throws -> Book? {
        try await keeping.retrieve(loan.book)
    }
    /// The book of each of the loans, keyed by the book's identity.
    nonisolated(nonsending) func books(of loans: [Loan]) async throws -> [Book.Identity: Book] {
        try await keeping.retrieve(all: loans.map { $0.book })
    }

    /// The books of the shelf.
    nonisolated(nonsending) func books(of shelf: Shelf) async throws -> Set<Book> {
        try await keeping.set("books", of: shelf)
    }
    /// The books of the shelves that have any, keyed by the shelf's identity.
    nonisolated(nonsending) func books(
        of shelves: [Shelf]
    ) async throws -> [Shelf.Identity: Set<Book>] {
        try await keeping.set("books", of: shelves)
    }
}
