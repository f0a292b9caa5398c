/// An operation that stores a handler's change to one record.
public enum TransactionStep<Model: DescribedRecord>: Sendable {
    case insert(Model)
    case save(Model)
    case delete(Model)
}

extension RecordSelection {
    /// Returns the steps that store a handler's changes, in the order of `after`.
    ///
    /// - Parameters:
    ///   - before: the records that the handler received.
    ///   - after: the records that the handler left in the array.
    /// - Throws: `StoreError.changedIdentity` if the selection is `.identity` and the handler
    ///   changed the record's identity.
    public func steps<Model: DescribedRecord>(
        from before: [Model],
        to after: [Model]
    ) throws -> [TransactionStep<Model>] where Model.Identity == Identity {
        if case .blank = self { return after.map(TransactionStep.insert) }
        let rows = before.map { ($0.storedIdentity, $0.columnValues) }
        let given = Dictionary(rows) { first, _ in first }
        if case .deletion = self {
            return after.filter { given[$0.storedIdentity] != nil }.map(TransactionStep.delete)
        }
        if case .identity = self, !before.isEmpty,
            after.contains(where: { given[$0.storedIdentity] == nil })
        {
            throw StoreError.changedIdentity(entity: Model.entity.name)
        }
        return after.compactMap { record in
            guard let old = given[record.storedIdentity] else { return .insert(record) }
            return old == record.columnValues ? nil : .save(record)
        }
    }
}

/// Returns an identity as a stored value.
package func stored(_ identity: some RecordIdentity) -> StoredValue { identity.value.storedValue }
