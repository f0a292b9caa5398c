import Diagnostics

extension ComparisonOptions {
    /// The letters of the options in brackets, such as `[cd]`; empty if there are no options.
    package var text: String {
        if isEmpty { return "" }
        let letters: [(ComparisonOptions, String)] = [
            (.caseInsensitive, "c"), (.diacriticInsensitive, "d"), (.normalized, "n"),
            (.localeSensitive, "l"),
        ]
        return "[\(letters.filter { contains($0.0) }.map(\.1).joined())]"
    }
}

extension Literal {
    package var text: String {
        switch self {
        case .string(let text): quoted(text)
        case .integer(let value): String(value)
        case .real(let value):
            value.isInfinite ? (value < 0 ? "-1e999" : "1e999") : value.isNaN ? "NIL" : "\(value)"
        case .boolean(let value): value ? "TRUE" : "FALSE"
        case .null: "NIL"
        }
    }
}

extension PathKey {
    package var text: String {
        switch self {
        case .name(let name): isReserved(name) ? "#\(name)" : name
        case .collection(let found): found.rawValue
        case .placeholder(let placeholder): placeholder.text
        }
    }
}

/// Returns the keys, separated by periods.
package func keyPathText(_ keys: [PathKey]) -> String { keys.map(\.text).joined(separator: ".") }

private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case "\0"..<" ", "\u{7F}"..."\u{9F}",
            _ where scalar.reordersText:
            let digits = String(scalar.value, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}
