import QueryLanguage

/// The condition of a ``RecordFilter``, with its values.
indirect enum FilterCondition: Sendable {
    enum Joint { case and, or }

    /// A comparison. Its right side contains the variables `value0`, `value1` and so on.
    case comparison(Comparison, values: [DataQuery.Argument])
    case not(FilterCondition)
    /// A chain such as `a || b || c`. No part is a chain of the same operator.
    case chain(Joint, [FilterCondition], depth: Int)

    /// Number of operators in each other, where a chain counts as one.
    var depth: Int {
        switch self {
        case .comparison: 0
        case .not(let inner): inner.depth + 1
        case .chain(_, _, let depth): depth
        }
    }

    /// Returns the chain of both conditions. Their order is kept.
    static func joined(_ left: Self, _ joint: Joint, _ right: Self) -> Self {
        func parts(_ side: Self) -> (parts: [Self], depth: Int) {
            if case .chain(joint, let parts, let depth) = side { return (parts, depth) }
            return ([side], side.depth + 1)
        }
        let (before, after) = (parts(left), parts(right))
        return .chain(joint, before.parts + after.parts, depth: max(before.depth, after.depth))
    }

    /// Returns the predicate, and adds the values to `values`. A variable's number is the position
    /// of its value.
    func predicate(_ values: inout [DataQuery.Argument]) -> PredicateNode {
        switch self {
        case .comparison(var comparison, let own):
            comparison.right = comparison.right.renumbered(from: values.count)
            values += own
            return .comparison(comparison)
        case .not(let inner): return .not(inner.predicate(&values))
        case .chain(let joint, let parts, _):
            let nodes = parts.map { $0.predicate(&values) }
            return joint == .and ? .and(nodes) : .or(nodes)
        }
    }
}

/// Returns the name of the variable for the value at `position`.
func variable(_ position: Int) -> String { "value\(position)" }

extension ExpressionNode {
    /// Returns the expression with `start` added to the number in each variable's name.
    fileprivate func renumbered(from start: Int) -> ExpressionNode {
        switch kind {
        case .variable(let name) where start > 0:
            let position = Int(name.dropFirst(variable(0).count - 1)) ?? 0
            return ExpressionNode(.variable(variable(position + start)))
        case .aggregate(let parts):
            return ExpressionNode(.aggregate(parts.map { $0.renumbered(from: start) }))
        default: return self
        }
    }
}
