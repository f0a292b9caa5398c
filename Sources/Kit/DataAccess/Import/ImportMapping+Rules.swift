/// Validation of imported records against the model's rules.
extension ImportMapping {
    /// Whether the record type, which defines the validation rules, is known. If it is unknown,
    /// ``checkRules(_:_:)`` checks nothing.
    package var hasRules: Bool { record != nil }

    /// Checks the record against the validation rules of its type.
    ///
    /// - Parameters:
    ///   - identity: Identity of the record.
    ///   - values: Values of the record, in the order of the columns.
    /// - Throws: `ImportFlaw` with every rule that the record would break.
    package func checkRules(_ identity: StoredValue, _ values: [StoredValue]) throws {
        guard let record else { return }
        var values = values
        values[self.identity] = identity
        // If a missing value prevents creating the record, that problem is reported separately.
        let violations = (try? record.init(columnValues: ValueRow(values)))?.violations ?? []
        guard let first = violations.first else { return }
        if violations.count == 1 {
            throw ImportFlaw(
                path: column(named: first.property).map(label) ?? first.property,
                reason: "the value must be \(first.expected)"
            )
        }
        let rules = violations.map { "\($0.property) must be \($0.expected)" }
        throw ImportFlaw(reason: rules.joined(separator: "; "))
    }

    /// Returns the `label(_:)` of the first required column that has neither a value nor a default;
    /// nil if there is no such column. Ignores the identity column. `isPresent` returns whether the
    /// column with the given index has a value.
    package func missing(isPresent: (Int) -> Bool) -> String? {
        let lacking = columns.indices.first { position in
            let column = columns[position]
            return position != identity && !isPresent(position) && !column.isOptional
                && column.initial == .null
        }
        return lacking.map { label(columns[$0]) }
    }

    /// Returns the error for an object whose record does not exist and cannot be created. The
    /// reason is that the entity is abstract, or that a required value is missing.
    ///
    /// - Parameter missing: the label of a required column that has no value; nil if there is none.
    package func cannotInsert(missing: String?) -> ImportFlaw {
        if entity.hierarchy?.isAbstract == true {
            return ImportFlaw(
                reason:
                    "no existing \(entity.name) matches the object, and a new record of the abstract "
                    + "entity \(entity.name) cannot be created"
            )
        }
        return ImportFlaw(
            path: missing ?? "",
            reason: "the value is missing, but a new \(entity.name) requires it"
        )
    }
}
