// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with towns.
protocol TownDAO: DataAccessObject where Model == Town {
    /// Every town, in the order of their identities.
    func list() async throws -> [Town]

    /// The towns that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Town]

    /// The town with this identity, or nil when there is none.
    func retrieve(_ identity: Town.Identity) async throws -> Town?

    /// Inserts the town, or replaces the one with its identity or with unique values of it;
    /// without an identity it is given a new one. Returns it as stored.
    @discardableResult
    func save(_ town: Town) async throws -> Town

    /// Saves all of the towns, or none when it throws.
    @discardableResult
    func save(_ towns: [Town]) async throws -> [Town]

    /// Deletes the town with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Town.Identity) async throws -> Bool

    /// Deletes every town. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

extension TownDAO {
    /// The town with these values, of which there is one at most.
    func retrieve(code: String) async throws -> Town? {
        try await retrieve(unique: ["code": StoredValue(code)])
    }
}

/// Towns in memory.
extension MemoryDAO: TownDAO where Model == Town {}
