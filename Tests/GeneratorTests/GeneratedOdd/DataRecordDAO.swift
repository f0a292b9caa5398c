// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with data.
protocol DataRecordDAO: DataAccessObject where Model == DataRecord {
    /// Every data, in the order of their identities.
    func list() async throws -> [DataRecord]

    /// The data that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [DataRecord]

    /// The data with this identity, or nil when there is none.
    func retrieve(_ identity: DataRecord.Identity) async throws -> DataRecord?

    /// Inserts the data, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ data: DataRecord) async throws -> DataRecord

    /// Saves all of the data, or none when it throws.
    @discardableResult
    func save(_ data: [DataRecord]) async throws -> [DataRecord]

    /// Deletes the data with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: DataRecord.Identity) async throws -> Bool

    /// Deletes every data. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Data in memory.
extension MemoryDAO: DataRecordDAO where Model == DataRecord {}
