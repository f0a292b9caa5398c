public import CacheStore

/// Where a list comes from.
public enum FetchPolicy: Sendable, Hashable, CaseIterable {
    /// From the store; the remote is not asked.
    case cacheOnly
    /// From the store; the remote is asked where what the store has is older than the time to live.
    case cacheElseNetwork
    /// From the store at once, and from the remote as soon as it answers.
    case cacheAndNetwork
    /// From the remote; from the store where that fails.
    case networkElseCache
}

/// What a data source tells. Rows always come from the store: an answer of the remote is stored
/// first, in one transaction, and shows as one `changed`.
public enum DataSourceEvent<R: StoredRecord>: Sendable {
    /// The list as the store has it: where the batches that follow begin.
    case cached(ListSnapshot<R>)
    /// The remote is being asked; `refreshed` or `failed` follows.
    case refreshing
    /// The list has changed, by an answer or by work on the store.
    case changed(ListBatch<R>)
    /// The remote has answered, and what it said is in the list. `noChange`: the store had it all.
    case refreshed(noChange: Bool)
    /// The remote could not be asked or has answered nonsense, or the store could not be read.
    /// `stale`: what is shown is what the store had before.
    case failed(any Error, stale: Bool)
}

/// What to do with a change that the remote holds to be outdated.
public enum ConflictPolicy: Sendable, Hashable {
    /// Send it again, to overwrite what is there.
    case keepLocal
    /// Give it up and undo it; the next answer brings what is there.
    case takeRemote
    /// Keep it, and later ones to the same record, until the caller decides with `settle(_:by:)`.
    /// Other changes and lists go on.
    case hold
}
