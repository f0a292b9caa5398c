// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with spots.
protocol SpotDAO: DataAccessObject where Model == Spot {
    /// Every spot, in the order of their identities.
    func list() async throws -> [Spot]

    /// The spots that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Spot]

    /// The spot with this identity, or nil when there is none.
    func retrieve(_ identity: Spot.Identity) async throws -> Spot?

    /// Inserts the spot, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ spot: Spot) async throws -> Spot

    /// Saves all of the spots, or none when it throws.
    @discardableResult
    func save(_ spots: [Spot]) async throws -> [Spot]

    /// Deletes the spot with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Spot.Identity) async throws -> Bool

    /// Deletes every spot. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Spots in memory.
extension MemoryDAO: SpotDAO where Model == Spot {}
