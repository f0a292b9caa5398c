// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with authors.
protocol AuthorDAO: DataAccessObject where Model == Author {
    /// Every author, in the order of their identities.
    nonisolated(nonsending) func list() async throws -> [Author]

    /// The authors that the query finds, in its order.
    nonisolated(nonsending) func list(_ query: DataQuery) async throws -> [Author]

    /// The author with this identity, or nil when there is none.
    nonisolated(nonsending) func retrieve(_ identity: Author.Identity) async throws -> Author?

    /// Inserts the author, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    nonisolated(nonsending) func save(_ author: Author) async throws -> Author

    /// Saves all of the authors, or none when it throws.
    @discardableResult
    nonisolated(nonsending) func save(_ authors: [Author]) async throws -> [Author]

    /// Deletes the author with this identity. Returns whether there was one.
    @discardableResult
    nonisolated(nonsending) func delete(_ identity: Author.Identity) async throws -> Bool

    /// Deletes every author. Returns how many there were.
    @discardableResult
    nonisolated(nonsending) func deleteAll() async throws -> Int

    nonisolated(nonsending) func count() async throws -> Int
}

/// Authors in memory.
extension MemoryDAO: AuthorDAO where Model == Author {}
