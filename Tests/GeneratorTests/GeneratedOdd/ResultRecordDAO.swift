// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with results.
protocol ResultRecordDAO: DataAccessObject where Model == ResultRecord {
    /// Every result, in the order of their identities.
    func list() async throws -> [ResultRecord]

    /// The results that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [ResultRecord]

    /// The result with this identity, or nil when there is none.
    func retrieve(_ identity: ResultRecord.Identity) async throws -> ResultRecord?

    /// Inserts the result, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ result: ResultRecord) async throws -> ResultRecord

    /// Saves all of the results, or none when it throws.
    @discardableResult
    func save(_ results: [ResultRecord]) async throws -> [ResultRecord]

    /// Deletes the result with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: ResultRecord.Identity) async throws -> Bool

    /// Deletes every result. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Results in memory.
extension MemoryDAO: ResultRecordDAO where Model == ResultRecord {}
