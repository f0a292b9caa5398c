// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Tested against a substitute for it; not yet run on macOS or iOS.

import DataAccess
import Foundation
import ManagedStore

/// The records of the model Library, in Core Data.
nonisolated struct LibraryManager: Sendable {
    var authors: any AuthorDAO { ManagedDAO<Author>(stack: stack) }
    var books: any BookDAO { ManagedDAO<Book>(stack: stack) }
    var loans: any LoanDAO { ManagedDAO<Loan>(stack: stack) }
    var shelves: any ShelfDAO { ManagedDAO<Shelf>(stack: stack) }

    /// Runs generated queries. Its `viewContext` is the context of views.
    let stack: ManagedStack

    /// The manager of the application's own file, opened when it is first asked for. Throws, each
    /// time, when the file could not be opened.
    static var shared: LibraryManager {
        get throws { try opened.get() }
    }

    private static let opened = Result {
        try LibraryManager(fileAt: DefaultStoreFile.path(forModel: "Library"))
    }

    /// Opens the file at `path`, and creates it if it does not exist. The compiled model is that of
    /// `bundle`; without one, the application's.
    init(fileAt path: String, bundle: Foundation.Bundle? = nil) throws {
        stack = try LibraryModel.stack(fileAt: path, bundle: bundle)
    }

    /// A store that lives in memory, as long as its manager: for tests and previews.
    static func inMemory(bundle: Foundation.Bundle? = nil) throws -> LibraryManager {
        LibraryManager(stack: try LibraryModel.stack(fileAt: nil, bundle: bundle))
    }

    private init(stack: ManagedStack) { self.stack = stack }

    /// The path of the file; nil in memory.
    var path: String? { stack.path }

    /// Closes the file; later calls throw.
    func close() throws { try stack.close() }

    /// Removes the file at `path` and all that is in it. Close its manager first.
    static func removeFile(at path: String) throws { try ManagedStack.removeFile(at: path) }
}

// Relationships.
extension LibraryManager {
    /// The books of the author.
    nonisolated(nonsending) func books(of author: Author) async throws -> Set<Book> {
        try await stack.related("books", of: author)
    }
    /// The books of each of the authors that has any.
    nonisolated(nonsending) func books(
        of authors: [Author]
    ) async throws -> [Author.Identity: Set<Book>] {
        try await stack.related("books", of: authors)
    }

    /// The author of the book, or nil when it has none.
    nonisolated(nonsending) func author(of book: Book) async throws -> Author? {
        try await stack.related(book.author)
    }
    /// The author of any of the books, by identity.
    nonisolated(nonsending) func authors(
        of books: [Book]
    ) async throws -> [Author.Identity: Author] {
        try await stack.related(books.map(\.author))
    }
    /// The loans of the book.
    nonisolated(nonsending) func loans(of book: Book) async throws -> Set<Loan> {
        try await stack.related("loans", of: book)
    }
    /// The loans of each of the books that has any.
    nonisolated(nonsending) func loans(
        of books: [Book]
    ) async throws -> [Book.Identity: Set<Loan>] {
        try await stack.related("loans", of: books)
    }
    /// The shelf of the book, or nil when it has none.
    nonisolated(nonsending) func shelf(of book: Book) async throws -> Shelf? {
        try await stack.related(book.shelf)
    }
    /// The shelf of any of the books, by identity.
    nonisolated(nonsending) func shelves(of books: [Book]) async throws -> [Shelf.Identity: Shelf] {
        try await stack.related(books.map(\.shelf))
    }

    /// The book of the loan, or nil when it has none.
    nonisolated(nonsending) func book(of loan: Loan) async throws -> Book? {
        try await stack.related(loan.book)
    }
    /// The book of any of the loans, by identity.
    nonisolated(nonsending) func books(of loans: [Loan]) async throws -> [Book.Identity: Book] {
        try await stack.related(loans.map(\.book))
    }

    /// The books of the shelf.
    nonisolated(nonsending) func books(of shelf: Shelf) async throws -> Set<Book> {
        try await stack.related("books", of: shelf)
    }
    /// The books of each of the shelves that has any.
    nonisolated(nonsending) func books(
        of shelves: [Shelf]
    ) async throws -> [Shelf.Identity: Set<Book>] {
        try await stack.related("books", of: shelves)
    }
}
