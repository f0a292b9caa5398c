// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with rungs.
protocol RungDAO: DataAccessObject where Model == Rung {
    /// Every rung, in the order of their identities.
    func list() async throws -> [Rung]

    /// The rungs that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Rung]

    /// The rung with this identity, or nil when there is none.
    func retrieve(_ identity: Rung.Identity) async throws -> Rung?

    /// Inserts the rung, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ rung: Rung) async throws -> Rung

    /// Saves all of the rungs, or none when it throws.
    @discardableResult
    func save(_ rungs: [Rung]) async throws -> [Rung]

    /// Deletes the rung with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Rung.Identity) async throws -> Bool

    /// Deletes every rung. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Rungs in memory.
extension MemoryDAO: RungDAO where Model == Rung {}
