// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with desks.
protocol DeskDAO: DataAccessObject where Model == Desk {
    /// Every desk, in the order of their identities.
    func list() async throws -> [Desk]

    /// The desks that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Desk]

    /// The desk with this identity, or nil when there is none.
    func retrieve(_ identity: Desk.Identity) async throws -> Desk?

    /// Inserts the desk, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ desk: Desk) async throws -> Desk

    /// Saves all of the desks, or none when it throws.
    @discardableResult
    func save(_ desks: [Desk]) async throws -> [Desk]

    /// Deletes the desk with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Desk.Identity) async throws -> Bool

    /// Deletes every desk. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Desks in memory.
extension MemoryDAO: DeskDAO where Model == Desk {}
