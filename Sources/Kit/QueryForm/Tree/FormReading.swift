package import QueryLanguage

/// An error that says why a form cannot express a predicate. It includes the unsupported part of
/// the predicate.
package struct NoForm: Error, Sendable {
    package var part: String
    /// The reason as a clause, such as `a condition can be negated only once`.
    package var reason: String

    /// The whole message, including the unsupported part and the reason.
    package var message: String {
        "this text cannot be shown as a form, because of `\(part)`: \(reason)"
    }
}

/// Maximum nesting depth of groups in a form. The group of all conditions has the depth 0.
package let groupLimit = 8

/// Maximum number of conditions in a form.
package let conditionLimit = 200

extension FormGroup {
    /// Converts `predicate` into a group of conditions.
    ///
    /// - Throws: `NoForm` if a form cannot express a part of the predicate.
    package init(reading predicate: PredicateNode) throws(NoForm) {
        var reader = FormReading()
        switch try reader.condition(predicate, depth: 0) {
        case .group(let group): self = group
        case let condition: self = FormGroup(.all, [condition])
        }
    }
}

private struct FormReading {
    var count = 0

    mutating func condition(
        _ predicate: PredicateNode,
        depth: Int
    ) throws(NoForm) -> FormCondition {
        switch predicate {
        case .constant(let value):
            throw NoForm(
                predicate,
                value
                    ? "a form cannot express a condition that always holds; "
                        + "to select every record, use a form without conditions"
                    : "a form cannot express a condition that never holds"
            )
        case .not(let inner):
            if case .not = inner { throw NoForm(predicate, "a condition can be negated only once") }
            var found = try condition(inner, depth: depth)
            found.isNegated = true
            return found
        case .and(let parts): return .group(try group(.all, parts, predicate, depth))
        case .or(let parts): return .group(try group(.any, parts, predicate, depth))
        case .comparison(let comparison): return try self.comparison(comparison, predicate)
        }
    }

    private mutating func group(
        _ joining: FormGroup.Joining,
        _ parts: [PredicateNode],
        _ whole: PredicateNode,
        _ depth: Int
    ) throws(NoForm) -> FormGroup {
        if depth > groupLimit {
            throw NoForm(whole, "the groups are nested deeper than \(groupLimit) levels")
        }
        var conditions: [FormCondition] = []
        for part in parts { conditions.append(try condition(part, depth: depth + 1)) }
        return FormGroup(joining, conditions)
    }

    private mutating func comparison(
        _ comparison: Comparison,
        _ predicate: PredicateNode
    ) throws(NoForm) -> FormCondition {
        count += 1
        if count > conditionLimit {
            throw NoForm(predicate, "a form has at most \(conditionLimit) conditions")
        }
        if comparison.left.hasPlaceholder || comparison.right.hasPlaceholder {
            throw NoForm(predicate, "a form cannot have placeholders; use variables such as $name")
        }
        if let fields = FormComparison(comparison) { return .comparison(fields) }
        return .code(FormCode(comparison.text))
    }
}

extension NoForm {
    fileprivate init(_ predicate: PredicateNode, _ reason: String) {
        self.init(part: predicate.text, reason: reason)
    }
}

extension FormComparison {
    /// Creates a comparison of a form from `comparison`. Returns nil if a form cannot express it.
    init?(_ comparison: Comparison) {
        let held: ComparisonOptions = [.caseInsensitive, .diacriticInsensitive]
        guard comparison.options.isSubset(of: held),
            case .keyPath(let keys) = comparison.left.kind,
            let attribute = path(keys),
            let value = FormValue(comparison.right, isElement: false)
        else { return nil }
        self.init(
            attribute,
            comparison.operator,
            value,
            ignoresCase: comparison.options.contains(.caseInsensitive),
            ignoresDiacritics: comparison.options.contains(.diacriticInsensitive),
            quantifier: comparison.quantifier
        )
    }
}

extension FormValue {
    init?(_ expression: ExpressionNode, isElement: Bool) {
        switch expression.kind {
        case .literal(.real(let number)) where !number.isFinite: return nil
        case .literal(let literal): self = .literal(literal)
        case .variable(let name): self = .parameter(name)
        case .keyPath(let keys) where !isElement:
            guard let path = path(keys) else { return nil }
            self = .attribute(path)
        case _ where !isElement && expression.daysFromNow != nil:
            self = .now(days: expression.daysFromNow ?? 0)
        case .cast(let inner, .date):
            guard case .literal(.integer(let seconds)) = inner.kind,
                isoRange.contains(seconds)
            else { return nil }
            self = .date(seconds)
        case .aggregate(let elements) where !isElement:
            var found: [FormValue] = []
            for element in elements {
                guard let value = FormValue(element, isElement: true) else { return nil }
                found.append(value)
            }
            self = .list(found)
        default: return nil
        }
    }
}

/// Returns the keys as strings. Returns nil if `keys` is empty (`SELF`), or if a key is a
/// placeholder without an argument.
private func path(_ keys: [PathKey]) -> [String]? {
    if keys.isEmpty { return nil }
    var result: [String] = []
    for key in keys {
        switch key {
        case .name(let name): result.append(name)
        case .collection(let op): result.append(op.rawValue)
        case .placeholder: return nil
        }
    }
    return result
}
