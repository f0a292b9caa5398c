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

    /// The Core Data stack. Use its `viewContext` in views.
    let stack: ManagedStack

    /// The manager of the application's own file, which is opened at the first use. If opening
    /// fails, every use throws the same error.
    static var shared: LibraryManager { get throws { try opened.get() } }

    private static let opened = Result {
        try LibraryManager(fileAt: DefaultStoreFile.path(forModel: "Library"))
    }

    /// Opens the file at `path`, and creates it if it does not exist. The compiled model is in
    /// `bundle`. If `bundle` is nil, it is in the application's bundle or, if it is not there, in
    /// the bundle that contains this code.
    init(fileAt path: String, bundle: Foundation.Bundle? = nil) throws {
        stack = try LibraryModel.stack(fileAt: path, bundle: bundle)
    }

    /// Returns a manager whose records are in memory, for tests and previews.
    static func inMemory(bundle: Foundation.Bundle? = nil) throws -> LibraryManager {
        LibraryManager(stack: try LibraryModel.stack(fileAt: nil, bundle: bundle))
    }

    private init(stack: ManagedStack) { self.stack = stack }

    /// The path of the file; nil in memory.
    var path: String? { stack.path }

    /// Closes the file; later calls throw.
    func close() throws { try stack.close() }

    /// Deletes the file at `path`, with all records. Close its manager first.
    static func removeFile(at path: String) throws { try ManagedStack.removeFile(at: path) }
}

// Relationships.
extension LibraryManager {
    /// The books of the author.
    nonisolated(nonsending) func books(of author: Author) async throws -> Set<Book> {
        try await stack.related("books", of: author)
    }
    /// The books of the authors that have any, keyed by the author's identity.
    nonisolated(nonsending) func books(
        of authors: [Author]
    ) async throws -> [Author.Identity: Set<Book>] {
        try await stack.related("books", of: authors)
    }

    /// The author of the book, or nil when it has none.
    nonisolated(nonsending) func author(of book: Book) async throws -> Author? {
        try await stack.related(book.author)
    }
    /// The author of each of the books, keyed by the author's identity.
    nonisolated(nonsending) func authors(
        of books: [Book]
    ) async throws -> [Author.Identity: Author] {
        try await stack.related(books.map(\.author))
    }
    /// The loans of the book.
    nonisolated(nonsending) func loans(of book: Book) async throws -> Set<Loan> {
        try await stack.related("loans", of: book)
    }
    /// The loans of the books that have any, keyed by the book's identity.
    nonisolated(nonsending) func loans(
        of books: [Book]
    ) async throws -> [Book.Identity: Set<Loan>] {
        try await stack.related("loans", of: books)
    }
    /// The shelf of the book, or nil when it has none.
    nonisolated(nonsending) func shelf(of book: Book) async throws -> Shelf? {
        try await stack.related(book.shelf)
    }
    /// The shelf of each of the books, keyed by the shelf's identity.
    nonisolated(nonsending) func shelves(of books: [Book]) async throws -> [Shelf.Identity: Shelf] {
        try await stack.related(books.map(\.shelf))
    }

    /// The book of the loan, or nil when it has none.
    nonisolated(nonsending) func book(of loan: Loan) async throws -> Book? {
        try await stack.related(loan.book)
    }
    /// The book of each of the loans, keyed by the book's identity.
    nonisolated(nonsending) func books(of loans: [Loan]) async throws -> [Book.Identity: Book] {
        try await stack.related(loans.map(\.book))
    }

    /// The books of the shelf.
    nonisolated(nonsending) func books(of shelf: Shelf) async throws -> Set<Book> {
        try await stack.related("books", of: shelf)
    }
    /// The books of the shelves that have any, keyed by the shelf's identity.
    nonisolated(nonsending) func books(
        of shelves: [Shelf]
    ) async throws -> [Shelf.Identity: Set<Book>] {
        try await stack.related("books", of: shelves)
    }
}
