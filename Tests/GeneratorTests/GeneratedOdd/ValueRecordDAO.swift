// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with values.
protocol ValueRecordDAO: DataAccessObject where Model == ValueRecord {
    /// Every value, in the order of their identities.
    func list() async throws -> [ValueRecord]

    /// The values that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [ValueRecord]

    /// The value with this identity, or nil when there is none.
    func retrieve(_ identity: ValueRecord.Identity) async throws -> ValueRecord?

    /// Inserts the value, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ value: ValueRecord) async throws -> ValueRecord

    /// Saves all of the values, or none when it throws.
    @discardableResult
    func save(_ values: [ValueRecord]) async throws -> [ValueRecord]

    /// Deletes the value with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: ValueRecord.Identity) async throws -> Bool

    /// Deletes every value. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Values in memory.
extension MemoryDAO: ValueRecordDAO where Model == ValueRecord {}
