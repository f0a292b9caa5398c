// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with strings.
protocol StringRecordDAO: DataAccessObject where Model == StringRecord {
    /// Every string, in the order of their identities.
    func list() async throws -> [StringRecord]

    /// The strings that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [StringRecord]

    /// The string with this identity, or nil when there is none.
    func retrieve(_ identity: StringRecord.Identity) async throws -> StringRecord?

    /// Inserts the string, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ string: StringRecord) async throws -> StringRecord

    /// Saves all of the strings, or none when it throws.
    @discardableResult
    func save(_ strings: [StringRecord]) async throws -> [StringRecord]

    /// Deletes the string with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: StringRecord.Identity) async throws -> Bool

    /// Deletes every string. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Strings in memory.
extension MemoryDAO: StringRecordDAO where Model == StringRecord {}
