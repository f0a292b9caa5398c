package import QueryLanguage

extension PredicateNode {
    /// All comparisons in the predicate, in the order of the text.
    package var comparisons: [Comparison] {
        switch self {
        case .constant: []
        case .comparison(let comparison): [comparison]
        case .not(let inner): inner.comparisons
        case .and(let parts), .or(let parts): parts.flatMap(\.comparisons)
        }
    }
}

extension Comparison {
    package var span: SourceRange {
        SourceRange(
            start: min(left.range.start, range.start),
            end: max(right.range.end, range.end)
        )
    }
}

extension ExpressionNode {
    var hasPlaceholder: Bool {
        switch kind {
        case .placeholder: true
        case .literal, .variable: false
        case .keyPath(let keys): keys.hasPlaceholder
        case .path(let base, let keys): base.hasPlaceholder || keys.hasPlaceholder
        case .aggregate(let parts), .function(_, let parts): parts.contains(where: \.hasPlaceholder)
        case .negative(let inner), .complement(let inner), .cast(let inner, _):
            inner.hasPlaceholder
        case .arithmetic(let left, _, let right): left.hasPlaceholder || right.hasPlaceholder
        case .element(let base, .value(let index)): base.hasPlaceholder || index.hasPlaceholder
        case .element(let base, _): base.hasPlaceholder
        case .selector(let receiver, _, let parts):
            receiver.hasPlaceholder || parts.contains(where: \.hasPlaceholder)
        case .ternary(let condition, let yes, let no):
            condition.hasPlaceholder || yes.hasPlaceholder || no.hasPlaceholder
        case .subquery(let collection, _, let condition):
            collection.hasPlaceholder || condition.hasPlaceholder
        }
    }
}

extension PredicateNode {
    fileprivate var hasPlaceholder: Bool {
        comparisons.contains { $0.left.hasPlaceholder || $0.right.hasPlaceholder }
    }
}

extension [PathKey] {
    fileprivate var hasPlaceholder: Bool {
        contains { if case .placeholder = $0 { true } else { false } }
    }
}
