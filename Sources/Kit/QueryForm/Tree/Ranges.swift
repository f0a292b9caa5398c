package import QueryLanguage

extension PredicateNode {
    /// The range from the start of the first comparison to the end of the last one. Valid only for
    /// a predicate that was parsed from text.
    package var range: SourceRange {
        let spans = comparisons.map(\.span)
        guard let first = spans.first, let last = spans.last else { return SourceRange() }
        return SourceRange(start: first.start, end: last.end)
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
