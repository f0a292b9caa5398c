package import QueryLanguage

/// An error in the predicate text of a form's condition.
package struct FormError: Error, Sendable {
    /// The index of the condition, counted from 0 among the conditions that are not groups.
    package var condition: Int
    /// The error. Its range refers to ``text``, the predicate text of the condition.
    package var error: PredicateTextError
    package var text: String
}

extension QueryForm {
    /// Returns the predicate for all conditions; nil if there are no conditions.
    ///
    /// - Throws: `FormError` for the first condition with predicate text that is not valid.
    package func tree() throws(FormError) -> PredicateNode? {
        var position = 0
        return try conditions.tree(&position)
    }
}

extension FormGroup {
    fileprivate func tree(_ position: inout Int) throws(FormError) -> PredicateNode? {
        var parts: [PredicateNode] = []
        for condition in conditions {
            if let part = try condition.tree(&position) { parts.append(part) }
        }
        guard let first = parts.first else { return nil }
        if parts.count == 1 { return isNegated ? first.negated : first }
        let joined = joining == .all ? PredicateNode.and(parts) : .or(parts)
        return isNegated ? .not(joined) : joined
    }
}

extension FormCondition {
    fileprivate func tree(_ position: inout Int) throws(FormError) -> PredicateNode? {
        switch self {
        case .group(let group): return try group.tree(&position)
        case .comparison(let comparison):
            position += 1
            let node = PredicateNode.comparison(comparison.tree)
            return comparison.isNegated ? .not(node) : node
        case .code(let code):
            let reading = readPredicate(code.text)
            guard let node = reading.node else {
                throw FormError(
                    condition: position,
                    error: reading.errors.first
                        ?? PredicateTextError(
                            "empty-predicate",
                            SourceRange(),
                            "the condition has no code"
                        ),
                    text: code.text
                )
            }
            position += 1
            return code.isNegated ? node.negated : node
        }
    }
}

extension FormComparison {
    /// The comparison as a predicate. It does not include the negation.
    package var tree: Comparison {
        var options: ComparisonOptions = []
        if ignoresCase { options.insert(.caseInsensitive) }
        if ignoresDiacritics { options.insert(.diacriticInsensitive) }
        return Comparison(
            ExpressionNode(.keyPath(keys(attribute))),
            `operator`,
            ExpressionNode(value.tree),
            options: options,
            quantifier: quantifier
        )
    }
}

extension FormValue {
    fileprivate var tree: ExpressionNode.Kind {
        switch self {
        case .literal(let literal): .literal(literal)
        case .date(let seconds):
            .cast(ExpressionNode(.literal(.integer(seconds))), .date)
        case .now(let days): time(daysFromNow: days)
        case .parameter(let name): .variable(name)
        case .attribute(let path): .keyPath(keys(path))
        case .list(let elements): .aggregate(elements.map { ExpressionNode($0.tree) })
        }
    }
}

/// Returns an expression for the time `days` days from now. For 0, this is `now()`. For -7, it is
/// `CAST(CAST(now(), "NSNumber") - 604800, "NSDate")`, which Core Data can evaluate.
private func time(daysFromNow days: Int64) -> ExpressionNode.Kind {
    if days == 0 { return .function(.now, []) }
    let time = ExpressionNode(.cast(ExpressionNode(.function(.now, [])), .number))
    let distance = ExpressionNode(.literal(.integer(abs(days) * secondsOfDay)))
    let moved = ExpressionNode(.arithmetic(time, days < 0 ? .subtract : .add, distance))
    return .cast(moved, .date)
}

extension PredicateNode {
    /// The negated predicate. A double negation is removed. This does not change the result,
    /// because a predicate is either true or false.
    fileprivate var negated: PredicateNode {
        if case .not(let inner) = self { inner } else { .not(self) }
    }
}

/// Returns the keys of a path in a form. The form stores names and collection operators such as
/// `@count` as strings.
package func keys(_ path: [String]) -> [PathKey] {
    path.map { CollectionOperator(rawValue: $0).map(PathKey.collection) ?? .name($0) }
}
