/// A list of records that follows the store: a first snapshot, then one batch for each transaction
/// that changes the visible records.
///
/// Batches are in the order of the transactions, and each starts from the snapshot before it. If
/// transactions are faster than the reader, one batch combines several.
public struct ResultsController<R: DescribedRecord>: Sendable {
    /// Event of `events()`: `began` first, then `changed` for each transaction with a visible
    /// change.
    public enum Event: Sendable {
        case began(ListSnapshot<R>)
        case changed(ListBatch<R>)
        /// The records could not be read; the list stays as it was, and later changes still come.
        case failed(any Error)
    }

    /// Which records the list has, and in which order.
    public let query: DataQuery
    private let sectionName: (@Sendable (R) -> String)?
    private let changes: @Sendable () -> AsyncStream<StoreChange>
    private let fetch: @Sendable () async throws -> [R]

    /// - Parameters:
    ///   - query: The list's records.
    ///   - sectionName: Section of a record; nil for a list without sections.
    ///   - changes: Subscribes to the store's changes; a read after a change includes it.
    ///   - fetch: Reads the records of `query`.
    package init(
        query: DataQuery,
        sectionName: (@Sendable (R) -> String)?,
        changes: @escaping @Sendable () -> AsyncStream<StoreChange>,
        fetch: @escaping @Sendable () async throws -> [R]
    ) {
        (self.query, self.sectionName) = (query, sectionName)
        (self.changes, self.fetch) = (changes, fetch)
    }

    /// The list from now on, to the end of the task that reads it.
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

    /// The current list.
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

    /// Whether the query may give something else now: key paths may lead to any entity.
    private func isConcerned(_ change: StoreChange) -> Bool {
        let isOwn = query.filter == nil && !query.orderBy.contains { $0.path.contains(".") }
        return !isOwn || change.entities.contains(R.entity.name)
    }

    /// Sections in the order of their first record, each with all of its records.
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
