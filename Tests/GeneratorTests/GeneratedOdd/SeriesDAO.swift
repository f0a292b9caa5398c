// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with series.
protocol SeriesDAO: DataAccessObject where Model == Series {
    /// Every series, in the order of their identities.
    func list() async throws -> [Series]

    /// The series that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Series]

    /// The series with this identity, or nil when there is none.
    func retrieve(_ identity: Series.Identity) async throws -> Series?

    /// Inserts the series, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ series: Series) async throws -> Series

    /// Saves all of the series, or none when it throws.
    @discardableResult
    func save(_ series: [Series]) async throws -> [Series]

    /// Deletes the series with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Series.Identity) async throws -> Bool

    /// Deletes every series. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Series in memory.
extension MemoryDAO: SeriesDAO where Model == Series {}
