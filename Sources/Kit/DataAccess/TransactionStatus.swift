/// A handler's decision about the records that it received.
public enum TransactionStatus: Sendable, Hashable {
    /// All of the handler's changes are stored.
    case commit
    /// Nothing is stored.
    case rollback
}

/// The records that a transaction passes to its handler.
public enum RecordSelection<Identity: RecordIdentity>: Sendable {
    /// Records that match the query. The handler's changes and additions are stored. A record that
    /// the handler removes from the array stays unchanged in the store. If the handler changes a
    /// record's identity, the stored record stays unchanged and the changed copy is inserted.
    case query(DataQuery)
    /// The record with this identity. If the store has no such record, the handler receives no
    /// record. The handler must not change the identity.
    case identity(Identity)
    /// One new record, which is inserted.
    case blank
    /// Records that match the query. The records that the handler leaves in the array are deleted.
    case deletion(DataQuery)
}
