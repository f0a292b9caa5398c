public import CacheStore

/// Source of a list.
public enum FetchPolicy: Sendable, Hashable, CaseIterable {
    /// From the store; the remote is not asked.
    case cacheOnly
    /// From the store; the remote is asked if the stored data is older than the time to live.
    case cacheElseNetwork
    /// From the store at once, and from the remote as soon as it answers.
    case cacheAndNetwork
    /// From the remote; from the store where that fails.
    case networkElseCache
}

/// Event of a data source. Rows always come from the store: an answer of the remote is stored
/// first, in one transaction, and appears as one `changed`.
public enum DataSourceEvent<R: StoredRecord>: Sendable {
    /// The list as the store has it: where the batches that follow begin.
    case cached(ListSnapshot<R>)
    /// The remote is being asked; `refreshed` or `failed` follows.
    case refreshing
    /// The list has changed, by an answer or by work on the store.
    case changed(ListBatch<R>)
    /// The remote has answered, and the list includes the answer. `noChange`: the store already had
    /// all of it.
    case refreshed(noChange: Bool)
    /// The remote could not be reached or its answer was invalid, or the store could not be read.
    /// `stale`: the list shows the data from before.
    case failed(any Error, stale: Bool)
}

/// Handling of a change that conflicts with newer data of the remote.
public enum ConflictPolicy: Sendable, Hashable {
    /// Sends it again, to overwrite the remote's data.
    case keepLocal
    /// Discards and undoes it; the next answer brings the remote's data.
    case takeRemote
    /// Keep it, and later ones to the same record, until the caller decides with `settle(_:by:)`.
    /// Other changes and lists go on.
    case hold
}
