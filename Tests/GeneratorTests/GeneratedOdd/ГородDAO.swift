// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with городs.
protocol ГородDAO: DataAccessObject where Model == Город {
    /// Every город, in the order of their identities.
    func list() async throws -> [Город]

    /// The городs that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Город]

    /// The город with this identity, or nil when there is none.
    func retrieve(_ identity: Город.Identity) async throws -> Город?

    /// Inserts the город, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ город: Город) async throws -> Город

    /// Saves all of the городs, or none when it throws.
    @discardableResult
    func save(_ городs: [Город]) async throws -> [Город]

    /// Deletes the город with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Город.Identity) async throws -> Bool

    /// Deletes every город. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Городs in memory.
extension MemoryDAO: ГородDAO where Model == Город {}
