import Foundation

extension PredicateNode {
    /// Returns whether the predicate is true for `object`.
    ///
    /// - Parameters:
    ///   - variables: the values of the variables, keyed by name without the dollar sign.
    ///   - now: value of `now()`, in seconds since 2001-01-01 00:00 UTC; nil for the current time.
    ///   - matchLimit: maximum duration of one MATCHES comparison.
    ///   - session: the limits that this evaluation shares with other evaluations; nil for no
    ///     limits.
    /// - Throws: an error if a value does not support a key or an operation of the predicate, or if
    ///   a variable has no value. Also throws if MATCHES takes too long, or if a limit of the
    ///   session is exceeded.
    package func holds(
        for object: QueryValue,
        variables: [String: QueryValue] = [:],
        now: Double? = nil,
        matchLimit: Duration = .seconds(1),
        session: EvaluationSession? = nil
    ) throws(PredicateTextError) -> Bool {
        try Evaluator(
            object: object,
            variables: variables,
            now: now ?? Date().timeIntervalSinceReferenceDate,
            matchLimit: matchLimit,
            session: session
        ).holds(self)
    }
}

extension ExpressionNode {
    /// Returns the value of the expression for `object`.
    package func value(
        for object: QueryValue,
        session: EvaluationSession? = nil
    ) throws(PredicateTextError) -> QueryValue {
        try Evaluator(
            object: object,
            now: Date().timeIntervalSinceReferenceDate,
            session: session
        ).value(self)
    }
}

/// An evaluator of one predicate or expression for one object.
struct Evaluator {
    let object: QueryValue
    var variables: [String: QueryValue] = [:]
    let now: Double
    var matchLimit = Duration.seconds(1)
    let session: EvaluationSession?
    /// Number of nodes that enclose the current node. Evaluation fails at ``depthLimit``. A
    /// predicate parsed from text is always far below the limit, but a tree built in code may
    /// exceed it.
    var depth = 0

    static let depthLimit = 2 * (nestingLimit + heightLimit)

    func holds(_ predicate: PredicateNode) throws(PredicateTextError) -> Bool {
        let inner = try deeper(SourceRange())
        switch predicate {
        case .constant(let value): return value
        case .comparison(let comparison): return try inner.holds(comparison)
        case .not(let part): return try !inner.holds(part)
        case .and(let parts):
            for part in parts where try !inner.holds(part) { return false }
            return true
        case .or(let parts):
            for part in parts where try inner.holds(part) { return true }
            return false
        }
    }

    func value(_ node: ExpressionNode) throws(PredicateTextError) -> QueryValue {
        let inner = try deeper(node.range)
        switch node.kind {
        case .literal(let literal): return QueryValue(literal)
        case .keyPath(let keys): return try value(of: keys[...], from: object, node)
        case .variable(let name): return try variable(name, node)
        case .path(let base, let keys):
            return try value(of: keys[...], from: try inner.value(base), node)
        case .placeholder(let placeholder):
            throw withoutArgument(placeholder, node)
        case .aggregate(let elements): return .list(try inner.values(elements))
        case .negative(let operand):
            return try required(negated(try inner.value(operand)), node)
        case .complement(let operand):
            return try required(complement(try inner.value(operand)), node)
        case .arithmetic(let left, let op, let right):
            return try required(calculate(try inner.value(left), op, try inner.value(right)), node)
        case .element(let base, let index): return try inner.element(try inner.value(base), index)
        case .function(let function, let arguments):
            return try required(value(of: function, try inner.values(arguments)), node)
        case .selector(let receiver, let selector, let arguments):
            let receiver = try inner.value(receiver)
            return try required(value(of: selector, receiver, try inner.values(arguments)), node)
        case .cast(let operand, let type):
            return try required(cast(try inner.value(operand), to: type), node)
        case .ternary(let condition, let yes, let no):
            return try inner.value(try inner.holds(condition) ? yes : no)
        case .subquery(let collection, let name, let predicate):
            return try inner.subquery(collection, name, predicate)
        }
    }

    // MARK: - Parts

    private func deeper(_ range: SourceRange) throws(PredicateTextError) -> Evaluator {
        if depth >= Self.depthLimit {
            throw PredicateTextError(
                "too-deep",
                range,
                "the predicate is nested deeper than \(Self.depthLimit) levels"
            )
        }
        try session?.spend()
        var inner = self
        inner.depth += 1
        return inner
    }

    private func values(_ nodes: [ExpressionNode]) throws(PredicateTextError) -> [QueryValue] {
        try nodes.map { node throws(PredicateTextError) in try value(node) }
    }

    private func required(
        _ value: QueryValue?,
        _ node: ExpressionNode
    ) throws(PredicateTextError) -> QueryValue {
        if let value { return value }
        throw PredicateTextError(
            "wrong-kind",
            node.range,
            "\(node.text) cannot be computed, because a value in it has the wrong type or is "
                + "out of range"
        )
    }

    private func variable(
        _ name: String,
        _ node: ExpressionNode
    ) throws(PredicateTextError) -> QueryValue {
        if let value = variables[name] { return value }
        throw PredicateTextError(
            "unbound-variable",
            node.range,
            "$\(name) has no value",
            fix: "give the variable a value"
        )
    }

    private func subquery(
        _ collection: ExpressionNode,
        _ name: String,
        _ predicate: PredicateNode
    ) throws(PredicateTextError) -> QueryValue {
        let list = try elements(try value(collection), collection.range, "SUBQUERY")
        var result: [QueryValue] = []
        var inner = self
        for element in list {
            inner.variables[name] = element
            if try inner.holds(predicate) { result.append(element) }
        }
        return .list(result)
    }

    /// Returns the elements of a list; an empty array for `.null`.
    func elements(
        _ value: QueryValue,
        _ range: SourceRange,
        _ user: String
    ) throws(PredicateTextError) -> [QueryValue] {
        switch value {
        case .list(let elements): return elements
        case .null: return []
        default:
            throw PredicateTextError(
                "not-a-list",
                range,
                "\(user) needs a list, but this is \(value.words)"
            )
        }
    }

    private func element(
        _ base: QueryValue,
        _ index: ExpressionNode.ElementIndex
    ) throws(PredicateTextError) -> QueryValue {
        if case .value(let node) = index, case .object(let object) = base {
            let key = try value(node)
            if case .string(let name) = key { return object.value(forKey: name) ?? .null }
            throw PredicateTextError(
                "wrong-kind",
                node.range,
                "a key of an object must be a string, but this is \(key.words)"
            )
        }
        let range = if case .value(let node) = index { node.range } else { SourceRange() }
        let list = try elements(base, range, "an index")
        switch index {
        case .first: return list.first ?? .null
        case .last: return list.last ?? .null
        case .size: return .integer(Int64(list.count))
        case .value(let node):
            guard let position = Number(try value(node))?.exactInteger else {
                throw PredicateTextError(
                    "wrong-kind",
                    node.range,
                    "an index must be a whole number"
                )
            }
            guard list.indices.contains(Int(clamping: position)) else {
                throw PredicateTextError(
                    "index-out-of-range",
                    node.range,
                    "the index \(position) is outside the list; number of elements: \(list.count)"
                )
            }
            return list[Int(clamping: position)]
        }
    }
}

extension QueryValue {
    package init(_ literal: Literal) {
        switch literal {
        case .string(let text): self = .string(text)
        case .integer(let value): self = .integer(value)
        case .real(let value): self = realValue(value)
        case .boolean(let value): self = .boolean(value)
        case .null: self = .null
        }
    }
}
