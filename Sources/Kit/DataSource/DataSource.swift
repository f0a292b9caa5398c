public import CacheStore
import DataAccess

/// A list for display. Its rows come from the store and are updated when the store changes. The
/// store is refreshed from the remote according to a ``FetchPolicy``.
public struct DataSource<R: StoredRecord>: Sendable {
    private let facade: DataSourceFacade
    /// The request for the list's records, including the time to live of the stored data.
    public let request: SourceRequest<R>
    private let list: @Sendable () async throws -> ListSnapshot<R>
    /// A function that returns a stream of the document's unsaved edits, or nil if the list has no
    /// document.
    private let edits: @Sendable () -> AsyncStream<StoreChange>?

    private enum Signal: Sendable {
        case storeChanged
        case began
        case ended(Result<Bool, any Error>)
    }

    /// Creates a list of the store's records.
    ///
    /// - Parameters:
    ///   - facade: Access to store and remote.
    ///   - request: Records to list, and their location on the remote.
    ///   - sectionName: A function that returns the name of a record's section; nil for a list
    ///     without sections.
    public init(
        _ facade: DataSourceFacade,
        _ request: SourceRequest<R>,
        sectionName: (@Sendable (R) -> String)? = nil
    ) {
        self.facade = facade
        self.request = request
        let list = facade.store.context.resultsController(
            R.self,
            request.query,
            sectionName: sectionName
        )
        self.list = { try await list.snapshot() }
        edits = { nil }
    }

    /// Creates a list of a document's records that includes unsaved edits.
    ///
    /// - Parameters:
    ///   - document: Document of the records.
    ///   - facade: Access to the remote and to the store of `document`.
    ///   - request: Records to list, and their location on the remote.
    ///   - sectionName: A function that returns the name of a record's section; by default all
    ///     records are in one section. Sections are in the order of their first records.
    public init(
        _ document: StoreDocument,
        _ facade: DataSourceFacade,
        _ request: SourceRequest<R>,
        sectionName: @escaping @Sendable (R) -> String = { _ in "" }
    ) {
        self.facade = facade
        self.request = request
        let list = ResultsController<R>(
            query: request.query,
            sectionName: sectionName,
            changes: { document.store.changes },
            fetch: { try await document.fetch(R.self, request.query) }
        )
        self.list = { try await list.snapshot() }
        edits = { document.edited.stream() }
    }

    /// Returns a sequence of events: the current list, its later changes, and the results of
    /// requests to the remote. The sequence ends when the Swift task that iterates over it is
    /// cancelled.
    public func events(_ policy: FetchPolicy) -> AsyncStream<DataSourceEvent<R>> {
        let (events, output) = AsyncStream<DataSourceEvent<R>>.makeStream()
        let (signals, input) = AsyncStream<Signal>.makeStream()
        let (changes, edits) = (facade.store.changes, edits())
        let work = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { for await _ in changes { input.yield(.storeChanged) } }
                if let edits {
                    group.addTask { for await _ in edits { input.yield(.storeChanged) } }
                }
                group.addTask { await refresh(policy, input) }
                group.addTask { await tell(signals, policy, output) }
                await group.waitForAll()
            }
            output.finish()
        }
        output.onTermination = { _ in
            input.finish()
            work.cancel()
        }
        return events
    }

    /// Sends the request to the remote now, even if an equal request is in progress. Returns
    /// whether the store has changed. The streams that `events(_:)` has returned report the
    /// changes.
    @discardableResult
    public func refresh() async throws -> Bool { try await facade.refresh(request, isForced: true) }

    private func refresh(_ policy: FetchPolicy, _ input: AsyncStream<Signal>.Continuation) async {
        do {
            switch policy {
            case .cacheOnly: return
            case .cacheElseNetwork:
                if try await facade.isFresh(request) { return }
            case .cacheAndNetwork, .networkElseCache: break
            }
            input.yield(.began)
            input.yield(.ended(.success(try await facade.refresh(request))))
        } catch {
            // The error may be a `CancellationError` from the remote, although this task is not
            // cancelled.
            if !Task.isCancelled { input.yield(.ended(.failure(error))) }
        }
    }

    private func tell(
        _ signals: AsyncStream<Signal>,
        _ policy: FetchPolicy,
        _ output: AsyncStream<DataSourceEvent<R>>.Continuation
    ) async {
        var shown: ListSnapshot<R>?
        if policy != .networkElseCache { await show(&shown, output) }
        for await signal in signals {
            switch signal {
            case .storeChanged:
                // With `networkElseCache`, nothing is shown before the remote has answered.
                if shown != nil { await show(&shown, output) }
            case .began: output.yield(.refreshing)
            case .ended(.success(let changed)):
                await show(&shown, output)
                output.yield(.refreshed(noChange: !changed))
            case .ended(.failure(let error)):
                await show(&shown, output)
                output.yield(.failed(error, stale: shown != nil))
            }
        }
    }

    /// Reports the store's current records. The first report contains all records, and later
    /// reports contain the differences from the previous report.
    private func show(
        _ shown: inout ListSnapshot<R>?,
        _ output: AsyncStream<DataSourceEvent<R>>.Continuation
    ) async {
        do {
            let new = try await list()
            if let old = shown {
                let batch = old.batch(to: new, identity: \.storedIdentity) {
                    $0.columnValues == $1.columnValues
                }
                if let batch { output.yield(.changed(batch)) }
            } else {
                output.yield(.cached(new))
            }
            shown = new
        } catch is CancellationError {
            return
        } catch {
            output.yield(.failed(error, stale: shown != nil))
        }
    }
}
