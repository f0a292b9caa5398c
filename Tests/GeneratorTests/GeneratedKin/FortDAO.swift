// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with forts.
protocol FortDAO: DataAccessObject where Model == Fort {
    /// Every fort, in the order of their identities.
    func list() async throws -> [Fort]

    /// The forts that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Fort]

    /// The fort with this identity, or nil when there is none.
    func retrieve(_ identity: Fort.Identity) async throws -> Fort?

    /// Inserts the fort, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ fort: Fort) async throws -> Fort

    /// Saves all of the forts, or none when it throws.
    @discardableResult
    func save(_ forts: [Fort]) async throws -> [Fort]

    /// Deletes the fort with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Fort.Identity) async throws -> Bool

    /// Deletes every fort. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Forts in memory.
extension MemoryDAO: FortDAO where Model == Fort {}
