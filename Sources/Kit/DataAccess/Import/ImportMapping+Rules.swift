/// Validation of imported records by the rules of the model.
extension ImportMapping {
    /// Whether there is a type of record, whose rules ``checkRules(_:_:)`` checks.
    package var hasRules: Bool { record != nil }

    /// - Parameters:
    ///   - identity: Identity of the record.
    ///   - values: Its values, in the order of the columns.
    /// - Throws: `ImportFlaw` with every rule that the record would break.
    package func checkRules(_ identity: StoredValue, _ values: [StoredValue]) throws {
        guard let record else { return }
        var values = values
        values[self.identity] = identity
        // A record cannot be made from these values because one is missing; that is reported.
        let violations = (try? record.init(columnValues: ValueRow(values)))?.violations ?? []
        guard let first = violations.first else { return }
        if violations.count == 1 {
            throw ImportFlaw(
                path: column(named: first.property).map(label) ?? first.property,
                reason: "it must be \(first.expected)"
            )
        }
        let rules = violations.map { "\($0.property) must be \($0.expected)" }
        throw ImportFlaw(reason: rules.joined(separator: "; "))
    }

    /// The first column without which no new record can be made of these values; nil if none is
    /// missing.
    package func missing(isPresent: (Int) -> Bool) -> String? {
        let lacking = columns.indices.first { position in
            let column = columns[position]
            return position != identity && !isPresent(position) && !column.isOptional
                && column.initial == .null
        }
        return lacking.map { label(columns[$0]) }
    }

    /// Why no new record can be made.
    ///
    /// - Parameter missing: label of a required column that has no value.
    package func cannotInsert(missing: String?) -> ImportFlaw {
        if entity.hierarchy?.isAbstract == true {
            return ImportFlaw(
                reason:
                    "\(entity.name) is abstract, and no record with that identity exists"
            )
        }
        return ImportFlaw(
            path: missing ?? "",
            reason: "it is required for a new \(entity.name), and is missing"
        )
    }
}
