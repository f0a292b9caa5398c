/// What a query asks of a record, as written: nothing is resolved against a model yet.
package indirect enum Predicate: Sendable, Hashable {
    /// `TRUEPREDICATE` and `FALSEPREDICATE`.
    case constant(Bool)
    case comparison(Comparison)
    case not(Predicate)
    /// Two or more, in the order of the text.
    case and([Predicate])
    case or([Predicate])
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
        case isIn = "IN"
        case between = "BETWEEN"
    }

    /// Which of the values that a to-many key path yields must match.
    package enum Quantifier: String, Sendable, Hashable {
        case any = "ANY"
        case all = "ALL"
        case none = "NONE"
    }

    package var left: Expression
    package var `operator`: Operator
    package var right: Expression
    package var options: ComparisonOptions
    package var quantifier: Quantifier?
    /// Where the operator stands.
    package var position: SourcePosition

    package init(
        _ left: Expression,
        _ operator: Operator,
        _ right: Expression,
        options: ComparisonOptions = [],
        quantifier: Quantifier? = nil,
        position: SourcePosition = SourcePosition()
    ) {
        self.left = left
        self.operator = `operator`
        self.right = right
        self.options = options
        self.quantifier = quantifier
        self.position = position
    }
}

/// How strings are compared: what stands in brackets after an operator.
package struct ComparisonOptions: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// `[c]`
    package static let caseInsensitive = ComparisonOptions(rawValue: 1)
    /// `[d]`
    package static let diacriticInsensitive = ComparisonOptions(rawValue: 2)
}

/// One side of a comparison.
package struct Expression: Sendable, Hashable {
    package indirect enum Kind: Sendable, Hashable {
        case literal(Literal)
        /// `country.name`; `SELF` is the empty path.
        case keyPath([String])
        /// `$text`, without the dollar.
        case variable(String)
        /// `{1, 2, 3}`
        case aggregate([Expression])
    }

    package var kind: Kind
    package var position: SourcePosition

    package init(_ kind: Kind, position: SourcePosition = SourcePosition()) {
        self.kind = kind
        self.position = position
    }
}

package enum Literal: Sendable, Hashable {
    case string(String)
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    case null
}

/// Where in the text a part begins. Any two are equal: a predicate is the same wherever it was
/// written.
package struct SourcePosition: Sendable, Hashable {
    /// Bytes of UTF-8 before the part.
    package var offset: Int

    package init(offset: Int = 0) {
        self.offset = offset
    }

    package static func == (left: SourcePosition, right: SourcePosition) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}

    /// The line and column in `text`, both from 1; columns count Unicode scalars.
    package func lineAndColumn(in text: String) -> (line: Int, column: Int) {
        let before = text.utf8.prefix(offset)
        let newline = UInt8(ascii: "\n")
        let line = before.count { $0 == newline } + 1
        let start =
            before.lastIndex(of: newline).map { before.index(after: $0) } ?? before.startIndex
        // A byte that does not continue a scalar begins one.
        return (line, before[start...].count { $0 & 0xC0 != 0x80 } + 1)
    }
}
