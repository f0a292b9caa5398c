/// A word of the predicate language, or the end of the text.
struct Token {
    enum Kind: Equatable {
        /// A name or keyword; keywords are told apart by the parser, for some are names elsewhere.
        case name(String)
        /// A name behind `#`, which is never a keyword.
        case quotedName(String)
        case variable(String)
        case string(String)
        case integer(Int64)
        case real(Double)
        /// An operator or a bracket: `==`, `&&`, `{`.
        case symbol(String)
        case end
    }

    var kind: Kind
    var position: SourcePosition

    /// The token as a diagnostic quotes it.
    var description: String {
        switch kind {
        case .name(let text), .symbol(let text): "\"\(text)\""
        case .quotedName(let text): "\"#\(text)\""
        case .variable(let text): "\"$\(text)\""
        case .string: "a string"
        case .integer(let value): "\"\(value)\""
        case .real(let value): "\"\(value)\""
        case .end: "the end"
        }
    }

    func isWord(_ word: String) -> Bool {
        if case .name(let text) = kind { text.uppercased() == word } else { false }
    }

    func isSymbol(_ symbols: String...) -> Bool {
        if case .symbol(let text) = kind { symbols.contains(text) } else { false }
    }
}
