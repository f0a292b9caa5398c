// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with identitiesRecordRecords.
protocol IdentitiesDAO: DataAccessObject where Model == Identities {
    /// Every identitiesRecord, in the order of their identities.
    func list() async throws -> [Identities]

    /// The identitiesRecordRecords that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Identities]

    /// The identitiesRecord with this identity, or nil when there is none.
    func retrieve(_ identity: Identities.Identity) async throws -> Identities?

    /// Inserts the identitiesRecord, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ identitiesRecord: Identities) async throws -> Identities

    /// Saves all of the identitiesRecordRecords, or none when it throws.
    @discardableResult
    func save(_ identitiesRecordRecords: [Identities]) async throws -> [Identities]

    /// Deletes the identitiesRecord with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Identities.Identity) async throws -> Bool

    /// Deletes every identitiesRecord. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// IdentitiesRecordRecords in memory.
extension MemoryDAO: IdentitiesDAO where Model == Identities {}
