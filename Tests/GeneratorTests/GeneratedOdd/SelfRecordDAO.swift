// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with selfs.
protocol SelfRecordDAO: DataAccessObject where Model == SelfRecord {
    /// Every self_, in the order of their identities.
    func list() async throws -> [SelfRecord]

    /// The selfs that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [SelfRecord]

    /// The self_ with this identity, or nil when there is none.
    func retrieve(_ identity: SelfRecord.Identity) async throws -> SelfRecord?

    /// Inserts the self_, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ self_: SelfRecord) async throws -> SelfRecord

    /// Saves all of the selfs, or none when it throws.
    @discardableResult
    func save(_ selfs: [SelfRecord]) async throws -> [SelfRecord]

    /// Deletes the self_ with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: SelfRecord.Identity) async throws -> Bool

    /// Deletes every self_. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Selfs in memory.
extension MemoryDAO: SelfRecordDAO where Model == SelfRecord {}
