/// The mappings of one import, one for each entity. A mapping is created when it is first needed.
///
/// Not thread-safe; used only on the queue of the import's transaction.
package final class ImportMappings {
    private let model: StoreModel
    private let enforced: EnforcedReferences
    private var mappings: [String: ImportMapping] = [:]

    /// Creates the mappings for an import into a store of `model`.
    ///
    /// - Parameter enforced: the relationships that may refer only to existing records.
    package init(_ model: StoreModel, enforced: EnforcedReferences = .exceptNoAction) {
        self.model = model
        self.enforced = enforced
    }

    package func mapping(_ name: String) -> ImportMapping? {
        if let known = mappings[name] { return known }
        guard let entity = model.entity(named: name) else { return nil }
        let mapping = ImportMapping(
            entity,
            model.records[name],
            number: mappings.count,
            enforced: enforced
        )
        mappings[name] = mapping
        return mapping
    }

    /// Converts a constraint violation to the `ImportFlaw` that is reported for the imported
    /// object.
    package func flaw(_ error: StoreError) -> ImportFlaw {
        switch error {
        case .invalid(let entity, let violations) where violations.count == 1:
            let mapping = mapping(entity)
            let column = mapping?.column(named: violations[0].property)
            let label = column.flatMap { mapping?.label($0) } ?? violations[0].property
            return ImportFlaw(path: label, reason: "the value must be \(violations[0].expected)")
        case .constraint(let reason): return ImportFlaw(reason: reason)
        default:
            return ImportFlaw(
                reason: "a related record is missing, or other records still need this record"
            )
        }
    }
}
