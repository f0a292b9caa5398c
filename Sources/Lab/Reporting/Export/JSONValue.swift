/// JSON with the order of its members kept.
indirect enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// Finite; printed with as few digits as give the same double back.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([(String, JSONValue)])

    /// Two spaces of indent; an array of plain values stands on one line.
    func text(indent: Int = 0) -> String {
        let inner = String(repeating: "  ", count: indent + 1)
        let outer = String(repeating: "  ", count: indent)
        switch self {
        case .null: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .integer(let value): return String(value)
        case .number(let value): return value.isFinite ? "\(value)" : "null"
        case .string(let value): return JSONValue.quoted(value)
        case .array(let values):
            if values.allSatisfy(\.isPlain) {
                return "[\(values.map { $0.text() }.joined(separator: ", "))]"
            }
            let lines = values.map { inner + $0.text(indent: indent + 1) }
            return "[\n\(lines.joined(separator: ",\n"))\n\(outer)]"
        case .object(let members):
            if members.isEmpty { return "{}" }
            let lines = members.map {
                "\(inner)\(JSONValue.quoted($0.0)): \($0.1.text(indent: indent + 1))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(outer)}"
        }
    }

    private var isPlain: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                if scalar.value < 0x20 || scalar.value == 0x7F || (0x2028...0x2029) ~= scalar.value
                {
                    let digits = String(scalar.value, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }
}

extension JSONValue {
    static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
    static func optional(_ number: Int64?) -> JSONValue { number.map { .integer($0) } ?? .null }
    static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
