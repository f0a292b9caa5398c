// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with keepings.
protocol KeepingDAO: DataAccessObject where Model == Keeping {
    /// Every keepingRecord, in the order of their identities.
    func list() async throws -> [Keeping]

    /// The keepings that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Keeping]

    /// The keepingRecord with this identity, or nil when there is none.
    func retrieve(_ identity: Keeping.Identity) async throws -> Keeping?

    /// Inserts the keepingRecord, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ keepingRecord: Keeping) async throws -> Keeping

    /// Saves all of the keepings, or none when it throws.
    @discardableResult
    func save(_ keepings: [Keeping]) async throws -> [Keeping]

    /// Deletes the keepingRecord with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Keeping.Identity) async throws -> Bool

    /// Deletes every keepingRecord. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Keepings in memory.
extension MemoryDAO: KeepingDAO where Model == Keeping {}
