// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with records.
protocol RecordRecordDAO: DataAccessObject where Model == RecordRecord {
    /// Every record, in the order of their identities.
    func list() async throws -> [RecordRecord]

    /// The records that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [RecordRecord]

    /// The record with this identity, or nil when there is none.
    func retrieve(_ identity: RecordRecord.Identity) async throws -> RecordRecord?

    /// Inserts the record, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ record: RecordRecord) async throws -> RecordRecord

    /// Saves all of the records, or none when it throws.
    @discardableResult
    func save(_ records: [RecordRecord]) async throws -> [RecordRecord]

    /// Deletes the record with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: RecordRecord.Identity) async throws -> Bool

    /// Deletes every record. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Records in memory.
extension MemoryDAO: RecordRecordDAO where Model == RecordRecord {}
