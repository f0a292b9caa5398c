extension PredicateNode {
    /// All comparisons that the predicate consists of, in the order of the text.
    package var comparisons: [Comparison] {
        switch self {
        case .constant: []
        case .comparison(let comparison): [comparison]
        case .not(let inner): inner.comparisons
        case .and(let parts), .or(let parts): parts.flatMap(\.comparisons)
        }
    }

    /// The key paths that start at the evaluated object, in the order of the text. Key paths that
    /// start at the elements of a subquery are not included.
    package var keyPaths: [[PathKey]] { comparisons.flatMap(\.keyPaths) }
}

extension Comparison {
    /// The key paths of both sides; see ``PredicateNode/keyPaths``.
    package var keyPaths: [[PathKey]] { left.keyPaths + right.keyPaths }
}

extension ExpressionNode {
    fileprivate var keyPaths: [[PathKey]] {
        switch kind {
        case .literal, .variable, .placeholder: []
        case .keyPath(let keys): [keys]
        case .path(let base, _): base.keyPaths
        case .aggregate(let parts), .function(_, let parts): parts.flatMap(\.keyPaths)
        case .negative(let inner), .complement(let inner), .cast(let inner, _): inner.keyPaths
        case .arithmetic(let left, _, let right): left.keyPaths + right.keyPaths
        case .element(let base, let index):
            if case .value(let value) = index {
                base.keyPaths + value.keyPaths
            } else {
                base.keyPaths
            }
        case .selector(let receiver, _, let parts):
            receiver.keyPaths + parts.flatMap(\.keyPaths)
        case .ternary(let condition, let yes, let no):
            condition.keyPaths + yes.keyPaths + no.keyPaths
        case .subquery(let collection, _, let predicate):
            collection.keyPaths + predicate.keyPaths
        }
    }
}
