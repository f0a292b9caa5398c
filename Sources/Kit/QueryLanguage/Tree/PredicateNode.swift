/// A predicate as written, before it is checked against a model.
package indirect enum PredicateNode: Sendable, Hashable {
    /// `TRUEPREDICATE` and `FALSEPREDICATE`.
    case constant(Bool)
    case comparison(Comparison)
    case not(PredicateNode)
    /// Two or more operands joined by AND, in the order of the text. An operand is itself an `and`
    /// only if it was in parentheses.
    case and([PredicateNode])
    case or([PredicateNode])
}

extension PredicateNode {
    /// Number of operators NOT, AND and OR in each other.
    package var depth: Int {
        switch self {
        case .constant, .comparison: 0
        case .not(let inner): inner.depth + 1
        case .and(let parts), .or(let parts): (parts.map(\.depth).max() ?? 0) + 1
        }
    }
}

/// A comparison, such as `left operator[options] right`.
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

    /// The quantifier of a comparison. It states how many elements on the left side must match.
    /// `SOME` is read as `ANY`.
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
    /// The operator's range in the text.
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

/// Options of a string comparison, written as letters in brackets after the operator.
package struct ComparisonOptions: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `[c]`
    package static let caseInsensitive = ComparisonOptions(rawValue: 1)
    /// `[d]`
    package static let diacriticInsensitive = ComparisonOptions(rawValue: 2)
    /// `[n]`: both strings are already normalized; `c` and `d` then have no effect.
    package static let normalized = ComparisonOptions(rawValue: 4)
    /// `[l]`: allowed but without effect, because no comparison depends on a locale.
    package static let localeSensitive = ComparisonOptions(rawValue: 8)

    /// The options that determine how both sides are folded before they are compared: `c`, `d`,
    /// both, or neither.
    package var folding: ComparisonOptions {
        contains(.normalized) ? [] : intersection([.caseInsensitive, .diacriticInsensitive])
    }
}
