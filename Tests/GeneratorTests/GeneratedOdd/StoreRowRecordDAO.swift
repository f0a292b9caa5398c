// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with storeRows.
protocol StoreRowRecordDAO: DataAccessObject where Model == StoreRowRecord {
    /// Every storeRow, in the order of their identities.
    func list() async throws -> [StoreRowRecord]

    /// The storeRows that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [StoreRowRecord]

    /// The storeRow with this identity, or nil when there is none.
    func retrieve(_ identity: StoreRowRecord.Identity) async throws -> StoreRowRecord?

    /// Inserts the storeRow, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ storeRow: StoreRowRecord) async throws -> StoreRowRecord

    /// Saves all of the storeRows, or none when it throws.
    @discardableResult
    func save(_ storeRows: [StoreRowRecord]) async throws -> [StoreRowRecord]

    /// Deletes the storeRow with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: StoreRowRecord.Identity) async throws -> Bool

    /// Deletes every storeRow. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// StoreRows in memory.
extension MemoryDAO: StoreRowRecordDAO where Model == StoreRowRecord {}
