public import DataAccess

/// The sources of a list's data: the store, the remote, or both.
public enum FetchPolicy: Sendable, Hashable, CaseIterable {
    /// The store only; no request is sent to the remote.
    case cacheOnly
    /// The store immediately, then the remote if no stored answer is younger than the request's
    /// time to live.
    case cacheElseNetwork
    /// The store immediately, then the remote when it answers.
    case cacheAndNetwork
    /// The remote; if the request fails, the store.
    case networkElseCache
}

/// Event of a data source, with its records or with rows made from them. The list always comes from
/// the store. An answer from the remote is stored in one transaction before it is reported. If an
/// answer changes the list, a single `changed` is reported. If no list has been reported before the
/// answer, `cached` is reported instead.
public enum DataSourceEvent<Element: Sendable>: Sendable {
    /// The current list in the store. Later batches are differences from this list.
    case cached(ListSnapshot<Element>)
    /// A request to the remote has been sent; `refreshed` or `failed` follows.
    case refreshing
    /// The list has changed because of an answer or a local change to the store.
    case changed(ListBatch<Element>)
    /// The remote has answered, and the list includes the answer. `noChange` is true if the store
    /// already contained all data in the answer.
    case refreshed(noChange: Bool)
    /// The remote could not be reached, its answer was invalid or outdated, or the store could not
    /// be read. `stale` is true if the list still shows earlier data.
    case failed(any Error, stale: Bool)

    /// Returns the same event with each element of a list converted by `transform`.
    func map<Other: Sendable>(_ transform: (Element) -> Other) -> DataSourceEvent<Other> {
        switch self {
        case .cached(let list): .cached(list.map(transform))
        case .refreshing: .refreshing
        case .changed(let batch): .changed(batch.map(transform))
        case .refreshed(let noChange): .refreshed(noChange: noChange)
        case .failed(let error, let stale): .failed(error, stale: stale)
        }
    }
}

/// Handling of a change that conflicts with newer data on the remote.
public enum ConflictPolicy: Sendable, Hashable {
    /// Sends the change again and overwrites the remote's data. If the remote rejects the change
    /// again, keeps the change in the queue, as ``hold`` does.
    case keepLocal
    /// Discards the change and, if possible, undoes its effects. The next answer to a request
    /// contains the remote's data.
    case takeRemote
    /// Keeps the change and later changes to the same record in the queue until the caller decides
    /// with `settle(_:by:)`. Other changes and lists are not affected.
    case hold
}
