// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with memories.
protocol MemoryRecordDAO: DataAccessObject where Model == MemoryRecord {
    /// Every memoryRecord, in the order of their identities.
    func list() async throws -> [MemoryRecord]

    /// The memories that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [MemoryRecord]

    /// The memoryRecord with this identity, or nil when there is none.
    func retrieve(_ identity: MemoryRecord.Identity) async throws -> MemoryRecord?

    /// Inserts the memoryRecord, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ memoryRecord: MemoryRecord) async throws -> MemoryRecord

    /// Saves all of the memories, or none when it throws.
    @discardableResult
    func save(_ memories: [MemoryRecord]) async throws -> [MemoryRecord]

    /// Deletes the memoryRecord with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: MemoryRecord.Identity) async throws -> Bool

    /// Deletes every memoryRecord. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Memories in memory.
extension MemoryDAO: MemoryRecordDAO where Model == MemoryRecord {}
