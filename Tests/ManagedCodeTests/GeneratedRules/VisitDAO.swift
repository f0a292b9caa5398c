// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with visits.
protocol VisitDAO: DataAccessObject where Model == Visit {
    /// Every visit, in the order of their identities.
    func list() async throws -> [Visit]

    /// The visits that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Visit]

    /// The visit with this identity, or nil when there is none.
    func retrieve(_ identity: Visit.Identity) async throws -> Visit?

    /// Inserts the visit, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ visit: Visit) async throws -> Visit

    /// Saves all of the visits, or none when it throws.
    @discardableResult
    func save(_ visits: [Visit]) async throws -> [Visit]

    /// Deletes the visit with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Visit.Identity) async throws -> Bool

    /// Deletes every visit. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Visits in memory.
extension MemoryDAO: VisitDAO where Model == Visit {}
