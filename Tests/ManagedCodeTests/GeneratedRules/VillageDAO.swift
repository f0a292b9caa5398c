// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with villages.
protocol VillageDAO: DataAccessObject where Model == Village {
    /// Every village, in the order of their identities.
    func list() async throws -> [Village]

    /// The villages that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Village]

    /// The village with this identity, or nil when there is none.
    func retrieve(_ identity: Village.Identity) async throws -> Village?

    /// Inserts the village, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ village: Village) async throws -> Village

    /// Saves all of the villages, or none when it throws.
    @discardableResult
    func save(_ villages: [Village]) async throws -> [Village]

    /// Deletes the village with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Village.Identity) async throws -> Bool

    /// Deletes every village. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Villages in memory.
extension MemoryDAO: VillageDAO where Model == Village {}
