public import DataAccess

/// A list of records that follows the store: a first snapshot, then one batch for each transaction
/// that changes the visible records.
///
/// Batches are in the order of the transactions, and each starts from the snapshot before it. If
/// transactions are faster than the reader, one batch combines several.
public struct ResultsController<R: StoredRecord>: Sendable {
    /// Event of `events()`: `began` first, then `changed` for each transaction with a visible
    /// change.
    public enum Event: Sendable {
        case began(ListSnapshot<R>)
        case changed(ListBatch<R>)
        /// The records could not be read; the list stays as it was, and later changes still come.
        case failed(any Error)
    }

    let context: StoreContext
    /// Which records the list has, and in which order.
    public let query: DataQuery
    private let sectionName: (@Sendable (R) -> String)?

    /// - Parameter sectionName: the section of a record. The query must sort by it first, so that
    ///   the records of a section are adjacent.
    init(
        context: StoreContext,
        query: DataQuery,
        sectionName: (@Sendable (R) -> String)?
    ) {
        self.context = context
        self.query = query
        self.sectionName = sectionName
    }

    /// The list from now on, to the end of the task that reads it.
    public func events() -> AsyncStream<Event> {
        let changes = context.store.changes
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
        let records = try await context.fetch(R.self, query)
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

extension StoreContext {
    /// A list that follows the store.
    ///
    /// - Parameters:
    ///   - type: Type of the records.
    ///   - query: Records to list, and their order.
    ///   - sectionName: Section of a record; nil for a list without sections. Sections are in the
    ///     order of their first records.
    public func resultsController<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all,
        sectionName: (@Sendable (R) -> String)? = nil
    ) -> ResultsController<R> {
        ResultsController(context: self, query: query, sectionName: sectionName)
    }
}
