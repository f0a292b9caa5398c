/// Reads predicate text.
///
///     predicate  = and { (OR | ||) and }
///     and        = not { (AND | &&) not }
///     not        = (NOT | !) not | primary
///     primary    = "(" predicate ")" | TRUEPREDICATE | FALSEPREDICATE | comparison
///     comparison = [ANY | SOME | ALL | NONE] value operator ["[" options "]"] value
///     value      = key path | $variable | literal | "{" value { "," value } "}"
package func parsePredicate(_ text: String) throws(PredicateTextError) -> Predicate {
    var parser = try Parser(text)
    return try parser.whole()
}

struct Parser {
    private var lexer: Lexer
    private var token: Token
    private var depth = 0
    /// Deeper nesting is refused, so that no text can exhaust the stack.
    private static let depthLimit = 200

    init(_ text: String) throws(PredicateTextError) {
        lexer = Lexer(text)
        token = try lexer.next()
    }

    mutating func whole() throws(PredicateTextError) -> Predicate {
        if token.kind == .end {
            throw PredicateTextError(
                "empty-predicate",
                token.position,
                "the predicate is empty",
                fix: "write a comparison, for example: name BEGINSWITH[c] $text"
            )
        }
        let predicate = try disjunction()
        guard token.kind == .end else { throw unexpected("AND, OR or the end") }
        return predicate
    }

    // MARK: - Compounds

    private mutating func disjunction() throws(PredicateTextError) -> Predicate {
        var parts = [try conjunction()]
        while try take(word: "OR", symbol: "||") { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .or(parts)
    }

    private mutating func conjunction() throws(PredicateTextError) -> Predicate {
        var parts = [try negation()]
        while try take(word: "AND", symbol: "&&") { parts.append(try negation()) }
        return parts.count == 1 ? parts[0] : .and(parts)
    }

    private mutating func negation() throws(PredicateTextError) -> Predicate {
        try descend()
        defer { depth -= 1 }
        if try take(word: "NOT", symbol: "!") { return .not(try negation()) }
        return try primary()
    }

    private mutating func primary() throws(PredicateTextError) -> Predicate {
        if token.isSymbol("(") {
            let open = token.position
            try advance()
            let inner = try disjunction()
            guard token.isSymbol(")") else {
                throw PredicateTextError(
                    "unclosed-parenthesis",
                    open,
                    "this parenthesis is not closed before \(token.description)",
                    expected: "\")\""
                )
            }
            try advance()
            return inner
        }
        if try take(word: "TRUEPREDICATE") { return .constant(true) }
        if try take(word: "FALSEPREDICATE") { return .constant(false) }
        return .comparison(try comparison())
    }

    // MARK: - Comparisons

    private mutating func comparison() throws(PredicateTextError) -> Comparison {
        let quantifier = try quantifier()
        let left = try value()
        let position = token.position
        let op = try comparisonOperator()
        let options = try options()
        let right = try value()
        return Comparison(
            left,
            op,
            right,
            options: options,
            quantifier: quantifier,
            position: position
        )
    }

    private mutating func quantifier() throws(PredicateTextError) -> Comparison.Quantifier? {
        if try take(word: "ANY") { return .any }
        if try take(word: "SOME") { return .any }
        if try take(word: "ALL") { return .all }
        if try take(word: "NONE") { return Comparison.Quantifier.none }
        return nil
    }

    private mutating func comparisonOperator() throws(PredicateTextError) -> Comparison.Operator {
        let found: Comparison.Operator?
        switch token.kind {
        case .symbol(let text): found = operatorSymbols[text]
        case .name(let text): found = operatorWords[text.uppercased()]
        default: found = nil
        }
        guard let found else {
            throw unexpected(
                "a comparison such as ==, <, BEGINSWITH, CONTAINS, LIKE, IN or BETWEEN"
            )
        }
        try advance()
        return found
    }

    private mutating func options() throws(PredicateTextError) -> ComparisonOptions {
        guard token.isSymbol("[") else { return [] }
        try advance()
        var options: ComparisonOptions = []
        guard case .name(let letters) = token.kind else { throw unexpected("c, d or cd") }
        for letter in letters {
            switch letter {
            case "c", "C": options.insert(.caseInsensitive)
            case "d", "D": options.insert(.diacriticInsensitive)
            default:
                throw PredicateTextError(
                    "unknown-option",
                    token.position,
                    "\"\(letter)\" is not a comparison option",
                    expected: "c, d or cd"
                )
            }
        }
        try advance()
        guard token.isSymbol("]") else { throw unexpected("\"]\"") }
        try advance()
        return options
    }

    // MARK: - Values

    private mutating func value() throws(PredicateTextError) -> Expression {
        let position = token.position
        switch token.kind {
        case .string(let text):
            try advance()
            return Expression(.literal(.string(text)), position: position)
        case .integer(let number):
            try advance()
            return Expression(.literal(.integer(number)), position: position)
        case .real(let number):
            try advance()
            return Expression(.literal(.real(number)), position: position)
        case .variable(let name):
            try advance()
            return Expression(.variable(name), position: position)
        case .symbol("{"): return try aggregate()
        case .symbol("-"): return try negative()
        case .quotedName: return try keyPath()
        case .name(let text):
            if let literal = wordLiterals[text.uppercased()] {
                try advance()
                return Expression(.literal(literal), position: position)
            }
            if reserved.contains(text.uppercased()) { throw unexpected("a value or a key path") }
            return try keyPath()
        default: throw unexpected("a key path, a $variable, a string or a number")
        }
    }

    private mutating func negative() throws(PredicateTextError) -> Expression {
        let position = token.position
        try advance()
        switch token.kind {
        case .integer(let number):
            try advance()
            return Expression(.literal(.integer(-number)), position: position)
        case .real(let number):
            try advance()
            return Expression(.literal(.real(-number)), position: position)
        default: throw unexpected("a number behind the minus sign")
        }
    }

    private mutating func aggregate() throws(PredicateTextError) -> Expression {
        try descend()
        defer { depth -= 1 }
        let position = token.position
        try advance()
        var elements: [Expression] = []
        while !token.isSymbol("}") {
            elements.append(try value())
            if token.isSymbol(",") {
                try advance()
            } else if !token.isSymbol("}") {
                throw unexpected("\",\" or \"}\"")
            }
        }
        try advance()
        return Expression(.aggregate(elements), position: position)
    }

    private mutating func keyPath() throws(PredicateTextError) -> Expression {
        let position = token.position
        var path: [String] = []
        repeat {
            switch token.kind {
            case .name(let text): path.append(text)
            case .quotedName(let text): path.append(text)
            default: throw unexpected("a key behind the period")
            }
            try advance()
        } while try take(symbol: ".")
        if path.first?.uppercased() == "SELF" { path.removeFirst() }
        return Expression(.keyPath(path), position: position)
    }

    // MARK: - Tokens

    private mutating func descend() throws(PredicateTextError) {
        depth += 1
        if depth > Self.depthLimit {
            throw PredicateTextError(
                "too-deep",
                token.position,
                "parentheses, negations and braces are nested deeper than \(Self.depthLimit)"
            )
        }
    }

    private mutating func advance() throws(PredicateTextError) {
        token = try lexer.next()
    }

    private mutating func take(
        word: String? = nil,
        symbol: String? = nil
    ) throws(PredicateTextError) -> Bool {
        let found = word.map(token.isWord) == true || symbol.map { token.isSymbol($0) } == true
        if found { try advance() }
        return found
    }

    private func unexpected(_ expected: String) -> PredicateTextError {
        var fix: String?
        if case .name(let text) = token.kind {
            fix = nearestOperator(to: text)
        }
        return PredicateTextError(
            "unexpected-token",
            token.position,
            "\(token.description) cannot stand here",
            expected: expected,
            fix: fix
        )
    }
}
