// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with crowns.
protocol CrownDAO: DataAccessObject where Model == Crown {
    /// Every crown, in the order of their identities.
    func list() async throws -> [Crown]

    /// The crowns that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Crown]

    /// The crown with this identity, or nil when there is none.
    func retrieve(_ identity: Crown.Identity) async throws -> Crown?

    /// Inserts the crown, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ crown: Crown) async throws -> Crown

    /// Saves all of the crowns, or none when it throws.
    @discardableResult
    func save(_ crowns: [Crown]) async throws -> [Crown]

    /// Deletes the crown with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Crown.Identity) async throws -> Bool

    /// Deletes every crown. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Crowns in memory.
extension MemoryDAO: CrownDAO where Model == Crown {}
