// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with charts.
protocol ChartDAO: DataAccessObject where Model == Chart {
    /// Every chart, in the order of their identities.
    func list() async throws -> [Chart]

    /// The charts that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Chart]

    /// The chart with this identity, or nil when there is none.
    func retrieve(_ identity: Chart.Identity) async throws -> Chart?

    /// Inserts the chart, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ chart: Chart) async throws -> Chart

    /// Saves all of the charts, or none when it throws.
    @discardableResult
    func save(_ charts: [Chart]) async throws -> [Chart]

    /// Deletes the chart with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Chart.Identity) async throws -> Bool

    /// Deletes every chart. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Charts in memory.
extension MemoryDAO: ChartDAO where Model == Chart {}
