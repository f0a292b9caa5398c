/// An expression in a predicate: one side of a comparison, or a subexpression of a side.
package struct ExpressionNode: Sendable, Hashable {
    package indirect enum Kind: Sendable, Hashable {
        case literal(Literal)
        /// A key path such as `country.name` that starts at the evaluated object; `SELF` is the
        /// empty path.
        case keyPath([PathKey])
        /// A variable such as `$text`, stored without the dollar sign.
        case variable(String)
        /// A key path that starts at the value of an expression instead of at the evaluated object,
        /// such as `$x.name` or `(SELF.g).first`.
        case path(ExpressionNode, [PathKey])
        /// A placeholder such as `%@`, which ``PredicateNode/bound(to:)`` replaces with an
        /// argument.
        case placeholder(Placeholder)
        /// A list such as `{1, 2, 3}`.
        case aggregate([ExpressionNode])
        case negative(ExpressionNode)
        /// The bitwise complement `~x`.
        case complement(ExpressionNode)
        case arithmetic(ExpressionNode, ArithmeticOperator, ExpressionNode)
        /// `list[0]`, `list[FIRST]` or `record["key"]`: an element of a list, or the value of an
        /// object's key.
        case element(ExpressionNode, ElementIndex)
        case function(Function, [ExpressionNode])
        /// `FUNCTION(receiver, "selector:", argument, …)`
        case selector(ExpressionNode, Selector, [ExpressionNode])
        /// `CAST(value, "type")`
        case cast(ExpressionNode, CastType)
        /// `TERNARY(condition, value, value)`
        case ternary(PredicateNode, ExpressionNode, ExpressionNode)
        /// `SUBQUERY(collection, $variable, predicate)`: the elements of the collection that
        /// satisfy the predicate.
        case subquery(ExpressionNode, String, PredicateNode)
    }

    package enum ElementIndex: Sendable, Hashable {
        case first, last, size
        case value(ExpressionNode)
    }

    package var kind: Kind
    package var range: SourceRange

    package init(_ kind: Kind, range: SourceRange = SourceRange()) {
        self.kind = kind
        self.range = range
    }
}

package enum Literal: Sendable, Hashable {
    case string(String)
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    case null
}

/// A step of a key path.
package enum PathKey: Sendable, Hashable {
    case name(String)
    /// A collection operator such as `@sum`. In `cities.@sum.population`, the key after the
    /// operator is read from each element.
    case collection(CollectionOperator)
    /// The placeholder `%K`, which ``PredicateNode/bound(to:)`` replaces with a key path.
    case placeholder(Placeholder)
}

package enum CollectionOperator: String, Sendable, Hashable, CaseIterable {
    case count = "@count"
    case sum = "@sum"
    case average = "@avg"
    case minimum = "@min"
    case maximum = "@max"
}

package enum ArithmeticOperator: String, Sendable, Hashable, CaseIterable {
    case bitwiseOr = "|"
    case bitwiseXor = "^"
    case bitwiseAnd = "&"
    case shiftLeft = "<<"
    case shiftRight = ">>"
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case power = "**"

    /// Operator precedence. An operator with a higher number binds more tightly. All operators
    /// except power are left-associative.
    package var precedence: Int {
        switch self {
        case .bitwiseOr: 1
        case .bitwiseXor: 2
        case .bitwiseAnd: 3
        case .shiftLeft, .shiftRight: 4
        case .add, .subtract: 5
        case .multiply, .divide: 6
        case .power: 7
        }
    }

    package var isBitwise: Bool { precedence <= 4 }
}

/// A placeholder in a predicate format. An argument replaces the placeholder.
package struct Placeholder: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
        /// `%@`: any value.
        case value = "%@"
        /// `%K`: a key path.
        case keyPath = "%K"
        /// `%d`, `%i`, `%lu` or another specifier for an integer.
        case integer = "%d"
        /// `%f`, `%g`, `%la` or another specifier for a real.
        case real = "%f"
    }

    package var kind: Kind
    /// The index of the argument, starting at 0.
    package var index: Int
    /// The specifier as written, such as `%lld`.
    package var text: String

    /// Creates a placeholder.
    ///
    /// - Parameter text: the specifier as written; if nil, the raw value of `kind`.
    package init(_ kind: Kind, index: Int, text: String? = nil) {
        self.kind = kind
        self.index = index
        self.text = text ?? kind.rawValue
    }
}
