// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with ponds.
protocol PondDAO: DataAccessObject where Model == Pond {
    /// Every pond, in the order of their identities.
    func list() async throws -> [Pond]

    /// The ponds that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Pond]

    /// The pond with this identity, or nil when there is none.
    func retrieve(_ identity: Pond.Identity) async throws -> Pond?

    /// Inserts the pond, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ pond: Pond) async throws -> Pond

    /// Saves all of the ponds, or none when it throws.
    @discardableResult
    func save(_ ponds: [Pond]) async throws -> [Pond]

    /// Deletes the pond with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Pond.Identity) async throws -> Bool

    /// Deletes every pond. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Ponds in memory.
extension MemoryDAO: PondDAO where Model == Pond {}
