// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with ints.
protocol IntRecordDAO: DataAccessObject where Model == IntRecord {
    /// Every int, in the order of their identities.
    func list() async throws -> [IntRecord]

    /// The ints that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [IntRecord]

    /// The int with this identity, or nil when there is none.
    func retrieve(_ identity: IntRecord.Identity) async throws -> IntRecord?

    /// Inserts the int, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ int: IntRecord) async throws -> IntRecord

    /// Saves all of the ints, or none when it throws.
    @discardableResult
    func save(_ ints: [IntRecord]) async throws -> [IntRecord]

    /// Deletes the int with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: IntRecord.Identity) async throws -> Bool

    /// Deletes every int. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Ints in memory.
extension MemoryDAO: IntRecordDAO where Model == IntRecord {}
