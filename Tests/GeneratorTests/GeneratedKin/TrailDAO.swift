// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with trails.
protocol TrailDAO: DataAccessObject where Model == Trail {
    /// Every trail, in the order of their identities.
    func list() async throws -> [Trail]

    /// The trails that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Trail]

    /// The trail with this identity, or nil when there is none.
    func retrieve(_ identity: Trail.Identity) async throws -> Trail?

    /// Inserts the trail, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ trail: Trail) async throws -> Trail

    /// Saves all of the trails, or none when it throws.
    @discardableResult
    func save(_ trails: [Trail]) async throws -> [Trail]

    /// Deletes the trail with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Trail.Identity) async throws -> Bool

    /// Deletes every trail. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Trails in memory.
extension MemoryDAO: TrailDAO where Model == Trail {}
