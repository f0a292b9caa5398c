/// Storage of imported records: finds and changes them, within the transaction of the import.
///
/// Each call stores all it has to, or throws an `ImportFlaw` and has changed nothing. Any other error
/// ends the import.
package protocol ImportTarget: AnyObject {
    var mappings: ImportMappings { get }

    /// Number of items that are read before the first is stored; at least 1.
    static var itemsAtOnce: Int { get }

    /// Called with identities that occur in the items that are stored next, perhaps more than once.
    func expect(_ identities: [StoredValue], _ mapping: ImportMapping) throws

    /// Whether a record of the entity has this identity.
    func exists(_ identity: StoredValue, _ mapping: ImportMapping) throws -> Bool

    /// Inserts or changes the record of an object. Its parts are stored apart.
    func put(_ plan: ImportPlan) throws -> StoredImport

    /// Sets the relationship of a record that is a column of its entity.
    ///
    /// - Parameters:
    ///   - column: Name of the relationship.
    ///   - identity: Identity of the record.
    ///   - mapping: Mapping of its entity.
    ///   - target: Identity of a record that is there.
    /// - Returns: whether the record is there.
    func setReference(
        _ column: String,
        of identity: StoredValue,
        _ mapping: ImportMapping,
        to target: StoredValue
    ) throws -> Bool

    /// Relates records of which no column says so, and puts them first where there is an order.
    func relate(
        _ related: [StoredValue],
        to identity: StoredValue,
        by children: ImportPlan.Children
    ) throws

    /// Removes all records from the relationship.
    func clear(_ children: ImportPlan.Children, of identity: StoredValue) throws

    /// Undoes what `body` has changed if it throws an `ImportFlaw`.
    func undoingFlaws<T>(_ body: () throws -> T) throws -> T
}

/// The record that an object has become.
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
