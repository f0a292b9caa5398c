/// A query's predicate as written, not yet resolved against a model.
package indirect enum PredicateNode: Sendable, Hashable {
    /// `TRUEPREDICATE` and `FALSEPREDICATE`.
    case constant(Bool)
    case comparison(Comparison)
    case not(PredicateNode)
    /// Two or more, in the order of the text; none of them an `and` unless parentheses said so.
    case and([PredicateNode])
    case or([PredicateNode])
}

/// `left operator[options] right`.
package struct Comparison: Sendable, Hashable {
    package enum Operator: String, Sendable, Hashable, CaseIterable {
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case beginsWith = "BEGINSWITH"
        case endsWith = "ENDSWITH"
        case contains = "CONTAINS"
        case like = "LIKE"
        case matches = "MATCHES"
        case isIn = "IN"
        case between = "BETWEEN"
    }

    /// Required matches among the values on the left. `SOME` is read as `ANY`.
    package enum Quantifier: String, Sendable, Hashable, CaseIterable {
        case any = "ANY"
        case all = "ALL"
        case none = "NONE"
    }

    package var left: ExpressionNode
    package var `operator`: Operator
    package var right: ExpressionNode
    package var options: ComparisonOptions
    package var quantifier: Quantifier?
    /// Range of the operator.
    package var range: SourceRange

    package init(
        _ left: ExpressionNode,
        _ operator: Operator,
        _ right: ExpressionNode,
        options: ComparisonOptions = [],
        quantifier: Quantifier? = nil,
        range: SourceRange = SourceRange()
    ) {
        self.left = left
        self.operator = `operator`
        self.right = right
        self.options = options
        self.quantifier = quantifier
        self.range = range
    }
}

/// Options of a string comparison: the letters in brackets after an operator.
package struct ComparisonOptions: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// `[c]`
    package static let caseInsensitive = ComparisonOptions(rawValue: 1)
    /// `[d]`
    package static let diacriticInsensitive = ComparisonOptions(rawValue: 2)
    /// `[n]`: the strings are already normalised; `c` and `d` have no effect with it.
    package static let normalized = ComparisonOptions(rawValue: 4)
    /// `[l]`: read and printed, without effect, for no comparison depends on a locale.
    package static let localeSensitive = ComparisonOptions(rawValue: 8)

    /// The folding that comparisons apply to both sides: `c`, `d`, both, or none.
    package var folding: ComparisonOptions {
        contains(.normalized) ? [] : intersection([.caseInsensitive, .diacriticInsensitive])
    }
}
