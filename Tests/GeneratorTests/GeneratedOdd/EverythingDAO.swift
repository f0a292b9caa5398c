// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with everythings.
protocol EverythingDAO: DataAccessObject where Model == Everything {
    /// Every everything, in the order of their identities.
    func list() async throws -> [Everything]

    /// The everythings that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Everything]

    /// The everything with this identity, or nil when there is none.
    func retrieve(_ identity: Everything.Identity) async throws -> Everything?

    /// Inserts the everything, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ everything: Everything) async throws -> Everything

    /// Saves all of the everythings, or none when it throws.
    @discardableResult
    func save(_ everythings: [Everything]) async throws -> [Everything]

    /// Deletes the everything with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Everything.Identity) async throws -> Bool

    /// Deletes every everything. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Everythings in memory.
extension MemoryDAO: EverythingDAO where Model == Everything {}
