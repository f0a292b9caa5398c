// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with badges.
protocol BadgeDAO: DataAccessObject where Model == Badge {
    /// Every badge, in the order of their identities.
    func list() async throws -> [Badge]

    /// The badges that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Badge]

    /// The badge with this identity, or nil when there is none.
    func retrieve(_ identity: Badge.Identity) async throws -> Badge?

    /// Inserts the badge, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ badge: Badge) async throws -> Badge

    /// Saves all of the badges, or none when it throws.
    @discardableResult
    func save(_ badges: [Badge]) async throws -> [Badge]

    /// Deletes the badge with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Badge.Identity) async throws -> Bool

    /// Deletes every badge. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Badges in memory.
extension MemoryDAO: BadgeDAO where Model == Badge {}
