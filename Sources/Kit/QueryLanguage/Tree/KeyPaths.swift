extension PredicateNode {
    /// The key paths that start at the evaluated object, in the order of the text. Key paths that
    /// start at the elements of a subquery are not included.
    package var keyPaths: [[PathKey]] { comparisons.flatMap(\.keyPaths) }

    /// All comparisons in the predicate, in the order of the text. Comparisons inside expressions,
    /// such as in a subquery, are not included.
    package var comparisons: [Comparison] {
        switch self {
        case .constant: []
        case .comparison(let comparison): [comparison]
        case .not(let inner): inner.comparisons
        case .and(let parts), .or(let parts): parts.flatMap(\.comparisons)
        }
    }

    /// The left and right sides of all comparisons.
    fileprivate var sides: [ExpressionNode] { comparisons.flatMap { [$0.left, $0.right] } }
}

extension Comparison {
    /// The key paths on both sides; see ``PredicateNode/keyPaths``.
    package var keyPaths: [[PathKey]] { left.keyPaths + right.keyPaths }
}

extension ExpressionNode {
    /// The key paths in the expression; see ``PredicateNode/keyPaths``.
    package var keyPaths: [[PathKey]] {
        if case .keyPath(let keys) = kind { [keys] } else { parts.flatMap(\.keyPaths) }
    }

    /// The direct subexpressions, including the sides of comparisons in the expression's
    /// predicates.
    package var parts: [ExpressionNode] {
        switch kind {
        case .literal, .variable, .placeholder, .keyPath: []
        case .aggregate(let parts), .function(_, let parts): parts
        case .path(let inner, _), .negative(let inner), .complement(let inner), .cast(let inner, _):
            [inner]
        case .arithmetic(let left, _, let right): [left, right]
        case .element(let base, .value(let index)): [base, index]
        case .element(let base, _): [base]
        case .selector(let receiver, _, let parts): [receiver] + parts
        case .ternary(let condition, let yes, let no): condition.sides + [yes, no]
        case .subquery(let collection, _, let predicate): [collection] + predicate.sides
        }
    }
}
