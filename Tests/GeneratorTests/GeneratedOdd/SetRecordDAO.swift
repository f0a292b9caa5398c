// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with sets.
protocol SetRecordDAO: DataAccessObject where Model == SetRecord {
    /// Every set, in the order of their identities.
    func list() async throws -> [SetRecord]

    /// The sets that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [SetRecord]

    /// The set with this identity, or nil when there is none.
    func retrieve(_ identity: SetRecord.Identity) async throws -> SetRecord?

    /// Inserts the set, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ set: SetRecord) async throws -> SetRecord

    /// Saves all of the sets, or none when it throws.
    @discardableResult
    func save(_ sets: [SetRecord]) async throws -> [SetRecord]

    /// Deletes the set with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: SetRecord.Identity) async throws -> Bool

    /// Deletes every set. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Sets in memory.
extension MemoryDAO: SetRecordDAO where Model == SetRecord {}
