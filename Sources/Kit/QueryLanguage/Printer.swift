extension Predicate {
    /// The predicate as text, with the parentheses it needs and no others. Parsing the text gives
    /// an equal predicate.
    package var text: String { printed(inside: 0) }

    /// `precedence` is that of the surrounding compound: 0 none, 1 OR, 2 AND, 3 NOT.
    private func printed(inside precedence: Int) -> String {
        switch self {
        case .constant(let value): return value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .comparison(let comparison): return comparison.text
        case .not(let inner):
            return "NOT \(inner.isCompound ? "(\(inner.text))" : inner.printed(inside: 3))"
        case .and(let parts):
            let text = parts.map { $0.printed(inside: 2) }.joined(separator: " AND ")
            return precedence >= 2 ? "(\(text))" : text
        case .or(let parts):
            let text = parts.map { $0.printed(inside: 1) }.joined(separator: " OR ")
            return precedence >= 1 ? "(\(text))" : text
        }
    }

    private var isCompound: Bool {
        switch self {
        case .and, .or, .comparison: true
        case .not, .constant: false
        }
    }
}

extension Comparison {
    package var text: String {
        let prefix = quantifier.map { "\($0.rawValue) " } ?? ""
        return "\(prefix)\(left.text) \(`operator`.rawValue)\(options.text) \(right.text)"
    }
}

extension ComparisonOptions {
    /// `[cd]`, or nothing.
    package var text: String {
        let letters =
            (contains(.caseInsensitive) ? "c" : "") + (contains(.diacriticInsensitive) ? "d" : "")
        return letters.isEmpty ? "" : "[\(letters)]"
    }
}

extension Expression {
    package var text: String {
        switch kind {
        case .literal(let literal): literal.text
        case .keyPath(let path):
            path.isEmpty ? "SELF" : path.map(printedKey).joined(separator: ".")
        case .variable(let name): "$\(name)"
        case .aggregate(let elements): "{\(elements.map(\.text).joined(separator: ", "))}"
        }
    }
}

extension Literal {
    package var text: String {
        switch self {
        case .string(let text): quoted(text)
        case .integer(let value): String(value)
        case .real(let value): String(value)
        case .boolean(let value): value ? "TRUE" : "FALSE"
        case .null: "NIL"
        }
    }
}

private func printedKey(_ key: String) -> String {
    let isKeyword = reserved.contains(key.uppercased()) || key.uppercased() == "SELF"
    return isKeyword ? "#\(key)" : key
}

private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}
