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
        SourceRange(start: min(left.range.start, range.start), end: max(right.range.end, range.end))
    }
}

extension ExpressionNode {
    var hasPlaceholder: Bool {
        switch kind {
        case .placeholder: true
        case .keyPath(let keys): keys.hasPlaceholder
        case .path(let base, let keys): base.hasPlaceholder || keys.hasPlaceholder
        default: parts.contains(where: \.hasPlaceholder)
        }
    }
}

extension [PathKey] {
    fileprivate var hasPlaceholder: Bool {
        contains { if case .placeholder = $0 { true } else { false } }
    }
}
