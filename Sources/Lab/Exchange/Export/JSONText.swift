/// JSON with the order of its members kept.
indirect enum JSONText: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONText])
    case object([(String, JSONText)])

    /// Two spaces of indent.
    func text(indent: Int = 0) -> String {
        var result = ""
        write(to: &result, indent: indent)
        return result
    }

    private func write(to result: inout String, indent: Int) {
        switch self {
        case .null: result += "null"
        case .bool(let value): result += value ? "true" : "false"
        case .integer(let value): result += String(value)
        case .number(let value): result += value.isFinite ? "\(value)" : "null"
        case .string(let value): JSONText.quote(value, into: &result)
        case .array(let values):
            list(values.count, "[", "]", &result, indent) { index, result in
                values[index].write(to: &result, indent: indent + 1)
            }
        case .object(let members):
            list(members.count, "{", "}", &result, indent) { index, result in
                JSONText.quote(members[index].0, into: &result)
                result += ": "
                members[index].1.write(to: &result, indent: indent + 1)
            }
        }
    }

    private func list(
        _ count: Int,
        _ open: String,
        _ close: String,
        _ result: inout String,
        _ indent: Int,
        _ body: (Int, inout String) -> Void
    ) {
        guard count > 0 else {
            result += open + close
            return
        }
        let inner = String(repeating: "  ", count: indent + 1)
        result += open
        for index in 0..<count {
            result += index == 0 ? "\n" : ",\n"
            result += inner
            body(index, &result)
        }
        result += "\n" + String(repeating: "  ", count: indent) + close
    }

    /// Everything that a reader could trip over is escaped: control characters, line separators,
    /// and the marks that turn writing around.
    static func quote(_ text: String, into result: inout String) {
        result.append("\"")
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: result += "\\\""
            case 0x5C: result += "\\\\"
            case 0x0A: result += "\\n"
            case 0x0D: result += "\\r"
            case 0x09: result += "\\t"
            case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        result.append("\"")
    }

    static func optional(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }
}
