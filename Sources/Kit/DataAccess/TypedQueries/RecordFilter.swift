package import QueryLanguage

/// A condition on records, checked by the compiler. It combines comparisons of ``PropertyPath``s
/// with `&&`, `||` and `!`. The property `description` contains the equivalent predicate text.
public struct RecordFilter<Root: Sendable>: Sendable, Hashable {
    /// The predicate, with variables in place of the values. A variable's name, such as `value0`,
    /// contains the position of its value in `values`.
    package let tree: PredicateNode
    let values: [DataQuery.Argument]

    init(tree: PredicateNode, values: [DataQuery.Argument]) {
        (self.tree, self.values) = (tree, values)
    }

    /// Creates the filter that `condition` returns for the properties of a record.
    public init(_ condition: (PropertyPath<Root, Root>) -> RecordFilter<Root>) {
        self = condition(PropertyPath(keys: []))
    }

    /// Returns a filter that requires both conditions.
    public static func && (left: Self, right: Self) -> Self {
        left.joined(with: right) { tree, other in
            // Creates the same tree as the text `a AND b AND c`.
            if case .and(let parts) = tree { .and(parts + [other]) } else { .and([tree, other]) }
        }
    }

    /// Returns a filter that requires at least one of the conditions.
    public static func || (left: Self, right: Self) -> Self {
        left.joined(with: right) { tree, other in
            if case .or(let parts) = tree { .or(parts + [other]) } else { .or([tree, other]) }
        }
    }

    /// Returns a filter for the records that `filter` does not match, including records with absent
    /// values.
    public static prefix func ! (filter: Self) -> Self {
        Self(tree: .not(filter.tree), values: filter.values)
    }

    private func joined(
        with other: Self,
        _ join: (PredicateNode, PredicateNode) -> PredicateNode
    ) -> Self {
        Self(
            tree: join(tree, other.tree.renumbered(from: values.count)),
            values: values + other.values
        )
    }

    /// This condition as a filter of a ``DataQuery``.
    public var dataFilter: DataQuery.Filter {
        let named = values.enumerated().map { (variable($0), $1) }
        return DataQuery.Filter(tree, Dictionary(named) { first, _ in first })
    }
}

extension RecordFilter: CustomStringConvertible {
    /// The condition as predicate text, with variables in place of the values.
    public var description: String { tree.text }
}

/// Returns the name of the variable for the value at `position`.
func variable(_ position: Int) -> String { "value\(position)" }

extension PredicateNode {
    /// Returns the predicate with `start` added to the number in each variable's name.
    fileprivate func renumbered(from start: Int) -> PredicateNode {
        switch self {
        case .constant: return self
        case .not(let inner): return .not(inner.renumbered(from: start))
        case .and(let parts): return .and(parts.map { $0.renumbered(from: start) })
        case .or(let parts): return .or(parts.map { $0.renumbered(from: start) })
        case .comparison(var comparison):
            comparison.right = comparison.right.renumbered(from: start)
            return .comparison(comparison)
        }
    }
}

extension ExpressionNode {
    fileprivate func renumbered(from start: Int) -> ExpressionNode {
        switch kind {
        case .variable(let name):
            let position = Int(name.dropFirst(variable(0).count - 1)) ?? 0
            return ExpressionNode(.variable(variable(position + start)))
        case .aggregate(let parts):
            return ExpressionNode(.aggregate(parts.map { $0.renumbered(from: start) }))
        default: return self
        }
    }
}
