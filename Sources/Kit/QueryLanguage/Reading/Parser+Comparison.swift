import Diagnostics

extension Parser {
    /// Parses a comparison, a predicate in parentheses, or a single value. A comparison has the
    /// form `[ANY|SOME|ALL|NONE] value operator [options] value`. A single value must be followed
    /// by `)`, `,` or the end of the text.
    mutating func comparison() throws(Skip) -> Parsed {
        let start = token
        var quantifier: Comparison.Quantifier?
        if case .keyword(let keyword) = token.kind, let found = keyword.quantifier {
            quantifier = found
            advance()
            if followsKey { throw reservedKey(start) }
            if isNegation { throw negation(after: found) }
        }
        let operand = token
        let parsed = try arithmetic()
        switch parsed {
        case .predicate(let predicate):
            if let quantifier { throw condition(predicate, after: quantifier, operand) }
            guard comparisonOperator == nil else {
                _ = try value(parsed, operand)
                throw Skip()
            }
            return parsed
        case .expression(let left):
            if comparisonOperator == nil, quantifier == nil, endsValue { return parsed }
            let comparison = try self.comparison(left, quantifier, start)
            if comparisonOperator != nil {
                throw unexpected(
                    "AND, OR or the end of the predicate",
                    fix: "write two comparisons and join them with AND"
                )
            }
            return .predicate(.comparison(comparison))
        }
    }

    private mutating func comparison(
        _ left: ExpressionNode,
        _ quantifier: Comparison.Quantifier?,
        _ start: Token
    ) throws(Skip) -> Comparison {
        let place = token.range
        guard let found = comparisonOperator else { throw noOperator(after: left, start) }
        advance()
        let options = try options(of: found)
        let leftHeight = height
        let first = token
        let right = try operand()
        if case .keyPath = right.kind, token.kind == .name { throw unquoted(from: first) }
        isAfterBound = found == .between && right.isLiteral
        height = max(height, leftHeight)
        return Comparison(
            left,
            found,
            right,
            options: options,
            quantifier: quantifier,
            range: place
        )
    }

    /// Records an error for a condition in parentheses after a quantifier, as in `ANY (x.y == 1)`.
    private mutating func condition(
        _ predicate: PredicateNode,
        after quantifier: Comparison.Quantifier,
        _ place: Token
    ) -> Skip {
        // After an earlier error, the predicate may be the constant that replaces the invalid part.
        guard errors.isEmpty, lexer.errors.isEmpty else { return Skip() }
        var fix = "for several conditions on one record, write SUBQUERY(records, $x, …).@count > 0"
        if case .comparison(let inner) = predicate, inner.quantifier == nil {
            fix = "remove the parentheses: \(quantifier.rawValue) \(inner.text)"
        }
        return fault(
            "condition-as-value",
            place.range,
            "a value is needed here, not a condition",
            expected: "a key path, a $variable or a list",
            fix: fix
        )
    }

    private var comparisonOperator: Comparison.Operator? {
        switch token.kind {
        case .symbol(.comparison(let found)): found
        case .keyword(let keyword): keyword.comparison
        default: nil
        }
    }

    private var endsValue: Bool {
        switch token.kind {
        case .end, .symbol(.closeParenthesis), .symbol(.comma): true
        default: false
        }
    }

    /// Records an error for a missing comparison operator after the value `left`, which begins at
    /// `start`.
    private mutating func noOperator(after left: ExpressionNode, _ start: Token) -> Skip {
        switch token.kind {
        case .keyword(.and), .keyword(.or), .symbol(.and), .symbol(.or):
            return unexpected(Self.comparisons, fix: fixAsPredicate(left))
        case .keyword(.not): return notInside(start)
        case .name:
            let word = text(token)
            let upper = word.uppercased()
            if upper == "UTI", lexer.nextByte(after: Int(token.end)) == UInt8(ascii: "-") {
                return fault(
                    "unsupported-operator",
                    token.range,
                    "operators for uniform type identifiers (UTI-…) are not part of this language",
                    fix: "compare the identifiers as strings"
                )
            }
            if upper == "IS" { return isOperator(after: start) }
            return unexpected(Self.comparisons, fix: nearestOperator(to: word) ?? hint(for: word))
        default: return unexpected(Self.comparisons)
        }
    }

    /// Records an error for IS after a value, as in `x IS NOT NULL`.
    private mutating func isOperator(after start: Token) -> Skip {
        let place = token
        let left = lexer.text(Int(start.start), lexer.lastEnd)
        advance()
        let isNegated = token.kind == .keyword(.not)
        if isNegated { advance() }
        let fix =
            switch token.kind {
            case .keyword(.nil), .keyword(.null): "write \(left) \(isNegated ? "!=" : "==") nil"
            case .name where text(token).lowercased() == "empty":
                "write \(left).@count \(isNegated ? "> 0" : "== 0")"
                    + "; for a string, write \(left) \(isNegated ? "!=" : "==") \"\""
            default: "write == or !="
            }
        return notAllowed(
            place,
            expected: Self.comparisons,
            fix: fix
        )
    }

    /// Records an error for a name that directly follows the key path on the right side of a
    /// comparison, as in `x == New York`. Suggests quotation marks if the right side consists only
    /// of names.
    ///
    /// - Parameter first: the first token after the operator.
    private mutating func unquoted(from first: Token) -> Skip {
        let place = token
        while token.kind == .name { advance() }
        let words = lexer.text(Int(first.start), lexer.lastEnd)
        let isWhole =
            switch token.kind {
            case .keyword(.and), .keyword(.or), .symbol(.and), .symbol(.or): true
            default: endsValue
            }
        return notAllowed(
            place,
            expected: "AND, OR or the end of the predicate",
            fix: nearestOperator(to: text(place))
                ?? (isWhole ? "for a string, use quotes: \"\(words)\"" : nil)
        )
    }

    /// Records an error for NOT between a value and an operator, as in `x NOT IN y`.
    private mutating func notInside(_ start: Token) -> Skip {
        let not = token
        let left = lexer.text(Int(start.start), lexer.lastEnd)
        advance()
        guard let found = comparisonOperator else {
            return notAllowed(
                not,
                expected: Self.comparisons
            )
        }
        return fault(
            "not-before-operator",
            SourceRange(start: not.start, end: token.end),
            "NOT cannot be written directly before \(found.rawValue)",
            fix: "write NOT (\(left) \(found.rawValue) …)"
        )
    }

    private func nearestOperator(to word: String) -> String? {
        let words =
            Keyword.allCases.filter { $0.comparison != nil }.map { $0.rawValue.uppercased() }
            + ["AND", "OR", "NOT"]
        return nearestName(to: word, among: words).map { "did you mean \($0)?" }
    }

    // MARK: - Options

    private mutating func options(
        of comparison: Comparison.Operator
    ) throws(Skip) -> ComparisonOptions {
        guard isSymbol(.openBracket) else { return [] }
        advance()
        let letters = "one or more of the letters c, d, n and l"
        let fix: String? =
            switch (comparison, token.kind) {
            case (.isIn, .name), (.between, .name):
                "write a list in braces, and each text in quotes: {\"…\", \"…\"}"
            case (.matches, .name): "write the pattern in quotes: \"…\""
            case (.isIn, _), (.between, _), (_, .string), (_, .integer), (_, .real):
                "write a list in braces: {…, …}"
            default: nil
            }
        guard token.kind == .name else { throw unexpected(letters, fix: fix) }
        var options: ComparisonOptions = []
        for (offset, letter) in text(token).unicodeScalars.enumerated() {
            switch letter {
            case "c", "C": options.insert(.caseInsensitive)
            case "d", "D": options.insert(.diacriticInsensitive)
            case "n", "N": options.insert(.normalized)
            case "l", "L": options.insert(.localeSensitive)
            default:
                let place = token.start + Int32(clamping: offset)
                throw fault(
                    "unknown-option",
                    SourceRange(start: place, end: place + 1),
                    "\"\(letter)\" is not a comparison option",
                    expected: letters,
                    fix: fix
                )
            }
        }
        advance()
        guard take(.closeBracket) else { throw unexpected("\"]\"", fix: fix) }
        return options
    }
}
