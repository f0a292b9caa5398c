extension Parser {
    /// Parses operands joined by arithmetic operators of precedence `minimum` or higher.
    mutating func arithmetic(_ minimum: Int = 1) throws(Skip) -> Parsed {
        let start = token
        var left = try unary()
        while case .symbol(.arithmetic(let found)) = token.kind, found.precedence >= minimum {
            let first = try value(left, start)
            let leftHeight = height
            advance()
            // The power operator groups from the right, so its right operand may be another power.
            let isPower = found == .power
            if isPower { try descend() }
            let right = try operand(isPower ? found.precedence : found.precedence + 1)
            if isPower { ascend() }
            try grow(from: leftHeight)
            left = .expression(node(.arithmetic(first, found, right), start))
        }
        return left
    }

    /// Parses operands as ``arithmetic(_:)`` does, but records an error if the result is a
    /// predicate.
    mutating func operand(_ minimum: Int = 1) throws(Skip) -> ExpressionNode {
        let start = token
        return try value(try arithmetic(minimum), start)
    }

    private mutating func unary() throws(Skip) -> Parsed {
        let start = token
        let isNegative = isSymbol(.arithmetic(.subtract))
        guard isNegative || isSymbol(.tilde) else { return try postfix(try primary(), start) }
        try descend()
        defer { ascend() }
        advance()
        if isNegative, let literal = try negativeNumber(start) {
            return try postfix(.expression(literal), start)
        }
        let operand = token
        let inner = try value(try unary(), operand)
        try grow()
        return .expression(node(isNegative ? .negative(inner) : .complement(inner), start))
    }

    /// Parses a number directly after a minus sign; returns nil if no number follows.
    private mutating func negativeNumber(_ start: Token) throws(Skip) -> ExpressionNode? {
        let number: Literal
        switch token.kind {
        // The lexer accepts one integer that does not fit in `Int64`: the magnitude of `Int64.min`.
        case .integer: number = .integer(lexer.integer(token).map { -$0 } ?? Int64.min)
        case .real: number = .real(-(lexer.real(token) ?? 0))
        default: return nil
        }
        advance()
        height = 1
        return node(.literal(number), start)
    }

    /// Parses the keys and indexes that follow a value.
    private mutating func postfix(_ parsed: Parsed, _ start: Token) throws(Skip) -> Parsed {
        guard isSymbol(.period) || isSymbol(.openBracket) else { return parsed }
        var result = try value(parsed, start)
        while true {
            if take(.period) {
                let keys = try keys(behindValue: true)
                if keys.isEmpty { continue }
                try grow()
                result = node(.path(result, keys), start)
            } else if take(.openBracket) {
                let below = height
                let index = try elementIndex()
                try grow(from: below)
                result = node(.element(result, index), start)
            } else {
                return .expression(result)
            }
        }
    }

    private mutating func elementIndex() throws(Skip) -> ExpressionNode.ElementIndex {
        var index: ExpressionNode.ElementIndex?
        if token.kind == .name {
            switch text(token).uppercased() {
            case "FIRST": index = .first
            case "LAST": index = .last
            case "SIZE": index = .size
            default: break
            }
        }
        if index != nil, lexer.nextByte(after: Int(token.end)) == UInt8(ascii: "]") {
            advance()
            height = 0
        } else {
            try descend()
            defer { ascend() }
            index = .value(try operand())
        }
        guard take(.closeBracket), let index else { throw unexpected("\"]\"") }
        return index
    }

    // MARK: - Primaries

    private mutating func primary() throws(Skip) -> Parsed {
        let start = token
        let value: ExpressionNode.Kind
        height = 1
        switch token.kind {
        case .string: value = .literal(.string(lexer.content(start)))
        case .integer:
            // The lexer accepts the number after 9223372036854775807, because it may follow a minus.
            guard let number = lexer.integer(start) else {
                throw fault(
                    "bad-number",
                    start.range,
                    "\"\(text(start))\" is too large for an integer",
                    fix: "write the number with a decimal point: \(text(start)).0"
                )
            }
            value = .literal(.integer(number))
        case .real: value = .literal(.real(lexer.real(start) ?? 0))
        case .variable: value = .variable(lexer.text(Int(start.start) + 1, Int(start.end)))
        case .placeholder(let kind) where kind != .keyPath:
            value = .placeholder(Placeholder(kind, index: placeholderCount, text: text(start)))
            placeholderCount += 1
        case .name, .quotedName, .collection, .placeholder: return try keyPathOrCall()
        case .keyword(let keyword): return try primary(keyword)
        case .symbol(.openBrace): return .expression(try aggregate())
        case .symbol(.openParenthesis): return try group()
        case .symbol(.not): throw negationAsValue()
        default: throw unexpected("a key path, a $variable, a string or a number")
        }
        advance()
        return .expression(node(value, start))
    }

    private mutating func primary(_ keyword: Keyword) throws(Skip) -> Parsed {
        let start = token
        if let literal = keyword.literal {
            advance()
            return .expression(node(.literal(literal), start))
        }
        switch keyword {
        case .truepredicate, .falsepredicate:
            advance()
            return .predicate(.constant(keyword == .truepredicate))
        case .self: return try keyPathOrCall()
        case _ where keyword.isCall:
            if lexer.nextByte(after: Int(token.end)) == UInt8(ascii: "(") {
                return .expression(try call(keyword))
            }
            return try keyPathOrCall()
        case .not where isNegation: throw negationAsValue()
        default:
            let fix = foreignCallFix ?? quantifierFix ?? keyFix(token)
            throw unexpected("a value or a key path", fix: fix)
        }
    }

    /// Parses a predicate or a value in parentheses.
    private mutating func group() throws(Skip) -> Parsed {
        let open = token
        try descend()
        defer { ascend() }
        advance()
        let inner = try disjunction()
        guard take(.closeParenthesis) else {
            if token.kind == .end {
                throw fault(
                    "unclosed-parenthesis",
                    open.range,
                    "this parenthesis is not closed",
                    expected: "\")\""
                )
            }
            let isList = if case .expression = inner { isSymbol(.comma) } else { false }
            throw unexpected("\")\"", fix: isList ? "write a list in braces: {…, …}" : nil)
        }
        return inner
    }

    private mutating func aggregate() throws(Skip) -> ExpressionNode {
        let start = token
        try descend()
        defer { ascend() }
        advance()
        var elements: [ExpressionNode] = []
        var highest = 0
        while !isSymbol(.closeBrace) {
            elements.append(try operand())
            highest = max(highest, height)
            if isSymbol(.comma) {
                advance()
                if isSymbol(.closeBrace) { throw unexpected("a value after the comma") }
            } else if !isSymbol(.closeBrace) {
                throw unexpected("\",\" or \"}\"")
            }
        }
        advance()
        height = highest
        try grow()
        return node(.aggregate(elements), start)
    }

    func node(_ kind: ExpressionNode.Kind, _ start: Token) -> ExpressionNode {
        ExpressionNode(
            kind,
            range: SourceRange(start: start.start, end: Int32(clamping: lexer.lastEnd))
        )
    }
}
