/// Request of a handler's work to a store.
public enum TransactionStep<Model: DescribedRecord>: Sendable {
    case insert(Model)
    case save(Model)
    case delete(Model)
}

extension RecordSelection {
    /// Steps that store the handler's changes, from the records before and `after`.
    ///
    /// - Throws: `StoreError.changedIdentity` if it was given one record, and left another.
    public func steps<Model: DescribedRecord>(
        from before: [Model],
        to after: [Model]
    ) throws -> [TransactionStep<Model>] where Model.Identity == Identity {
        try DataAccess.steps(from: before, to: after, self)
    }
}

/// The difference between the records before and after the handler, in the order of the list.
package func steps<Model: DescribedRecord>(
    from before: [Model],
    to after: [Model],
    _ selection: RecordSelection<Model.Identity>
) throws -> [TransactionStep<Model>] {
    if case .blank = selection { return after.map(TransactionStep.insert) }
    let given = Dictionary(before.map { ($0.storedIdentity, $0.columnValues) }) { first, _ in first
    }
    if case .deletion = selection {
        return after.filter { given[$0.storedIdentity] != nil }.map(TransactionStep.delete)
    }
    if case .identity = selection, !before.isEmpty,
        after.contains(where: { given[$0.storedIdentity] == nil })
    {
        throw StoreError.changedIdentity(entity: Model.entity.name)
    }
    return after.compactMap { record in
        guard let old = given[record.storedIdentity] else { return .insert(record) }
        return old == record.columnValues ? nil : .save(record)
    }
}

/// An identity as a store keeps it.
package func stored(_ identity: some RecordIdentity) -> StoredValue { identity.value.storedValue }
