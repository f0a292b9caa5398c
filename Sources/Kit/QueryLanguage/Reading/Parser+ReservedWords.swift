extension Parser {
    // MARK: - Keys spelled like reserved words

    /// Whether the current token can follow a key but cannot begin a value. A reserved word before
    /// such a token was probably meant as a key, as in `all > 1`.
    var followsKey: Bool {
        switch token.kind {
        case .symbol(.arithmetic(let found)): found != .subtract
        case .symbol(.comparison(_)), .symbol(.and), .symbol(.or), .symbol(.period),
            .symbol(.openBracket), .symbol(.closeParenthesis), .symbol(.comma):
            true
        case .keyword(.and), .keyword(.or): !isBeforeSign
        case .keyword(let keyword):
            keyword.comparison != nil && !isBeforeSign && foreignCallFix == nil
        default: false
        }
    }

    /// Whether a sign such as `==` follows the current token. A reserved word before such a sign
    /// was probably meant as a key, as in `in == 1`.
    private var isBeforeSign: Bool { isBefore("=<>!") }

    /// Returns whether the byte after the current token is one of `signs`.
    private func isBefore(_ signs: String) -> Bool {
        lexer.nextByte(after: Int(token.end)).map { signs.utf8.contains($0) } ?? false
    }

    /// Suggested fix for a function of another language, such as `contains(a, b)`, whose name is
    /// the current token; nil if there is no such function.
    var foreignCallFix: String? {
        isBefore("(") ? hint(for: text(token)) : nil
    }

    /// Records an error for the reserved word `word`, which was probably meant as a key.
    mutating func reservedKey(_ word: Token) -> Skip {
        notAllowed(word, expected: "a value or a key path", fix: keyFix(word))
    }

    /// Returns the suggested fix if `word` was meant as a key. Returns nil if it is not a reserved
    /// word.
    func keyFix(_ word: Token) -> String? {
        guard case .keyword = word.kind else { return nil }
        return "if this is a key, write #\(text(word))"
    }

    /// Suggested fix for a quantifier on the right side, as in `age > ANY toys.years`; nil if the
    /// current token is not a quantifier before a list.
    var quantifierFix: String? {
        guard case .keyword(let keyword) = token.kind, let quantifier = keyword.quantifier else {
            return nil
        }
        var next = self
        next.advance()
        switch next.token.kind {
        case .name, .quotedName, .variable, .symbol(.openBrace):
            let word = quantifier.rawValue
            return
                "\(word) must precede the left side: exchange the sides, as in \(word) list < value"
        default: return nil
        }
    }

    // MARK: - NOT in place of a value

    /// Whether the current token is `NOT` or `!`, and not a key named `not`. A key is followed by a
    /// sign or ends the value, as in `a == not`.
    var isNegation: Bool {
        if isSymbol(.not) { return true }
        let isLast = lexer.nextByte(after: Int(token.end)) == nil || isBefore("),")
        return token.kind == .keyword(.not) && !isLast && !isBeforeSign
    }

    /// Records an error for NOT after a quantifier, as in `ANY NOT a == 3`.
    mutating func negation(after quantifier: Comparison.Quantifier) -> Skip {
        let condition =
            switch quantifier {
            case .any: "NOT …).@count > 0"
            case .all: "…).@count == 0"
            case .none: "NOT …).@count == 0"
            }
        return unexpected(
            "a key path, a $variable or a list",
            fix:
                "negate the operator, as in \(quantifier.rawValue) a != 3, or write SUBQUERY(records, $x, \(condition)"
        )
    }

    /// Records an error for NOT in place of a value, as in `a == NOT b`.
    mutating func negationAsValue() -> Skip {
        unexpected("a value", fix: "write NOT (…) around the whole comparison, or use !=")
    }
}
