// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with sheeps.
protocol SheepDAO: DataAccessObject where Model == Sheep {
    /// Every sheep, in the order of their identities.
    func list() async throws -> [Sheep]

    /// The sheeps that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Sheep]

    /// The sheep with this identity, or nil when there is none.
    func retrieve(_ identity: Sheep.Identity) async throws -> Sheep?

    /// Inserts the sheep, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ sheep: Sheep) async throws -> Sheep

    /// Saves all of the sheeps, or none when it throws.
    @discardableResult
    func save(_ sheeps: [Sheep]) async throws -> [Sheep]

    /// Deletes the sheep with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Sheep.Identity) async throws -> Bool

    /// Deletes every sheep. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Sheeps in memory.
extension MemoryDAO: SheepDAO where Model == Sheep {}
