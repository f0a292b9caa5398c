package import QueryLanguage

/// A condition on records, checked by the compiler. It combines comparisons of ``PropertyPath``s
/// with `&&`, `||` and `!`. The property `description` contains the equivalent predicate text.
///
/// A chain such as `a || b || c` may have thousands of parts. A query throws if `&&`, `||` and `!`
/// are nested more than 20 levels deep, where a chain counts as one level.
public struct RecordFilter<Root: Sendable>: Sendable, Hashable {
    private let condition: FilterCondition

    init(_ comparison: Comparison, values: [DataQuery.Argument]) {
        condition = .comparison(comparison, values: values)
    }

    private init(_ condition: FilterCondition) { self.condition = condition }

    /// Creates the filter that `condition` returns for the properties of a record.
    public init(_ condition: (PropertyPath<Root, Root>) -> RecordFilter<Root>) {
        self = condition(PropertyPath(keys: []))
    }

    /// Returns a filter that requires both conditions.
    public static func && (left: Self, right: Self) -> Self { left.joined(.and, right) }

    /// Returns a filter that requires at least one of the conditions.
    public static func || (left: Self, right: Self) -> Self { left.joined(.or, right) }

    /// Returns a filter for the records that `filter` does not match, including records with absent
    /// values.
    public static prefix func ! (filter: Self) -> Self {
        filter.isTooDeep ? filter : Self(.not(filter.condition))
    }

    private func joined(_ joint: FilterCondition.Joint, _ other: Self) -> Self {
        if isTooDeep { return self }
        if other.isTooDeep { return other }
        return Self(.joined(condition, joint, other.condition))
    }

    /// Whether every query with this condition throws. Such a condition is not extended, so that
    /// no recursion over it can overflow the stack.
    private var isTooDeep: Bool { condition.depth > DataQuery.Filter.depthLimit }

    /// The predicate, with variables in place of the values. A variable's name, such as `value0`,
    /// contains the position of its value in `values`.
    private var numbered: (tree: PredicateNode, values: [DataQuery.Argument]) {
        var values: [DataQuery.Argument] = []
        let tree = condition.predicate(&values)
        return (tree, values)
    }

    package var tree: PredicateNode { numbered.tree }

    /// This condition as a filter of a ``DataQuery``.
    public var dataFilter: DataQuery.Filter {
        let (tree, values) = numbered
        let named = values.enumerated().map { (variable($0), $1) }
        return DataQuery.Filter(tree, Dictionary(named) { first, _ in first })
    }

    public static func == (left: Self, right: Self) -> Bool { left.numbered == right.numbered }

    public func hash(into hasher: inout Hasher) {
        let (tree, values) = numbered
        hasher.combine(tree)
        hasher.combine(values)
    }
}

extension RecordFilter: CustomStringConvertible {
    /// The condition as predicate text, with variables in place of the values.
    public var description: String { tree.text }
}
