// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import DataAccess
import Foundation

/// The store of the model Library.
nonisolated struct LibraryManager: Sendable {
    let authors: any AuthorDAO
    let books: any BookDAO
    let loans: any LoanDAO
    let shelves: any ShelfDAO

    /// What generated queries run on, and views.
    let stack: LibraryStack

    /// The manager of the application's own file, opened when it is first asked for. Throws, each
    /// time, when the file could not be opened.
    static var shared: LibraryManager {
        get throws { try opened.get() }
    }

    private static let opened = Result {
        try LibraryManager(fileAt: DefaultStoreFile.path(forModel: "Library"))
    }

    /// Opens the file at `path`, making it where there is none. The compiled model is that of
    /// `bundle`; without one, the application's.
    init(fileAt path: String, bundle: Foundation.Bundle? = nil) throws {
        self.init(stack: try LibraryStack(fileAt: path, bundle: bundle))
    }

    /// A store that lives in memory, as long as its manager: for tests and previews.
    static func inMemory(bundle: Foundation.Bundle? = nil) throws -> LibraryManager {
        LibraryManager(stack: try LibraryStack(fileAt: nil, bundle: bundle))
    }

    private init(stack: LibraryStack) {
        self.stack = stack
        authors = StoredAuthorDAO(stack: stack)
        books = StoredBookDAO(stack: stack)
        loans = StoredLoanDAO(stack: stack)
        shelves = StoredShelfDAO(stack: stack)
    }

    /// The path of the file; nil in memory.
    var path: String? { stack.path }

    /// Closes the file; later calls throw.
    func close() throws {
        try stack.close()
    }

    /// Removes the file at `path` and all that is in it. Close its manager first.
    static func removeFile(at path: String) throws {
        try LibraryStack.removeFile(at: path)
    }
}

// Relationships.
extension LibraryManager {
    /// The books of the author.
    func books(of author: Author) async throws -> Set<Book> {
        guard let identity = author.knownIdentity else { return [] }
        return try await stack.read { records in
            let found = try records.related(
                "books",
                of: [identity],
                AuthorMapping.self,
                BookMapping.self
            )
            return Set(found[identity] ?? [])
        }
    }

    /// The books of each of the authors that has any, in one query.
    func books(of authors: [Author]) async throws -> [Author.Identity: Set<Book>] {
        let identities = authors.compactMap(\.knownIdentity)
        return try await stack.read { records in
            let found = try records.related(
                "books",
                of: identities,
                AuthorMapping.self,
                BookMapping.self
            )
            return found.mapValues(Set.init)
        }
    }

    /// The author of the book, or nil when it has none.
    func author(of book: Book) async throws -> Author? {
        guard let identity = book.author else { return nil }
        return try await authors.retrieve(identity)
    }

    /// What the author of any of the books is, by identity, in one query.
    func authors(of books: [Book]) async throws -> [Author.Identity: Author] {
        let identities = Array(Set(books.compactMap(\.author)))
        return try await stack.read { records in
            try records.find(identities, AuthorMapping.self)
                .mapValues(AuthorMapping.record)
        }
    }

    /// The loans of the book.
    func loans(of book: Book) async throws -> Set<Loan> {
        guard let identity = book.knownIdentity else { return [] }
        return try await stack.read { records in
            let found = try records.related(
                "loans",
                of: [identity],
                BookMapping.self,
                LoanMapping.self
            )
            return Set(found[identity] ?? [])
        }
    }

    /// The loans of each of the books that has any, in one query.
    func loans(of books: [Book]) async throws -> [Book.Identity: Set<Loan>] {
        let identities = books.compactMap(\.knownIdentity)
        return try await stack.read { records in
            let found = try records.related(
                "loans",
                of: identities,
                BookMapping.self,
                LoanMapping.self
            )
            return found.mapValues(Set.init)
        }
    }

    /// The shelf of the book, or nil when it has none.
    func shelf(of book: Book) async throws -> Shelf? {
        guard let identity = book.shelf else { return nil }
        return try await shelves.retrieve(identity)
    }

    /// What the shelf of any of the books is, by identity, in one query.
    func shelves(of books: [Book]) async throws -> [Shelf.Identity: Shelf] {
        let identities = Array(Set(books.compactMap(\.shelf)))
        return try await stack.read { records in
            try records.find(identities, ShelfMapping.self)
                .mapValues(ShelfMapping.record)
        }
    }

    /// The book of the loan, or nil when it has none.
    func book(of loan: Loan) async throws -> Book? {
        return try await books.retrieve(loan.book)
    }

    /// What the book of any of the loans is, by identity, in one query.
    func books(of loans: [Loan]) async throws -> [Book.Identity: Book] {
        let identities = Array(Set(loans.map(\.book)))
        return try await stack.read { records in
            try records.find(identities, BookMapping.self)
                .mapValues(BookMapping.record)
        }
    }

    /// The books of the shelf.
    func books(of shelf: Shelf) async throws -> Set<Book> {
        guard let identity = shelf.knownIdentity else { return [] }
        return try await stack.read { records in
            let found = try records.related(
                "books",
                of: [identity],
                ShelfMapping.self,
                BookMapping.self
            )
            return Set(found[identity] ?? [])
        }
    }

    /// The books of each of the shelves that has any, in one query.
    func books(of shelves: [Shelf]) async throws -> [Shelf.Identity: Set<Book>] {
        let identities = shelves.compactMap(\.knownIdentity)
        return try await stack.read { records in
            let found = try records.related(
                "books",
                of: identities,
                ShelfMapping.self,
                BookMapping.self
            )
            return found.mapValues(Set.init)
        }
    }
}
