/// What a result handler decides about the records that it was handed.
public enum TransactionStatus: Sendable, Hashable {
    /// Its changes are stored, all of them.
    case commit
    /// Nothing is stored.
    case rollback
}

/// The records that a transaction hands to its handler.
public enum RecordSelection<Identity: RecordIdentity>: Sendable {
    /// Those that the query finds; what the handler leaves changed, or adds, is stored. What it
    /// takes out of the list, or gives another identity, stays in the store as it was.
    case query(DataQuery)
    /// The one of this identity, which it keeps, or none.
    case identity(Identity)
    /// One new record; it is inserted.
    case blank
    /// Those that the query finds; what the handler leaves in the list is deleted.
    case deletion(DataQuery)
}
