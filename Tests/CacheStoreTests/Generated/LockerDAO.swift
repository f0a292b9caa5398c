// Made by cdgen from Club.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with lockers.
protocol LockerDAO: DataAccessObject where Model == Locker {
    /// Every locker, in the order of their identities.
    func list() async throws -> [Locker]

    /// The lockers that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Locker]

    /// The locker with this identity, or nil when there is none.
    func retrieve(_ identity: Locker.Identity) async throws -> Locker?

    /// Inserts the locker, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ locker: Locker) async throws -> Locker

    /// Saves all of the lockers, or none when it throws.
    @discardableResult
    func save(_ lockers: [Locker]) async throws -> [Locker]

    /// Deletes the locker with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Locker.Identity) async throws -> Bool

    /// Deletes every locker. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Lockers in memory.
extension MemoryDAO: LockerDAO where Model == Locker {}
