// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with lists.
protocol ListDAO: DataAccessObject where Model == List {
    /// Every list, in the order of their identities.
    func list() async throws -> [List]

    /// The lists that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [List]

    /// The list with this identity, or nil when there is none.
    func retrieve(_ identity: List.Identity) async throws -> List?

    /// Inserts the list, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ list: List) async throws -> List

    /// Saves all of the lists, or none when it throws.
    @discardableResult
    func save(_ lists: [List]) async throws -> [List]

    /// Deletes the list with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: List.Identity) async throws -> Bool

    /// Deletes every list. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Lists in memory.
extension MemoryDAO: ListDAO where Model == List {}
