/// A token of the predicate language, or the end of the text. It stores only the position of its
/// text in the lexer's bytes; the text is decoded on demand.
struct Token {
    enum Kind: Equatable {
        case end
        /// An invalid token, for which an error has been recorded.
        case invalid
        case name
        case keyword(Keyword)
        /// A variable such as `$text`.
        case variable
        /// `#in`: a name that is never read as a reserved word.
        case quotedName
        /// A collection operator such as `@count`.
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

enum Symbol: Equatable {
    case comparison(Comparison.Operator)
    case arithmetic(ArithmeticOperator)
    case and, or, not
    case openParenthesis, closeParenthesis
    case openBrace, closeBrace
    case openBracket, closeBracket
    case comma, period, colon, tilde
}
