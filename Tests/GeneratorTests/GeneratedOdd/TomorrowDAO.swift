// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with tomorrows.
protocol TomorrowDAO: DataAccessObject where Model == Tomorrow {
    /// Every tomorrow, in the order of their identities.
    func list() async throws -> [Tomorrow]

    /// The tomorrows that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Tomorrow]

    /// The tomorrow with this identity, or nil when there is none.
    func retrieve(_ identity: Tomorrow.Identity) async throws -> Tomorrow?

    /// Inserts the tomorrow, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ tomorrow: Tomorrow) async throws -> Tomorrow

    /// Saves all of the tomorrows, or none when it throws.
    @discardableResult
    func save(_ tomorrows: [Tomorrow]) async throws -> [Tomorrow]

    /// Deletes the tomorrow with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Tomorrow.Identity) async throws -> Bool

    /// Deletes every tomorrow. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Tomorrows in memory.
extension MemoryDAO: TomorrowDAO where Model == Tomorrow {}
