// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with shelves.
protocol ShelfDAO: DataAccessObject where Model == Shelf {
    /// Every shelf, in the order of their identities.
    nonisolated(nonsending) func list() async throws -> [Shelf]

    /// The shelves that the query finds, in its order.
    nonisolated(nonsending) func list(_ query: DataQuery) async throws -> [Shelf]

    /// The shelf with this identity, or nil when there is none.
    nonisolated(nonsending) func retrieve(_ identity: Shelf.Identity) async throws -> Shelf?

    /// Inserts the shelf, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    nonisolated(nonsending) func save(_ shelf: Shelf) async throws -> Shelf

    /// Saves all of the shelves, or none when it throws.
    @discardableResult
    nonisolated(nonsending) func save(_ shelves: [Shelf]) async throws -> [Shelf]

    /// Deletes the shelf with this identity. Returns whether there was one.
    @discardableResult
    nonisolated(nonsending) func delete(_ identity: Shelf.Identity) async throws -> Bool

    /// Deletes every shelf. Returns how many there were.
    @discardableResult
    nonisolated(nonsending) func deleteAll() async throws -> Int

    nonisolated(nonsending) func count() async throws -> Int
}

/// Shelves in memory.
extension MemoryDAO: ShelfDAO where Model == Shelf {}
