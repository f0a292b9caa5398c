// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with nothings.
protocol NothingDAO: DataAccessObject where Model == Nothing {
    /// Every nothing, in the order of their identities.
    func list() async throws -> [Nothing]

    /// The nothings that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Nothing]

    /// The nothing with this identity, or nil when there is none.
    func retrieve(_ identity: Nothing.Identity) async throws -> Nothing?

    /// Inserts the nothing, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ nothing: Nothing) async throws -> Nothing

    /// Saves all of the nothings, or none when it throws.
    @discardableResult
    func save(_ nothings: [Nothing]) async throws -> [Nothing]

    /// Deletes the nothing with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Nothing.Identity) async throws -> Bool

    /// Deletes every nothing. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Nothings in memory.
extension MemoryDAO: NothingDAO where Model == Nothing {}
