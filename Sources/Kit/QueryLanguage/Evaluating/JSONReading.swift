/// Error in a JSON text, with its byte offset.
package struct JSONError: Error {
    package var problem: String
    package var offset: Int
}

/// The value that a JSON text writes. A number without a point or exponent is whole, which matters
/// to predicates, and which Foundation's decoders do not tell.
package func readJSON(_ text: String) throws(JSONError) -> QueryValue {
    var reader = JSONReader(bytes: Array(text.utf8))
    let value = try reader.value()
    reader.skipSpace()
    if reader.index < reader.bytes.count { throw reader.error("there is text after the value") }
    return value
}

/// `text` as JSON writes it.
package func jsonText(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\t": result += "\\t"
        case "\r": result += "\\r"
        case "\0"..<" ":
            let digits = String(scalar.value, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}

private struct JSONReader {
    let bytes: [UInt8]
    var index = 0
    private var depth = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    func error(_ problem: String) -> JSONError { JSONError(problem: problem, offset: index) }

    mutating func skipSpace() {
        while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard peek == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    mutating func value() throws(JSONError) -> QueryValue {
        skipSpace()
        depth += 1
        defer { depth -= 1 }
        if depth > 200 { throw error("nested deeper than 200 levels") }
        switch peek {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try list()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(
        _ text: String,
        _ value: QueryValue
    ) throws(JSONError) -> QueryValue {
        guard bytes[index...].starts(with: text.utf8) else { throw error("expected a value") }
        index += text.utf8.count
        return value
    }

    private mutating func object() throws(JSONError) -> QueryValue {
        index += 1
        var values: [String: QueryValue] = [:]
        if take("}") { return .object(KeyedValues(values)) }
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw error("expected a key in quotes") }
            let key = try string()
            guard take(":") else { throw error("expected \":\"") }
            values[key] = try value()
        } while take(",")
        guard take("}") else { throw error("expected \",\" or \"}\"") }
        return .object(KeyedValues(values))
    }

    private mutating func list() throws(JSONError) -> QueryValue {
        index += 1
        var values: [QueryValue] = []
        if take("]") { return .list(values) }
        repeat { values.append(try value()) } while take(",")
        guard take("]") else { throw error("expected \",\" or \"]\"") }
        return .list(values)
    }

    private mutating func number() throws(JSONError) -> QueryValue {
        let start = index
        while let byte = peek, byte < 0x80, "+-.eE0123456789".utf8.contains(byte) { index += 1 }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if let whole = Int64(text) { return .integer(whole) }
        if let real = Double(text), real.isFinite { return .real(real) }
        index = start
        throw error("expected a value")
    }

    private mutating func string() throws(JSONError) -> String {
        index += 1
        var units: [UInt16] = []
        var plain = index
        func flush(_ reader: JSONReader, _ units: inout [UInt16]) {
            units += Array(
                String(decoding: reader.bytes[plain..<reader.index], as: UTF8.self).utf16
            )
        }
        while let byte = peek {
            if byte == UInt8(ascii: "\"") {
                flush(self, &units)
                index += 1
                return String(decoding: units, as: UTF16.self)
            }
            guard byte == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            flush(self, &units)
            units.append(try escape())
            plain = index
        }
        throw error("this string is not closed")
    }

    private mutating func escape() throws(JSONError) -> UInt16 {
        index += 1
        guard let byte = peek else { throw error("this string is not closed") }
        index += 1
        switch byte {
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UInt16(byte)
        case UInt8(ascii: "u"):
            guard index + 4 <= bytes.count,
                let unit = UInt16(
                    String(decoding: bytes[index..<index + 4], as: UTF8.self),
                    radix: 16
                )
            else { throw error("expected four hexadecimal digits") }
            index += 4
            return unit
        default: throw error("unknown escape")
        }
    }
}

extension QueryValue {
    /// The elements of a list.
    package var elements: [QueryValue]? {
        if case .list(let elements) = self { elements } else { nil }
    }

    /// Members of a JSON object.
    package var members: [String: QueryValue]? {
        if case .object(let object as KeyedValues) = self { object.values } else { nil }
    }
}
