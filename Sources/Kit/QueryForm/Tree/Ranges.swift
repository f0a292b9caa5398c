package import QueryLanguage

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
