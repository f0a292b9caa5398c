// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with identities.
protocol IdentityRecordDAO: DataAccessObject where Model == IdentityRecord {
    /// Every identity_, in the order of their identities.
    func list() async throws -> [IdentityRecord]

    /// The identities that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [IdentityRecord]

    /// The identity_ with this identity, or nil when there is none.
    func retrieve(_ identity: IdentityRecord.Identity) async throws -> IdentityRecord?

    /// Inserts the identity_, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ identity_: IdentityRecord) async throws -> IdentityRecord

    /// Saves all of the identities, or none when it throws.
    @discardableResult
    func save(_ identities: [IdentityRecord]) async throws -> [IdentityRecord]

    /// Deletes the identity_ with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: IdentityRecord.Identity) async throws -> Bool

    /// Deletes every identity_. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Identities in memory.
extension MemoryDAO: IdentityRecordDAO where Model == IdentityRecord {}
