// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with optionals.
protocol OptionalRecordDAO: DataAccessObject where Model == OptionalRecord {
    /// Every optional, in the order of their identities.
    func list() async throws -> [OptionalRecord]

    /// The optionals that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [OptionalRecord]

    /// The optional with this identity, or nil when there is none.
    func retrieve(_ identity: OptionalRecord.Identity) async throws -> OptionalRecord?

    /// Inserts the optional, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ optional: OptionalRecord) async throws -> OptionalRecord

    /// Saves all of the optionals, or none when it throws.
    @discardableResult
    func save(_ optionals: [OptionalRecord]) async throws -> [OptionalRecord]

    /// Deletes the optional with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: OptionalRecord.Identity) async throws -> Bool

    /// Deletes every optional. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Optionals in memory.
extension MemoryDAO: OptionalRecordDAO where Model == OptionalRecord {}
