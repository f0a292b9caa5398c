/// Decision of a result handler about its records.
public enum TransactionStatus: Sendable, Hashable {
    /// All of its changes are stored.
    case commit
    /// Nothing is stored.
    case rollback
}

/// The records that a transaction hands to its handler.
public enum RecordSelection<Identity: RecordIdentity>: Sendable {
    /// Records that match the query; the handler's changes and additions are stored. Records that
    /// it removes from the list, or gives another identity, are unchanged in the store.
    case query(DataQuery)
    /// The one of this identity, which it keeps, or none.
    case identity(Identity)
    /// One new record; it is inserted.
    case blank
    /// Records that match the query; those that the handler leaves in the list are deleted.
    case deletion(DataQuery)
}
