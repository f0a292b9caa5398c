/// A value in a predicate: one side of a comparison or a part of it.
package struct ExpressionNode: Sendable, Hashable {
    package indirect enum Kind: Sendable, Hashable {
        case literal(Literal)
        /// `country.name`, from the object that is asked; `SELF` is the empty path.
        case keyPath([PathKey])
        /// `$text`, without the dollar.
        case variable(String)
        /// Keys after an expression other than the evaluated object: `$x.name`, `(SELF.g).first`.
        case path(ExpressionNode, [PathKey])
        /// `%@` and its kin, until ``PredicateNode/bound(to:)`` replaces them.
        case placeholder(Placeholder)
        /// `{1, 2, 3}`
        case aggregate([ExpressionNode])
        case negative(ExpressionNode)
        /// `~x`
        case complement(ExpressionNode)
        case arithmetic(ExpressionNode, ArithmeticOperator, ExpressionNode)
        /// `list[0]`, `list[FIRST]`, `record["key"]`
        case element(ExpressionNode, ElementIndex)
        case function(Function, [ExpressionNode])
        /// `FUNCTION(receiver, "selector:", argument, …)`
        case selector(ExpressionNode, Selector, [ExpressionNode])
        /// `CAST(value, "type")`
        case cast(ExpressionNode, CastType)
        /// `TERNARY(condition, value, value)`
        case ternary(PredicateNode, ExpressionNode, ExpressionNode)
        /// `SUBQUERY(collection, $variable, predicate)`: the elements for which it holds.
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
    /// `@count` and its kin; what follows it is read from each element.
    case collection(CollectionOperator)
    /// `%K`, until ``PredicateNode/bound(to:)`` replaces it.
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

    /// Higher binds tighter. All but the power group from the left.
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

/// A place in a format that an argument fills.
package struct Placeholder: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
        /// `%@`: any value.
        case value = "%@"
        /// `%K`: a key path.
        case keyPath = "%K"
        /// `%d`, `%i`, `%lu` and so on.
        case integer = "%d"
        /// `%f`, `%g`, `%la` and so on.
        case real = "%f"
    }

    package var kind: Kind
    /// The position of its argument, from 0.
    package var index: Int
    /// The specifier as written: `%lld`.
    package var text: String

    /// - Parameter text: the specifier; that of the kind, if nil.
    package init(_ kind: Kind, index: Int, text: String? = nil) {
        self.kind = kind
        self.index = index
        self.text = text ?? kind.rawValue
    }
}
