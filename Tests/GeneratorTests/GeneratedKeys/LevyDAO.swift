// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with levies.
protocol LevyDAO: DataAccessObject where Model == Levy {
    /// Every levy, in the order of their identities.
    func list() async throws -> [Levy]

    /// The levies that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Levy]

    /// The levy with this identity, or nil when there is none.
    func retrieve(_ identity: Levy.Identity) async throws -> Levy?

    /// Inserts the levy, or replaces the one with its identity or with unique values of it;
    /// without an identity it is given a new one. Returns it as stored.
    @discardableResult
    func save(_ levy: Levy) async throws -> Levy

    /// Saves all of the levies, or none when it throws.
    @discardableResult
    func save(_ levies: [Levy]) async throws -> [Levy]

    /// Deletes the levy with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Levy.Identity) async throws -> Bool

    /// Deletes every levy. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

extension LevyDAO {
    /// The levy with these values, of which there is one at most.
    func retrieve(siteID: Int64, id: Int64) async throws -> Levy? {
        try await retrieve(unique: ["siteID": StoredValue(siteID), "id": StoredValue(id)])
    }
}

/// Levies in memory.
extension MemoryDAO: LevyDAO where Model == Levy {}
