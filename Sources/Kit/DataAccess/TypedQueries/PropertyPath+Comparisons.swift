import QueryLanguage

extension PropertyPath where Value: FilterValue {
    /// Returns a filter that matches if the property has this value. If `value` is nil, the filter
    /// matches if the property has no value.
    public static func == (path: Self, value: Value) -> RecordFilter<Root> {
        path.compared(.equal, to: value)
    }

    /// Returns a filter that matches if the property has a value other than `value`, or has no
    /// value. If `value` is nil, the filter matches if the property has any value.
    public static func != (path: Self, value: Value) -> RecordFilter<Root> {
        path.compared(.notEqual, to: value)
    }

    /// Returns a filter that matches if both properties have the same value, or if neither has a
    /// value. Each property may be optional.
    public static func == <Other: FilterValue>(
        left: Self,
        right: PropertyPath<Root, Other>
    ) -> RecordFilter<Root> where Other.Present == Value.Present {
        left.compared(.equal, with: right)
    }

    /// Returns a filter that matches if the properties have different values, or if only one of
    /// them has a value. Each property may be optional.
    public static func != <Other: FilterValue>(
        left: Self,
        right: PropertyPath<Root, Other>
    ) -> RecordFilter<Root> where Other.Present == Value.Present {
        left.compared(.notEqual, with: right)
    }

    /// Returns a filter that matches if the property has one of the values.
    public func isIn(_ values: some Sequence<Value.Present>) -> RecordFilter<Root> {
        compared(.isIn, [.list(values.map(\.filterArgument))])
    }
}

extension PropertyPath where Value: AttributeValue, Value.Present: Comparable {
    public static func < (path: Self, value: Value.Present) -> RecordFilter<Root> {
        path.compared(.less, to: value)
    }

    public static func <= (path: Self, value: Value.Present) -> RecordFilter<Root> {
        path.compared(.lessOrEqual, to: value)
    }

    public static func > (path: Self, value: Value.Present) -> RecordFilter<Root> {
        path.compared(.greater, to: value)
    }

    public static func >= (path: Self, value: Value.Present) -> RecordFilter<Root> {
        path.compared(.greaterOrEqual, to: value)
    }

    public static func < <Other: AttributeValue>(
        left: Self,
        right: PropertyPath<Root, Other>
    ) -> RecordFilter<Root> where Other.Present == Value.Present {
        left.compared(.less, with: right)
    }

    public static func <= <Other: AttributeValue>(
        left: Self,
        right: PropertyPath<Root, Other>
    ) -> RecordFilter<Root> where Other.Present == Value.Present {
        left.compared(.lessOrEqual, with: right)
    }

    public static func > <Other: AttributeValue>(
        left: Self,
        right: PropertyPath<Root, Other>
    ) -> RecordFilter<Root> where Other.Present == Value.Present {
        left.compared(.greater, with: right)
    }

    public static func >= <Other: AttributeValue>(
        left: Self,
        right: PropertyPath<Root, Other>
    ) -> RecordFilter<Root> where Other.Present == Value.Present {
        left.compared(.greaterOrEqual, with: right)
    }

    /// Returns a filter that matches if the value is in the range, which excludes the upper bound.
    public func isIn(_ range: Range<Value.Present>) -> RecordFilter<Root> {
        self >= range.lowerBound && self < range.upperBound
    }

    /// Returns a filter that matches if the value is equal to or above the lower bound.
    public func isIn(_ range: PartialRangeFrom<Value.Present>) -> RecordFilter<Root> {
        self >= range.lowerBound
    }

    /// Returns a filter that matches if the value is equal to or below the upper bound.
    public func isIn(_ range: PartialRangeThrough<Value.Present>) -> RecordFilter<Root> {
        self <= range.upperBound
    }

    /// Returns a filter that matches if the value is below the upper bound.
    public func isIn(_ range: PartialRangeUpTo<Value.Present>) -> RecordFilter<Root> {
        self < range.upperBound
    }

    /// Returns a filter that matches if the value is in the range, including both bounds.
    public func isIn(_ range: ClosedRange<Value.Present>) -> RecordFilter<Root> {
        compared(
            .between,
            [range.lowerBound.filterArgument, range.upperBound.filterArgument],
            isList: true
        )
    }
}

/// Options for comparing text.
public struct TextOptions: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Ignores case: `[c]` in predicate text.
    public static let ignoringCase = TextOptions(rawValue: 1)
    /// Ignores diacritics: `[d]` in predicate text.
    public static let ignoringDiacritics = TextOptions(rawValue: 2)

    fileprivate var comparison: ComparisonOptions {
        var options: ComparisonOptions = []
        if contains(.ignoringCase) { options.insert(.caseInsensitive) }
        if contains(.ignoringDiacritics) { options.insert(.diacriticInsensitive) }
        return options
    }
}

extension PropertyPath where Value: FilterValue, Value.Present == String {
    public func equals(_ text: String, _ options: TextOptions = []) -> RecordFilter<Root> {
        compared(.equal, to: text, options)
    }

    public func beginsWith(_ text: String, _ options: TextOptions = []) -> RecordFilter<Root> {
        compared(.beginsWith, to: text, options)
    }

    public func endsWith(_ text: String, _ options: TextOptions = []) -> RecordFilter<Root> {
        compared(.endsWith, to: text, options)
    }

    public func contains(_ text: String, _ options: TextOptions = []) -> RecordFilter<Root> {
        compared(.contains, to: text, options)
    }

    /// Returns a filter that matches if the text matches a pattern. In the pattern, `*` matches any
    /// text, and `?` matches one character.
    public func isLike(_ pattern: String, _ options: TextOptions = []) -> RecordFilter<Root> {
        compared(.like, to: pattern, options)
    }

    /// Returns a filter that matches if the whole text matches a regular expression.
    public func matches(_ expression: String, _ options: TextOptions = []) -> RecordFilter<Root> {
        compared(.matches, to: expression, options)
    }
}

extension PropertyPath {
    private var expression: ExpressionNode {
        ExpressionNode(.keyPath(keys.map { .name($0) }))
    }

    fileprivate func compared(
        _ operation: Comparison.Operator,
        to value: some FilterValue,
        _ options: TextOptions = []
    ) -> RecordFilter<Root> {
        compared(operation, [value.filterArgument], options)
    }

    fileprivate func compared<Other>(
        _ operation: Comparison.Operator,
        with other: PropertyPath<Root, Other>
    ) -> RecordFilter<Root> {
        compared(operation, with: other.expression)
    }

    /// Returns a filter that compares a collection with the literal nil. A variable cannot be used,
    /// even if its value is nil, because predicates cannot compare a collection with a variable.
    func isAbsent(_ operation: Comparison.Operator) -> RecordFilter<Root> {
        compared(operation, with: ExpressionNode(.literal(.null)))
    }

    fileprivate func compared(
        _ operation: Comparison.Operator,
        _ values: [DataQuery.Argument],
        _ options: TextOptions = [],
        isList: Bool = false
    ) -> RecordFilter<Root> {
        let places = values.indices.map { ExpressionNode(.variable(variable($0))) }
        let right = isList ? ExpressionNode(.aggregate(places)) : places[0]
        return compared(operation, with: right, values, options)
    }

    private func compared(
        _ operation: Comparison.Operator,
        with right: ExpressionNode,
        _ values: [DataQuery.Argument] = [],
        _ options: TextOptions = []
    ) -> RecordFilter<Root> {
        RecordFilter(
            Comparison(expression, operation, right, options: options.comparison),
            values: values
        )
    }
}
