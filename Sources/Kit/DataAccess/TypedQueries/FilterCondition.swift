import QueryLanguage

/// The condition of a ``RecordFilter``, with its values.
///
/// A chain of the same operator, such as `a || b || c`, is a balanced tree of pairs (an AVL tree).
/// Adding a condition at either end shares the rest of the tree and takes logarithmic time.
/// Recursion over the tree, also when it is released, needs little stack.
indirect enum FilterCondition: Sendable {
    /// A comparison. Its right side contains the variables `value0`, `value1` and so on.
    case comparison(Comparison, values: [DataQuery.Argument])
    case not(FilterCondition)
    case pair(FilterCondition, Joint, FilterCondition, Size)

    enum Joint { case and, or }

    struct Size {
        /// Height of the tree of pairs with the same operator.
        var height: Int
        /// Number of operators in each other, where a chain of the same operator counts as one.
        var depth: Int
    }

    /// Number of operators in each other, where a chain of the same operator counts as one.
    var depth: Int {
        switch self {
        case .comparison: 0
        case .not(let inner): inner.depth + 1
        case .pair(_, _, _, let size): size.depth
        }
    }

    // MARK: - Joining

    /// Returns the chain of both conditions. Their order is kept.
    static func joined(_ left: Self, _ joint: Joint, _ right: Self) -> Self {
        let (before, after) = (left.height(joint), right.height(joint))
        if before > after + 1, case .pair(let first, _, let second, _) = left {
            return balanced(first, joint, joined(second, joint, right))
        }
        if after > before + 1, case .pair(let first, _, let second, _) = right {
            return balanced(joined(left, joint, first), joint, second)
        }
        return pair(left, joint, right)
    }

    /// Returns the chain of two conditions whose heights differ by at most 2. Rotates the taller
    /// one if necessary.
    private static func balanced(_ left: Self, _ joint: Joint, _ right: Self) -> Self {
        let (before, after) = (left.height(joint), right.height(joint))
        if after > before + 1, case .pair(let first, _, let second, _) = right {
            if first.height(joint) > second.height(joint), case .pair(let a, _, let b, _) = first {
                return pair(pair(left, joint, a), joint, pair(b, joint, second))
            }
            return pair(pair(left, joint, first), joint, second)
        }
        if before > after + 1, case .pair(let first, _, let second, _) = left {
            if second.height(joint) > first.height(joint), case .pair(let a, _, let b, _) = second {
                return pair(pair(first, joint, a), joint, pair(b, joint, right))
            }
            return pair(first, joint, pair(second, joint, right))
        }
        return pair(left, joint, right)
    }

    private static func pair(_ left: Self, _ joint: Joint, _ right: Self) -> Self {
        func level(_ part: Self) -> Int { part.isChain(of: joint) ? part.depth : part.depth + 1 }
        let size = Size(
            height: max(left.height(joint), right.height(joint)) + 1,
            depth: max(level(left), level(right))
        )
        return .pair(left, joint, right, size)
    }

    private func isChain(of joint: Joint) -> Bool {
        if case .pair(_, let own, _, _) = self { own == joint } else { false }
    }

    private func height(_ joint: Joint) -> Int {
        if case .pair(_, let own, _, let size) = self, own == joint { size.height } else { 0 }
    }

    // MARK: - Predicate

    /// Returns the predicate, and adds the values to `values`. A variable's number is the position
    /// of its value.
    func predicate(_ values: inout [DataQuery.Argument]) -> PredicateNode {
        switch self {
        case .comparison(var comparison, let own):
            comparison.right = comparison.right.renumbered(from: values.count)
            values += own
            return .comparison(comparison)
        case .not(let inner): return .not(inner.predicate(&values))
        case .pair(_, let joint, _, _):
            var parts: [PredicateNode] = []
            addParts(of: joint, to: &parts, &values)
            return joint == .and ? .and(parts) : .or(parts)
        }
    }

    private func addParts(
        of joint: Joint,
        to parts: inout [PredicateNode],
        _ values: inout [DataQuery.Argument]
    ) {
        guard case .pair(let left, let own, let right, _) = self, own == joint else {
            return parts.append(predicate(&values))
        }
        left.addParts(of: joint, to: &parts, &values)
        right.addParts(of: joint, to: &parts, &values)
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
