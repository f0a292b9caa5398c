// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with anies.
protocol AnyRecordDAO: DataAccessObject where Model == AnyRecord {
    /// Every any, in the order of their identities.
    func list() async throws -> [AnyRecord]

    /// The anies that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [AnyRecord]

    /// The any with this identity, or nil when there is none.
    func retrieve(_ identity: AnyRecord.Identity) async throws -> AnyRecord?

    /// Inserts the any, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ any: AnyRecord) async throws -> AnyRecord

    /// Saves all of the anies, or none when it throws.
    @discardableResult
    func save(_ anies: [AnyRecord]) async throws -> [AnyRecord]

    /// Deletes the any with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: AnyRecord.Identity) async throws -> Bool

    /// Deletes every any. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Anies in memory.
extension MemoryDAO: AnyRecordDAO where Model == AnyRecord {}
