public import CacheStore

/// Rows for display. A function makes each row from a record of a data source.
///
/// For a table view, use a data source without sections. For a collection view, use a data source
/// with sections. For a custom screen, a row can be any value that the screen shows.
public struct RowSource<R: StoredRecord, Row: Sendable>: Sendable {
    /// Event of a data source, with rows instead of records.
    public typealias Event = DataSourceEvent<Row>

    private let source: DataSource<R>
    private let row: @Sendable (R) -> Row

    /// Creates a source of rows.
    ///
    /// - Parameters:
    ///   - source: Source of the records.
    ///   - row: Function that returns the row for a record; called for each record of a snapshot.
    public init(_ source: DataSource<R>, row: @escaping @Sendable (R) -> Row) {
        self.source = source
        self.row = row
    }

    /// Returns the events of `DataSource.events`, with rows instead of records.
    public func events(_ policy: FetchPolicy) -> AsyncStream<Event> {
        let (rows, output) = AsyncStream<Event>.makeStream()
        let records = source.events(policy)
        let task = Task { [row] in
            for await event in records { output.yield(event.map(row)) }
            output.finish()
        }
        output.onTermination = { _ in task.cancel() }
        return rows
    }
}
