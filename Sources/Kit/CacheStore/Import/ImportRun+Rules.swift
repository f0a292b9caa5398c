import DataAccess
import GRDB

/// Validation of imported records by the rules of the model.
extension ImportRun {
    /// - Throws: `ImportFlaw` with every rule that the record would break.
    func checkRules(
        _ mapping: ImportMapping,
        _ identity: StoredValue,
        _ values: [StoredValue]
    ) throws {
        guard let type = model.records[mapping.entity.name] else { return }
        var values = values
        values[mapping.identity] = identity
        // A record cannot be made from these values because one is missing; that is reported.
        let violations = (try? type.init(columnValues: ValueRow(values)))?.violations ?? []
        guard let first = violations.first else { return }
        let column = mapping.columns.first { $0.name == first.property }
        if violations.count == 1 {
            throw ImportFlaw(
                path: column.map(mapping.label) ?? first.property,
                reason: "it must be \(first.expected)"
            )
        }
        let rules = violations.map { "\($0.property) must be \($0.expected)" }
        throw ImportFlaw(reason: rules.joined(separator: "; "))
    }

    /// Current values of the record with this identity, in the order of the columns.
    func kept(_ identity: StoredValue, _ mapping: ImportMapping) throws -> [StoredValue]? {
        if model.records[mapping.entity.name] == nil { return nil }
        return try connection.firstRow(RecordStatements(mapping.entity).retrieve) {
            try $0.bind(identity, at: 1)
        } read: { row in
            mapping.columns.indices.map { row.value(Int32($0)) }
        }
    }

    private func flaw(_ error: StoreError) -> ImportFlaw {
        switch error {
        case .invalid(let entity, let violations) where violations.count == 1:
            let mapping = mapping(entity)
            let column = mapping?.columns.first { $0.name == violations[0].property }
            let label = column.flatMap { mapping?.label($0) } ?? violations[0].property
            return ImportFlaw(path: label, reason: "it must be \(violations[0].expected)")
        case .constraint(let reason): return ImportFlaw(reason: reason)
        default:
            return ImportFlaw(
                reason: "a related record is not in the store, or others still need this one"
            )
        }
    }

    /// Reports constraint violations per item.
    @discardableResult
    func reportingConstraints<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw flaw(
                storeError(error.extendedResultCode.rawValue, error.message ?? "", at: nil, model)
            )
        }
    }
}
