// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with camps.
protocol CampDAO: DataAccessObject where Model == Camp {
    /// Every camp, in the order of their identities.
    func list() async throws -> [Camp]

    /// The camps that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Camp]

    /// The camp with this identity, or nil when there is none.
    func retrieve(_ identity: Camp.Identity) async throws -> Camp?

    /// Inserts the camp, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ camp: Camp) async throws -> Camp

    /// Saves all of the camps, or none when it throws.
    @discardableResult
    func save(_ camps: [Camp]) async throws -> [Camp]

    /// Deletes the camp with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Camp.Identity) async throws -> Bool

    /// Deletes every camp. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Camps in memory.
extension MemoryDAO: CampDAO where Model == Camp {}
