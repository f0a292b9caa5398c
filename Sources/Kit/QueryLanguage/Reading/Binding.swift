extension PredicateNode {
    /// Returns the predicate with its placeholders replaced by arguments: `%K` by a key path, any
    /// other placeholder by a literal or a list of literals.
    ///
    /// - Throws: an error if an argument is missing, or if its placeholder does not accept its
    ///   type. Also throws if the argument of `%K` is not a key path.
    package func bound(to arguments: [QueryValue]) throws(PredicateTextError) -> PredicateNode {
        try Binder(arguments: arguments).predicate(self)
    }
}

private struct Binder {
    let arguments: [QueryValue]

    func predicate(_ node: PredicateNode) throws(PredicateTextError) -> PredicateNode {
        switch node {
        case .constant: return node
        case .comparison(var comparison):
            comparison.left = try expression(comparison.left)
            comparison.right = try expression(comparison.right)
            return .comparison(comparison)
        case .not(let inner): return .not(try predicate(inner))
        case .and(let parts): return .and(try parts.map(predicate))
        case .or(let parts): return .or(try parts.map(predicate))
        }
    }

    func expression(_ node: ExpressionNode) throws(PredicateTextError) -> ExpressionNode {
        ExpressionNode(try kind(node), range: node.range)
    }

    private func kind(_ node: ExpressionNode) throws(PredicateTextError) -> ExpressionNode.Kind {
        switch node.kind {
        case .literal, .variable: return node.kind
        case .keyPath(let keys): return .keyPath(try bound(keys, node.range))
        case .path(let base, let keys):
            return .path(try expression(base), try bound(keys, node.range))
        case .placeholder(let placeholder): return try value(placeholder, node.range)
        case .aggregate(let elements): return .aggregate(try elements.map(expression))
        case .negative(let inner): return .negative(try expression(inner))
        case .complement(let inner): return .complement(try expression(inner))
        case .arithmetic(let left, let op, let right):
            return .arithmetic(try expression(left), op, try expression(right))
        case .element(let base, .value(let index)):
            return .element(try expression(base), .value(try expression(index)))
        case .element(let base, let index): return .element(try expression(base), index)
        case .function(let function, let list):
            return .function(function, try list.map(expression))
        case .selector(let receiver, let selector, let list):
            return .selector(try expression(receiver), selector, try list.map(expression))
        case .cast(let inner, let type): return .cast(try expression(inner), type)
        case .ternary(let condition, let yes, let no):
            return .ternary(try predicate(condition), try expression(yes), try expression(no))
        case .subquery(let collection, let name, let condition):
            return .subquery(try expression(collection), name, try predicate(condition))
        }
    }

    // MARK: - Arguments

    private func argument(
        _ placeholder: Placeholder,
        _ range: SourceRange
    ) throws(PredicateTextError) -> QueryValue {
        if arguments.indices.contains(placeholder.index) { return arguments[placeholder.index] }
        let count = arguments.count
        throw PredicateTextError(
            "missing-argument",
            range,
            "\(placeholder.text) is placeholder \(placeholder.index + 1), but the number of "
                + "arguments is \(count)",
            fix: placeholder.kind == .keyPath
                ? "write the key instead of the placeholder"
                : "give an argument, or use a variable such as $text"
        )
    }

    private func value(
        _ placeholder: Placeholder,
        _ range: SourceRange
    ) throws(PredicateTextError) -> ExpressionNode.Kind {
        let argument = try argument(placeholder, range)
        switch (placeholder.kind, argument) {
        case (.integer, .integer), (.integer, .boolean), (.value, _): break
        case (.real, .integer(let value)): return .literal(.real(Double(value)))
        case (.real, .real): break
        default: throw mismatch(placeholder, argument, range)
        }
        guard let kind = argument.literal else { throw mismatch(placeholder, argument, range) }
        return kind
    }

    private func bound(
        _ keys: [PathKey],
        _ range: SourceRange
    ) throws(PredicateTextError) -> [PathKey] {
        let hasPlaceholder = keys.contains { if case .placeholder = $0 { true } else { false } }
        if !hasPlaceholder { return keys }
        var result: [PathKey] = []
        for key in keys {
            guard case .placeholder(let placeholder) = key else {
                result.append(key)
                continue
            }
            let argument = try argument(placeholder, range)
            guard case .string(let path) = argument else {
                throw mismatch(placeholder, argument, range)
            }
            // The argument is parsed as a key path, so it cannot inject any other syntax.
            guard case .keyPath(let inner)? = readExpression(marked(path)).node?.kind else {
                throw PredicateTextError(
                    "bad-key-path",
                    range,
                    "the argument \"\(path)\" of %K is not a key path",
                    expected: "keys separated by periods, such as country.name"
                )
            }
            result += inner
        }
        return result
    }

    /// Returns the path with `#` before its keys, so that no key is read as a reserved word.
    /// Collection operators and a leading `self` stay unchanged.
    private func marked(_ path: String) -> String {
        let keys = path.split(separator: ".", omittingEmptySubsequences: false)
        return keys.enumerated().map { position, key in
            let isSelf = position == 0 && key.lowercased() == "self"
            return key.hasPrefix("@") || isSelf ? String(key) : "#\(key)"
        }.joined(separator: ".")
    }

    private func mismatch(
        _ placeholder: Placeholder,
        _ argument: QueryValue,
        _ range: SourceRange
    ) -> PredicateTextError {
        PredicateTextError(
            "argument-type",
            range,
            "argument \(placeholder.index + 1) is \(argument.words), which "
                + "\(placeholder.text) does not accept",
            expected: placeholder.kind.words
        )
    }
}

extension Placeholder.Kind {
    fileprivate var words: String {
        switch self {
        case .value: "a string, a number, a truth value, null or a list of these"
        case .keyPath: "a key path as a string"
        case .integer: "an integer"
        case .real: "a number"
        }
    }
}

extension QueryValue {
    /// The value as a literal or a list of literals. Nil if the predicate language has no literal
    /// for the value.
    fileprivate var literal: ExpressionNode.Kind? {
        switch self {
        case .null: return .literal(.null)
        case .boolean(let value): return .literal(.boolean(value))
        case .integer(let value): return .literal(.integer(value))
        case .real(let value): return .literal(.real(value))
        case .string(let value): return .literal(.string(value))
        case .date(let seconds):
            return .cast(ExpressionNode(.literal(.real(seconds))), .date)
        case .list(let elements):
            var result: [ExpressionNode] = []
            for element in elements {
                guard let kind = element.literal else { return nil }
                result.append(ExpressionNode(kind))
            }
            return .aggregate(result)
        case .data, .object: return nil
        }
    }
}
