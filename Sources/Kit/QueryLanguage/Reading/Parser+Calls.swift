import Diagnostics

extension Parser {
    // MARK: - Functions

    /// Parses a function call: `name(…)`, `name:(…)`, `name:other:(…)`.
    mutating func functionCall() throws(Skip) -> ExpressionNode {
        let start = token
        var name = ""
        repeat {
            name += text(token)
            advance()
            if take(.colon) { name += ":" }
        } while token.kind == .name && name.last == ":"
        guard isSymbol(.openParenthesis) else { throw unexpected("\"(\"") }
        let plain = name.last == ":" ? String(name.dropLast()) : name
        guard let function = Function(rawValue: name) ?? Function(rawValue: plain) else {
            throw unknownFunction(name, at: start)
        }
        let arguments = try self.arguments()
        if let count = function.argumentCount, count != arguments.count {
            throw wrongCount(function.rawValue, count, arguments.count, start)
        }
        return node(.function(function, arguments), start)
    }

    /// Parses the arguments in parentheses.
    private mutating func arguments() throws(Skip) -> [ExpressionNode] {
        try descend()
        defer { ascend() }
        advance()
        var arguments: [ExpressionNode] = []
        var highest = 0
        while !isSymbol(.closeParenthesis) {
            if !arguments.isEmpty, !take(.comma) { throw unexpected("\",\" or \")\"") }
            arguments.append(try operand())
            highest = max(highest, height)
        }
        advance()
        height = highest
        try grow()
        return arguments
    }

    /// Records an error for the name of a call. After a period, the name of a function of this
    /// language is an error too.
    mutating func unknownFunction(
        _ name: String,
        at place: Token,
        isAfterPeriod: Bool = false
    ) -> Skip {
        let known = Function.allCases.map(\.rawValue)
        let reason = unsupportedFunctions[name]
        let near = reason == nil ? meantFunction(by: name) : nil
        return fault(
            "unknown-function",
            place.range,
            isAfterPeriod && known.contains(name)
                ? "a call of the function \"\(name)\" cannot follow a period"
                : "\"\(name)\" is not a function of this language"
                    + (reason.map { ": \($0)" } ?? ""),
            fix: hint(for: name)
                ?? near.map {
                    isAfterPeriod ? "write \(callForm(of: $0))" : "did you mean \"\($0)\"?"
                }
                ?? "the functions are \(known.joined(separator: ", "))"
        )
    }

    private mutating func wrongCount(
        _ name: String,
        _ expected: Int,
        _ found: Int,
        _ place: Token
    ) -> Skip {
        return fault(
            "argument-count",
            place.range,
            "\"\(name)\" takes \(expected) \(expected == 1 ? "argument" : "arguments"), not \(found)"
        )
    }

    // MARK: - Calls that are keywords

    /// Parses `SUBQUERY(…)`, `FUNCTION(…)`, `CAST(…)` or `TERNARY(…)`.
    mutating func call(_ keyword: Keyword) throws(Skip) -> ExpressionNode {
        let start = token
        if keyword == .fetch {
            throw fault(
                "unsupported-fetch",
                start.range,
                "FETCH runs a separate query and is not part of this language",
                fix: "use a relationship, or pass the result as a $variable"
            )
        }
        try descend()
        defer { ascend() }
        advance()
        advance()
        let kind: ExpressionNode.Kind
        switch keyword {
        case .subquery: kind = try subquery()
        case .cast: kind = try cast()
        case .ternary: kind = try ternary()
        default: kind = try selector()
        }
        guard take(.closeParenthesis) else { throw unexpected("\")\"") }
        return node(kind, start)
    }

    private mutating func subquery() throws(Skip) -> ExpressionNode.Kind {
        let collection = try operand()
        let below = height
        guard take(.comma) else { throw unexpected("\",\" and a variable such as $x") }
        guard token.kind == .variable else { throw unexpected("a variable such as $x") }
        let name = lexer.text(Int(token.start) + 1, Int(token.end))
        advance()
        guard take(.comma) else { throw unexpected("\",\" and a predicate") }
        let predicate = try required(try disjunction())
        try grow(from: below)
        return .subquery(collection, name, predicate)
    }

    private mutating func ternary() throws(Skip) -> ExpressionNode.Kind {
        let condition = try required(try disjunction())
        var highest = height
        guard take(.comma) else { throw unexpected("\",\" and the value for a true condition") }
        let yes = try operand()
        highest = max(highest, height)
        guard take(.comma) else { throw unexpected("\",\" and the value for a false condition") }
        let no = try operand()
        try grow(from: highest)
        return .ternary(condition, yes, no)
    }

    private mutating func cast() throws(Skip) -> ExpressionNode.Kind {
        let inner = try operand()
        guard take(.comma) else { throw unexpected("\",\" and a type") }
        guard token.kind == .string else {
            throw unexpected("a type in quotes, such as \"NSDate\"")
        }
        let place = token
        let name = lexer.content(token)
        guard let type = CastType(rawValue: name) else {
            let known = CastType.allCases.map(\.rawValue)
            throw unknown("type", name, place, "CAST cannot convert to \"\(name)\"", known)
        }
        advance()
        try grow()
        return .cast(inner, type)
    }

    private mutating func selector() throws(Skip) -> ExpressionNode.Kind {
        let receiver = try operand()
        var highest = height
        guard take(.comma) else { throw unexpected("\",\" and a selector") }
        guard token.kind == .string else {
            throw unexpected("a selector in quotes, such as \"length\"")
        }
        let place = token
        let name = lexer.content(token)
        guard let selector = Selector(rawValue: name) else { throw unknownSelector(name, place) }
        advance()
        var arguments: [ExpressionNode] = []
        while take(.comma) {
            arguments.append(try operand())
            highest = max(highest, height)
        }
        if arguments.count != selector.argumentCount {
            throw wrongCount(name, selector.argumentCount, arguments.count, place)
        }
        try grow(from: highest)
        return .selector(receiver, selector, arguments)
    }

    private mutating func unknownSelector(_ name: String, _ place: Token) -> Skip {
        let problem = "FUNCTION cannot call the selector \"\(name)\""
        let known = Selector.allCases.map(\.rawValue)
        let fix = name == "dateByAddingTimeInterval:" ? timeSpanHint(for: "seconds") : nil
        return unknown("selector", name, place, problem, known, fix: fix)
    }

    /// Records an error for the unknown name `name`. Unless `fix` is given, suggests the known name
    /// with the most similar spelling.
    private mutating func unknown(
        _ kind: String,
        _ name: String,
        _ place: Token,
        _ problem: String,
        _ known: [String],
        fix: String? = nil
    ) -> Skip {
        fault(
            "unknown-\(kind)",
            place.range,
            problem,
            expected: "one of \(known.joined(separator: ", "))",
            fix: fix ?? nearestName(to: name, among: known).map { "did you mean \"\($0)\"?" }
        )
    }
}
