import Diagnostics

/// Reads one JSON text, at most 1 MiB and 64 levels deep.
///
/// - Throws: `DiagnosticError` with the line and column at which it is no JSON.
package func readJSONNode(_ text: String, file: String) throws -> JSONNode {
    if text.utf8.count > 1 << 20 {
        throw DiagnosticError(
            "too-large",
            at: .init(file: file),
            "this is larger than 1 MiB, which no form is",
            fix: "give a form as the page FormFile describes it"
        )
    }
    var parser = JSONParser(Array(text.utf8))
    do {
        let node = try parser.value(0)
        try parser.end()
        return node
    } catch {
        throw DiagnosticError(
            "bad-json",
            at: .init(file: file, offset: error.offset, in: text),
            error.problem,
            expected: error.expected
        )
    }
}

private struct JSONFault: Error {
    var problem: String
    var expected: String?
    var offset: Int
}

private struct JSONParser {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func fault(_ expected: String, at offset: Int? = nil) -> JSONFault {
        let offset = offset ?? index
        guard offset < bytes.count else {
            return JSONFault(
                problem: "the JSON ends too early",
                expected: expected,
                offset: bytes.count
            )
        }
        let rest = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self)
        let found = rest.unicodeScalars.first.map { "\"\($0)\"" } ?? "this"
        return JSONFault(
            problem: "\(found) is not allowed here in JSON",
            expected: expected,
            offset: offset
        )
    }

    mutating func end() throws(JSONFault) {
        skipSpace()
        if index < bytes.count { throw fault("the end of the file") }
    }

    private mutating func skipSpace() {
        while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard byte == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    mutating func value(_ depth: Int) throws(JSONFault) -> JSONNode {
        skipSpace()
        let start = index
        if depth > 64 {
            throw JSONFault(problem: "the JSON is nested deeper than 64 levels", offset: start)
        }
        switch byte {
        case UInt8(ascii: "{"): return JSONNode(.object(try members(depth)), offset: start)
        case UInt8(ascii: "["): return JSONNode(.list(try elements(depth)), offset: start)
        case UInt8(ascii: "\""): return JSONNode(.string(try string()), offset: start)
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(
        _ text: String,
        _ kind: JSONNode.Kind
    ) throws(JSONFault) -> JSONNode {
        let start = index
        guard bytes[index...].starts(with: text.utf8) else { throw fault(Self.values) }
        index += text.utf8.count
        return JSONNode(kind, offset: start)
    }

    private mutating func members(_ depth: Int) throws(JSONFault) -> [JSONNode.Member] {
        index += 1
        var members: [JSONNode.Member] = []
        if take("}") { return members }
        repeat {
            skipSpace()
            let start = index
            guard byte == UInt8(ascii: "\"") else { throw fault("a key in double quotes") }
            let key = try string()
            if members.contains(where: { $0.key == key }) {
                throw JSONFault(problem: "the key \"\(key)\" is here twice", offset: start)
            }
            guard take(":") else { throw fault("\":\" after the key \"\(key)\"") }
            members.append(JSONNode.Member(key, try value(depth + 1), offset: start))
        } while take(",")
        guard take("}") else { throw fault("\",\" or \"}\"") }
        return members
    }

    private mutating func elements(_ depth: Int) throws(JSONFault) -> [JSONNode] {
        index += 1
        var elements: [JSONNode] = []
        if take("]") { return elements }
        repeat { elements.append(try value(depth + 1)) } while take(",")
        guard take("]") else { throw fault("\",\" or \"]\"") }
        return elements
    }

    private mutating func number() throws(JSONFault) -> JSONNode {
        let start = index
        while let byte, byte < 0x80, "+-.eE0123456789".utf8.contains(byte) { index += 1 }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if text.first?.isNumber == true || text.first == "-" {
            if let whole = Int64(text) { return JSONNode(.integer(whole), offset: start) }
            if let real = Double(text), real.isFinite {
                return JSONNode(.real(real), offset: start)
            }
        }
        throw fault(Self.values, at: start)
    }

    private mutating func string() throws(JSONFault) -> String {
        let start = index
        index += 1
        var units: [UInt8] = []
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                guard let text = String(validating: units, as: UTF8.self) else {
                    throw JSONFault(problem: "this string is not UTF-8", offset: start)
                }
                return text
            case UInt8(ascii: "\\"): units += Array(String(try escape()).utf8)
            case 0..<0x20: throw fault("\\n, \\t and their like for control characters")
            default:
                units.append(byte)
                index += 1
            }
        }
        throw JSONFault(problem: "this string is not closed", expected: "\"", offset: start)
    }

    private mutating func escape() throws(JSONFault) -> Character {
        let start = index
        index += 1
        let letter = byte
        index += 1
        switch letter {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "u"):
            let high = try unit(start)
            var units = [high]
            if UTF16.isLeadSurrogate(high), bytes[index...].starts(with: "\\u".utf8) {
                index += 2
                units.append(try unit(start))
            }
            return String(decoding: units, as: UTF16.self).first ?? "\u{FFFD}"
        default:
            throw JSONFault(
                problem: "JSON has no such escape",
                expected: "\\n, \\t, \\\", \\\\ or \\u and four digits",
                offset: start
            )
        }
    }

    private mutating func unit(_ start: Int) throws(JSONFault) -> UInt16 {
        guard index + 4 <= bytes.count,
            let unit = UInt16(
                String(decoding: bytes[index..<index + 4], as: UTF8.self),
                radix: 16
            )
        else {
            throw JSONFault(problem: "\\u needs four hexadecimal digits", offset: start)
        }
        index += 4
        return unit
    }

    private static let values = "a string, a number, true, false, null, a list or an object"
}
