// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with books.
protocol BookDAO: DataAccessObject where Model == Book {
    /// Every book, in the order of their identities.
    nonisolated(nonsending) func list() async throws -> [Book]

    /// The books that the query finds, in its order.
    nonisolated(nonsending) func list(_ query: DataQuery) async throws -> [Book]

    /// The book with this identity, or nil when there is none.
    nonisolated(nonsending) func retrieve(_ identity: Book.Identity) async throws -> Book?

    /// Inserts the book, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    nonisolated(nonsending) func save(_ book: Book) async throws -> Book

    /// Saves all of the books, or none when it throws.
    @discardableResult
    nonisolated(nonsending) func save(_ books: [Book]) async throws -> [Book]

    /// Deletes the book with this identity. Returns whether there was one.
    @discardableResult
    nonisolated(nonsending) func delete(_ identity: Book.Identity) async throws -> Bool

    /// Deletes every book. Returns how many there were.
    @discardableResult
    nonisolated(nonsending) func deleteAll() async throws -> Int

    nonisolated(nonsending) func count() async throws -> Int
}

/// Books in memory.
extension MemoryDAO: BookDAO where Model == Book {}
