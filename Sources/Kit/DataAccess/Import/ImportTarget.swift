/// Destination of imported records. It finds and changes records within the transaction of the
/// import.
///
/// Each call either succeeds completely or throws an `ImportFlaw` and changes nothing. Any other
/// error ends the import.
package protocol ImportTarget: AnyObject {
    var mappings: ImportMappings { get }

    /// Number of items in a batch; at least 1. All items of a batch are read before any of them is
    /// stored.
    static var itemsAtOnce: Int { get }

    /// Announces identities that the next items contain, so that the target can look them up
    /// together. An identity may occur more than once.
    func expect(_ identities: [StoredValue], _ mapping: ImportMapping) throws

    /// Returns whether a record of the entity has this identity.
    func exists(_ identity: StoredValue, _ mapping: ImportMapping) throws -> Bool

    /// Inserts or updates the record for an imported object. The objects nested in it are stored
    /// separately.
    func put(_ plan: ImportPlan) throws -> StoredImport

    /// Sets a relationship that is stored in a column of the record.
    ///
    /// - Parameters:
    ///   - column: Name of the relationship.
    ///   - identity: Identity of the record to change.
    ///   - mapping: Mapping of the entity of the record to change.
    ///   - target: Identity of the related record, which must exist.
    /// - Returns: whether the record to change exists.
    func setReference(
        _ column: String,
        of identity: StoredValue,
        _ mapping: ImportMapping,
        to target: StoredValue
    ) throws -> Bool

    /// Relates the record with this identity to the records in `related`. In an ordered
    /// relationship, the records in `related` come first, and records that were already related
    /// follow. Called only for a relationship that is ordered or is stored in a join table.
    func relate(
        _ related: [StoredValue],
        to identity: StoredValue,
        by children: ImportPlan.Children
    ) throws

    /// Clears the relationship that `children` describes, for the record with this identity.
    func clear(_ children: ImportPlan.Children, of identity: StoredValue) throws

    /// Runs `body`, and undoes its changes if it throws an `ImportFlaw`.
    func undoingFlaws<T>(_ body: () throws -> T) throws -> T

    /// Runs `first`, which may delete records, and then `body`, which tries to store the objects in
    /// `plans`. Until an object is stored, the unique values of its record are not enforced, so
    /// that records can exchange values. If an object is never stored, its record keeps its values.
    ///
    /// Undoes all changes if `first` or `body` throws an `ImportFlaw`. Also undoes all changes if a
    /// record cannot keep its values because they are no longer unique.
    func exchangingUniqueValues(
        of plans: [ImportPlan],
        after first: () throws -> Void,
        _ body: () throws -> Void
    ) throws
}

/// The record that was stored for an imported object.
package struct StoredImport {
    package enum Outcome {
        case inserted, updated, unchanged
    }

    package let identity: StoredValue
    package let outcome: Outcome

    package init(_ identity: StoredValue, _ outcome: Outcome) {
        self.identity = identity
        self.outcome = outcome
    }
}
