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

    /// Indents by two spaces; an array of scalars is written on one line.
    func write(to bytes: inout [UInt8], indent: Int = 0) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): bytes.append(contentsOf: String(value).utf8)
        case .number(let value):
            bytes.append(contentsOf: (value.isFinite ? value.description : "null").utf8)
        case .string(let value): JSONValue.quote(value, to: &bytes)
        case .array(let values): JSONValue.write(values, to: &bytes, indent: indent)
        case .object(let members):
            if members.isEmpty { return bytes.append(contentsOf: "{}".utf8) }
            bytes.append(contentsOf: "{\n".utf8)
            for (place, member) in members.enumerated() {
                if place > 0 { bytes.append(contentsOf: ",\n".utf8) }
                bytes.append(contentsOf: repeatElement(0x20, count: 2 * indent + 2))
                JSONValue.quote(member.0, to: &bytes)
                bytes.append(contentsOf: ": ".utf8)
                member.1.write(to: &bytes, indent: indent + 1)
            }
            JSONValue.end(0x7D, to: &bytes, indent: indent)
        }
    }

    private static func write(_ values: [JSONValue], to bytes: inout [UInt8], indent: Int) {
        let isPlain = values.allSatisfy(\.isPlain)
        bytes.append(0x5B)
        for (place, value) in values.enumerated() {
            if place > 0 { bytes.append(0x2C) }
            if isPlain {
                if place > 0 { bytes.append(0x20) }
            } else {
                bytes.append(0x0A)
                bytes.append(contentsOf: repeatElement(0x20, count: 2 * indent + 2))
            }
            value.write(to: &bytes, indent: indent + 1)
        }
        if isPlain { bytes.append(0x5D) } else { end(0x5D, to: &bytes, indent: indent) }
    }

    private static func end(_ bracket: UInt8, to bytes: inout [UInt8], indent: Int) {
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: 2 * indent))
        bytes.append(bracket)
    }

    private var isPlain: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }

    private static func quote(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        bytes.append(0x22)
        text.withUTF8 { utf8 in
            for (place, byte) in utf8.enumerated() {
                switch byte {
                case 0x22: bytes.append(contentsOf: "\\\"".utf8)
                case 0x5C: bytes.append(contentsOf: "\\\\".utf8)
                case 0x0A: bytes.append(contentsOf: "\\n".utf8)
                case 0x0D: bytes.append(contentsOf: "\\r".utf8)
                case 0x09: bytes.append(contentsOf: "\\t".utf8)
                case 0..<0x20, 0x7F:
                    let digits = String(byte, radix: 16)
                    bytes.append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u00").utf8)
                    bytes.append(contentsOf: digits.utf8)
                default:
                    bytes.append(byte)
                    // U+2028 and U+2029, which end lines in JavaScript: E2 80 A8, E2 80 A9.
                    guard byte & 0xFE == 0xA8, place > 1, utf8[place - 1] == 0x80,
                        utf8[place - 2] == 0xE2
                    else { continue }
                    bytes.removeLast(3)
                    bytes.append(contentsOf: (byte == 0xA8 ? "\\u2028" : "\\u2029").utf8)
                }
            }
        }
        bytes.append(0x22)
    }
}

extension JSONValue {
    static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
    static func optional(_ number: Int64?) -> JSONValue { number.map { .integer($0) } ?? .null }
    static func strings(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
