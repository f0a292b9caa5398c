/// A list of records that is kept up to date. It reports a snapshot first, and then batches of
/// differences after transactions that change the listed records.
///
/// Batches are in the order of the transactions. Each batch contains the changes since the previous
/// snapshot. If transactions follow one another quickly, one batch may cover several of them.
public struct ResultsController<R: DescribedRecord>: Sendable {
    /// An event that `events()` reports: first `began`, then `changed` whenever the list has
    /// changed.
    public enum Event: Sendable {
        case began(ListSnapshot<R>)
        case changed(ListBatch<R>)
        /// The records could not be read. The list stays unchanged, and later changes are still
        /// reported.
        case failed(any Error)
    }

    /// The records in the list, and their order.
    public let query: DataQuery
    private let sectionName: (@Sendable (R) -> String)?
    private let changes: @Sendable () -> AsyncStream<StoreChange>
    private let fetch: @Sendable () async throws -> [R]

    /// Creates a list of records.
    ///
    /// - Parameters:
    ///   - query: The records in the list, and their order.
    ///   - sectionName: A function that returns the name of a record's section; nil for a list
    ///     without sections.
    ///   - changes: A function that subscribes to the store's changes. The result of `fetch` must
    ///     include every change that has been announced.
    ///   - fetch: A function that reads the records of `query`.
    package init(
        query: DataQuery,
        sectionName: (@Sendable (R) -> String)?,
        changes: @escaping @Sendable () -> AsyncStream<StoreChange>,
        fetch: @escaping @Sendable () async throws -> [R]
    ) {
        (self.query, self.sectionName) = (query, sectionName)
        (self.changes, self.fetch) = (changes, fetch)
    }

    /// Returns a stream of the list's events from now on. The stream ends when the Swift task that
    /// iterates over it is cancelled, or when the stream of the store's changes ends.
    public func events() -> AsyncStream<Event> {
        let changes = changes()
        let (events, continuation) = AsyncStream<Event>.makeStream()
        let task = Task {
            var shown: ListSnapshot<R>?
            await report(&shown, to: continuation)
            for await change in changes where isConcerned(change) {
                await report(&shown, to: continuation)
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return events
    }

    /// Returns the current list.
    public func snapshot() async throws -> ListSnapshot<R> {
        let records = try await fetch()
        guard let sectionName else {
            return records.isEmpty
                ? ListSnapshot() : ListSnapshot(sections: [.init(name: "", elements: records)])
        }
        return grouped(records, sectionName)
    }

    private func report(
        _ shown: inout ListSnapshot<R>?,
        to continuation: AsyncStream<Event>.Continuation
    ) async {
        do {
            let new = try await snapshot()
            if let old = shown {
                let batch = old.batch(to: new, identity: \.storedIdentity) {
                    $0.columnValues == $1.columnValues
                }
                if let batch { continuation.yield(.changed(batch)) }
            } else {
                continuation.yield(.began(new))
            }
            shown = new
        } catch is CancellationError {
            return
        } catch {
            continuation.yield(.failed(error))
        }
    }

    /// Returns whether the change may affect the list. If the query has a filter or sorts by a key
    /// path through a relationship, a change of any entity may affect the list.
    private func isConcerned(_ change: StoreChange) -> Bool {
        let isOwn = query.filter == nil && !query.orderBy.contains { $0.path.contains(".") }
        return !isOwn || change.entities.contains(R.entity.name)
    }

    /// Groups the records into sections. The sections are in the order of their first records.
    private func grouped(_ records: [R], _ sectionName: (R) -> String) -> ListSnapshot<R> {
        var numbers: [String: Int] = [:]
        var sections: [ListSnapshot<R>.Section] = []
        for record in records {
            let name = sectionName(record)
            if let number = numbers[name] {
                sections[number].elements.append(record)
            } else {
                numbers[name] = sections.count
                sections.append(.init(name: name, elements: [record]))
            }
        }
        return ListSnapshot(sections: sections)
    }
}
