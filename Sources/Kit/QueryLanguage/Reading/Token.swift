/// A token of the predicate language, or the end of the text. The token's text remains in the
/// lexer's bytes and is decoded only on demand.
struct Token {
    enum Kind: Equatable {
        case end
        /// An invalid token, for which an error has been recorded.
        case invalid
        case name
        case keyword(Keyword)
        /// `$text`
        case variable
        /// `#in`: a name, never a reserved word.
        case quotedName
        /// `@count`
        case collection
        case string
        case integer
        case real
        case placeholder(Placeholder.Kind)
        case symbol(Symbol)
    }

    var kind: Kind
    var start: Int32
    var end: Int32

    var range: SourceRange { SourceRange(start: start, end: end) }
}

enum Symbol: String {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case and = "&&"
    case or = "||"
    case not = "!"
    case openParenthesis = "("
    case closeParenthesis = ")"
    case openBrace = "{"
    case closeBrace = "}"
    case openBracket = "["
    case closeBracket = "]"
    case comma = ","
    case period = "."
    case colon = ":"
    case plus = "+"
    case minus = "-"
    case star = "*"
    case power = "**"
    case slash = "/"
    case ampersand = "&"
    case bar = "|"
    case caret = "^"
    case tilde = "~"
    case shiftLeft = "<<"
    case shiftRight = ">>"

    var comparison: Comparison.Operator? {
        switch self {
        case .equal: .equal
        case .notEqual: .notEqual
        case .less: .less
        case .lessOrEqual: .lessOrEqual
        case .greater: .greater
        case .greaterOrEqual: .greaterOrEqual
        default: nil
        }
    }

    var arithmetic: ArithmeticOperator? {
        switch self {
        case .plus: .add
        case .minus: .subtract
        case .star: .multiply
        case .slash: .divide
        case .power: .power
        case .ampersand: .bitwiseAnd
        case .bar: .bitwiseOr
        case .caret: .bitwiseXor
        case .shiftLeft: .shiftLeft
        case .shiftRight: .shiftRight
        default: nil
        }
    }
}
