// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with dates.
protocol DateRecordDAO: DataAccessObject where Model == DateRecord {
    /// Every date, in the order of their identities.
    func list() async throws -> [DateRecord]

    /// The dates that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [DateRecord]

    /// The date with this identity, or nil when there is none.
    func retrieve(_ identity: DateRecord.Identity) async throws -> DateRecord?

    /// Inserts the date, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ date: DateRecord) async throws -> DateRecord

    /// Saves all of the dates, or none when it throws.
    @discardableResult
    func save(_ dates: [DateRecord]) async throws -> [DateRecord]

    /// Deletes the date with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: DateRecord.Identity) async throws -> Bool

    /// Deletes every date. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Dates in memory.
extension MemoryDAO: DateRecordDAO where Model == DateRecord {}
