/// A recursive-descent parser for the predicate language.
///
/// A method that finds an error records it and throws ``Skip``. The method that parses an operand
/// of AND or OR catches ``Skip`` and skips the rest of the operand. Parsing continues at the next
/// AND or OR.
struct Parser {
    /// The error that a parsing method throws after it has recorded a problem.
    struct Skip: Error {}

    /// The result of parsing a part of the text. For a part in parentheses, the parser knows only
    /// afterward whether it is a predicate or an expression.
    enum Parsed {
        case predicate(PredicateNode)
        case expression(ExpressionNode)
    }

    var lexer: Lexer
    var token: Token
    /// The token before the current one; nil at the beginning.
    private var previous: Token?
    /// Whether the last comparison was BETWEEN with a single literal in place of a list. An example
    /// is the beginning of `a BETWEEN 1 AND 10`.
    var isAfterBound = false
    var errors: [PredicateTextError] = []
    var placeholderCount = 0
    /// The height of the tree of the most recently parsed expression.
    var height = 0
    private var nesting = 0
    /// Number of open parentheses at the current position.
    private var openParentheses = 0
    private var isStopped = false

    static let empty = PredicateTextError(
        "empty-predicate",
        SourceRange(),
        "the predicate is empty",
        fix: "write a comparison, for example: name BEGINSWITH[c] $text"
    )

    init(_ text: String) {
        lexer = Lexer(text)
        token = lexer.next()
    }

    mutating func reading<Node>(_ node: Node?) -> Reading<Node> {
        let found = (errors + lexer.errors).sorted { $0.range.start < $1.range.start }
        return Reading(
            node: found.isEmpty ? node : nil,
            errors: found,
            warnings: lexer.warnings,
            placeholderCount: placeholderCount
        )
    }

    // MARK: - Whole texts

    mutating func predicate() -> PredicateNode? {
        if token.kind == .end {
            errors.append(Self.empty)
            return nil
        }
        guard let parsed = try? disjunction() else { return nil }
        let result = try? required(parsed)
        if result != nil || !errors.isEmpty { expectEnd("AND, OR or the end of the predicate") }
        return result
    }

    mutating func expression() -> ExpressionNode? {
        if token.kind == .end {
            errors.append(Self.empty)
            return nil
        }
        let start = token
        guard let parsed = try? arithmetic(), let result = try? value(parsed, start) else {
            return nil
        }
        expectEnd("an operator or the end of the expression")
        return result
    }

    private mutating func expectEnd(_ expected: String) {
        if token.kind == .end || isStopped { return }
        guard isSymbol(.closeParenthesis) else {
            _ = unexpected(expected)
            return
        }
        _ = fault(
            "unopened-parenthesis",
            token.range,
            "this closing parenthesis has no opening parenthesis"
        )
    }

    // MARK: - Compounds

    mutating func disjunction() throws(Skip) -> Parsed {
        try compound(.or, .or, PredicateNode.or) { parser throws(Skip) in
            try parser.conjunction()
        }
    }

    private mutating func conjunction() throws(Skip) -> Parsed {
        try compound(.and, .and, PredicateNode.and) { parser throws(Skip) in try parser.part() }
    }

    /// Parses one or more operands that are separated by `keyword` or `symbol`, such as `AND` or
    /// `&&`.
    private mutating func compound(
        _ keyword: Keyword,
        _ symbol: Symbol,
        _ joined: ([PredicateNode]) -> PredicateNode,
        _ part: (inout Parser) throws(Skip) -> Parsed
    ) throws(Skip) -> Parsed {
        let first = try part(&self)
        guard isWord(keyword, symbol) else { return first }
        var parts = [try required(first)]
        var highest = height
        while isWord(keyword, symbol) {
            advance()
            parts.append(try required(try part(&self)))
            highest = max(highest, height)
        }
        height = highest
        return .predicate(joined(parts))
    }

    /// Parses an operand of AND. After an error, skips the rest of the operand and returns a
    /// constant in its place.
    private mutating func part() throws(Skip) -> Parsed {
        let open = openParentheses
        do throws(Skip) {
            return try negation()
        } catch {
            if isStopped { throw error }
            while token.kind != .end {
                let isEnd = isWord(.and, .and) || isWord(.or, .or) || isSymbol(.closeParenthesis)
                if openParentheses <= open, isEnd { break }
                advance()
            }
            return .predicate(.constant(true))
        }
    }

    private mutating func negation() throws(Skip) -> Parsed {
        guard isWord(.not, .not) else { return try comparison() }
        let start = token
        try descend()
        defer { nesting -= 1 }
        advance()
        if start.kind == .keyword(.not), followsKey { throw reservedKey(start) }
        return .predicate(.not(try required(try negation())))
    }

    private func isWord(_ keyword: Keyword, _ symbol: Symbol) -> Bool {
        token.kind == .keyword(keyword) || isSymbol(symbol)
    }

    /// Returns the parsed predicate. Records an error if `parsed` is an expression.
    mutating func required(_ parsed: Parsed) throws(Skip) -> PredicateNode {
        switch parsed {
        case .predicate(let predicate): return predicate
        case .expression(let expression):
            let isWhole = token.kind == .end || isSymbol(.closeParenthesis) || isSymbol(.comma)
            guard isWhole else { throw unexpected(Self.comparisons) }
            throw unexpected(Self.comparisons, fix: fixAsPredicate(expression))
        }
    }

    /// Returns the suggested fix if `expression` is used in place of a predicate; nil if there is
    /// none.
    func fixAsPredicate(_ expression: ExpressionNode) -> String? {
        isAfterBound && expression.isLiteral
            ? Self.boundsInBraces : expression.fixAsPredicate
    }

    /// Returns the parsed expression. Records an error if `parsed` is a predicate in parentheses.
    mutating func value(_ parsed: Parsed, _ start: Token) throws(Skip) -> ExpressionNode {
        switch parsed {
        case .expression(let expression): return expression
        case .predicate(let predicate):
            // After an earlier error, the predicate may be the constant that replaces the invalid
            // part. The error must not be reported again.
            guard errors.isEmpty, lexer.errors.isEmpty else { throw Skip() }
            throw fault(
                "condition-as-value",
                start.range,
                "a value is needed here, not a condition",
                expected: "a key path, a $variable, a string or a number",
                fix: predicate.isConstant
                    ? keyFix(start) : "write TERNARY(condition, value, otherwise)"
            )
        }
    }

    // MARK: - Tokens

    /// Increases the nesting depth by one. The caller must call ``ascend()`` afterwards.
    mutating func descend() throws(Skip) {
        nesting += 1
        if nesting > nestingLimit { throw stop("is nested deeper than \(nestingLimit) levels") }
    }

    mutating func ascend() { nesting -= 1 }

    /// Updates `height` for a new node whose operand is the most recently parsed expression. Stops
    /// parsing if the tree is too high.
    ///
    /// - Parameter other: the height of the node's second operand; 0 if the node has only one
    ///   operand.
    mutating func grow(from other: Int = 0) throws(Skip) {
        height = max(height, other) + 1
        if height > heightLimit {
            throw stop("contains a chain of more than \(heightLimit) operators")
        }
    }

    mutating func stop(_ what: String) -> Skip {
        if isStopped { return Skip() }
        isStopped = true
        return fault(
            "too-deep",
            token.range,
            "the predicate \(what)",
            fix: "split the predicate, or put the values into a list and use IN"
        )
    }

    mutating func advance() {
        switch token.kind {
        case .symbol(.openParenthesis): openParentheses += 1
        case .symbol(.closeParenthesis): openParentheses -= 1
        default: break
        }
        previous = token
        token = lexer.next()
    }

    func isSymbol(_ symbol: Symbol) -> Bool { token.kind == .symbol(symbol) }

    mutating func take(_ symbol: Symbol) -> Bool {
        if !isSymbol(symbol) { return false }
        advance()
        return true
    }

    func text(_ token: Token) -> String { lexer.text(Int(token.start), Int(token.end)) }

    /// Records an error, and returns the `Skip` to throw.
    mutating func fault(
        _ id: String,
        _ range: SourceRange,
        _ problem: String,
        expected: String? = nil,
        fix: String? = nil
    ) -> Skip {
        errors.append(PredicateTextError(id, range, problem, expected: expected, fix: fix))
        return Skip()
    }

    /// Records an error for an unexpected token, and returns the `Skip` to throw. Records nothing
    /// if the lexer has already recorded an error for this token, or if the text ends after an
    /// earlier error.
    mutating func unexpected(_ expected: String, fix: String? = nil) -> Skip {
        if token.kind == .invalid { return Skip() }
        let isEnd = token.kind == .end
        // The early end is only a consequence of an earlier error.
        if isEnd, !(errors.isEmpty && lexer.errors.isEmpty) { return Skip() }
        return fault(
            "unexpected-token",
            token.range,
            isEnd ? "the text ends too early" : "\"\(text(token))\" is not allowed here",
            expected: expected,
            fix: isAtComment
                ? "remove the comment: a predicate cannot contain comments"
                : fix ?? hintFromPrevious
        )
    }

    /// Whether the current, unexpected token is the first or second character of a comment
    /// delimiter, such as `/*` or `//`.
    private var isAtComment: Bool {
        var start = token.start
        if let previous, previous.end == start, previous.kind == .symbol(.arithmetic(.divide)) {
            start = previous.start
        }
        let rest = lexer.bytes[Int(start)...]
        return rest.starts(with: "/*".utf8) || rest.starts(with: "//".utf8)
    }

    /// Records an error for a token that is not allowed in its place, and returns the `Skip` to
    /// throw.
    mutating func notAllowed(_ token: Token, expected: String, fix: String? = nil) -> Skip {
        fault(
            "unexpected-token",
            token.range,
            "\"\(text(token))\" is not allowed here",
            expected: expected,
            fix: fix
        )
    }

    /// Suggested fix for the current, unexpected token, based on the token before it; nil if there
    /// is none.
    private var hintFromPrevious: String? {
        guard let previous else { return nil }
        switch previous.kind {
        case .integer, .real:
            if token.kind == .name { return timeSpanHint(for: text(token)) }
            guard isSymbol(.comma) else { return nil }
            if isAfterBound { return Self.boundsInBraces }
            return isDigit(lexer.peek(0))
                ? "write the number without a comma, such as 1000 or 9.99" : nil
        // An operator with one sign too many, or with a space in it: `a === b`, `a < = b`.
        case .symbol(.comparison(let found)) where isSymbol(.comparison(.equal)):
            switch found {
            case .less: return "write <="
            case .greater: return "write >="
            default: return "write \(found.rawValue)"
            }
        // The text continues directly after a closing quotation mark: 'O'Brien'.
        case .string where previous.end == token.start && token.kind == .name:
            let mark = text(previous).suffix(1)
            return "inside the string, write \\\(mark) instead of \(mark)"
        // SQL's escape of a quotation mark: 'it''s'.
        case .string where previous.end == token.start && token.kind == .string:
            let mark = text(previous).suffix(1)
            return text(token).hasPrefix(mark)
                ? "inside the string, write \\\(mark) instead of \(mark)\(mark)" : nil
        default: return nil
        }
    }

    static let boundsInBraces = "write the bounds of BETWEEN in braces: {…, …}"

    static let comparisons = "a comparison such as ==, <, BEGINSWITH, CONTAINS, LIKE, IN or BETWEEN"
}

extension ExpressionNode {
    var isLiteral: Bool { if case .literal = kind { true } else { false } }

    /// Suggested fix if this value is used in place of a predicate, such as `write TRUEPREDICATE`.
    /// Nil unless the value is a Boolean literal, a predicate in quotes, or a key path other than
    /// `SELF` without a collection operator.
    var fixAsPredicate: String? {
        switch kind {
        case .literal(.boolean(let value)):
            "write \(value ? "TRUEPREDICATE" : "FALSEPREDICATE")"
        case .literal(.string(let text)) where readPredicate(text).node != nil:
            "remove the quotes around the predicate"
        case .keyPath(let keys) where !keys.isEmpty && !keys.contains(where: \.isCollection):
            "for a truth value, write \(text) == YES"
        default: nil
        }
    }
}

extension PredicateNode {
    fileprivate var isConstant: Bool { if case .constant = self { true } else { false } }
}
