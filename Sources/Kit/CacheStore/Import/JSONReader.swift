import Foundation

/// Reads JSON value by value, so that a long array is never in memory as a whole. RFC 8259; for
/// duplicate keys of an object, the last one counts.
struct JSONReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var offset: Int
    private var depth = 0

    /// Deeper than anything that data needs, and far from the end of the stack.
    private static let depthLimit = 256

    /// `bytes` must outlive the reader.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    var fraction: Double { bytes.isEmpty ? 1 : Double(offset) / Double(bytes.count) }

    /// Advances to the value at `keys`. Returns false if there is none.
    mutating func enter(_ keys: [String]) throws -> Bool {
        for key in keys {
            guard peek() == UInt8(ascii: "{") else { return false }
            guard try enter(key) else { return false }
        }
        return true
    }

    private mutating func enter(_ key: String) throws -> Bool {
        offset += 1
        if take("}") { return false }
        while true {
            let found = try self.key()
            if found == key { return true }
            _ = try value()
            if take("}") { return false }
            try expect(",", "',' or '}'")
        }
    }

    /// Begins an array. Returns false if the next value is not an array.
    mutating func beginArray() -> Bool { take("[") }

    /// The next element of an array that has been begun, or nil after the last.
    mutating func element(isFirst: Bool) throws -> ImportValue? {
        if take("]") { return nil }
        if !isFirst { try expect(",", "',' or ']'") }
        return try value()
    }

    /// - Throws: where anything but white space follows.
    mutating func finish() throws {
        skipSpace()
        if offset < bytes.count { throw malformed("the end of the text") }
    }

    mutating func value() throws -> ImportValue {
        skipSpace()
        guard offset < bytes.count else { throw malformed("a value") }
        switch bytes[offset] {
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "{"): return try nested { reader in try reader.object() }
        case UInt8(ascii: "["): return try nested { reader in try reader.array() }
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func nested(
        _ body: (inout JSONReader) throws -> ImportValue
    ) throws -> ImportValue {
        guard depth < Self.depthLimit else {
            throw malformed("at most \(Self.depthLimit) levels of nesting")
        }
        depth += 1
        defer { depth -= 1 }
        return try body(&self)
    }

    private mutating func object() throws -> ImportValue {
        offset += 1
        var result: [String: ImportValue] = [:]
        if take("}") { return .object(result) }
        result.reserveCapacity(8)
        while true {
            let key = try key()
            result[key] = try value()
            if take("}") { return .object(result) }
            try expect(",", "',' or '}'")
        }
    }

    private mutating func array() throws -> ImportValue {
        offset += 1
        var result: [ImportValue] = []
        while let element = try element(isFirst: result.isEmpty) { result.append(element) }
        return .list(result)
    }

    private mutating func key() throws -> String {
        skipSpace()
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else {
            throw malformed("a key in quotes")
        }
        let key = try string()
        try expect(":", "':'")
        return key
    }

    private mutating func word(_ word: StaticString, _ value: ImportValue) throws -> ImportValue {
        let length = word.utf8CodeUnitCount
        guard offset + length <= bytes.count,
            bytes[offset..<offset + length].elementsEqual(
                UnsafeBufferPointer(start: word.utf8Start, count: length)
            )
        else { throw malformed("a value") }
        offset += length
        return value
    }

    private mutating func string() throws -> String {
        offset += 1
        let start = offset
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\"") {
                let text = try text(start, offset)
                offset += 1
                return text
            }
            if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
            if byte < 0x20 { throw malformed("no control character in a string") }
            offset += 1
        }
        throw malformed("'\"'")
    }

    private func text(_ start: Int, _ end: Int) throws -> String {
        guard let text = String(validating: bytes[start..<end], as: UTF8.self) else {
            throw malformed("UTF-8")
        }
        return text
    }

    private mutating func escapedString(from start: Int) throws -> String {
        var result = try text(start, offset)
        var plain = offset
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                result += try text(plain, offset)
                offset += 1
                return result
            case UInt8(ascii: "\\"):
                result += try text(plain, offset)
                result.unicodeScalars.append(try escape())
                plain = offset
            case ..<0x20: throw malformed("no control character in a string")
            default: offset += 1
            }
        }
        throw malformed("'\"'")
    }

    private mutating func escape() throws -> Unicode.Scalar {
        offset += 1
        guard offset < bytes.count else { throw malformed("an escape") }
        let byte = bytes[offset]
        offset += 1
        switch byte {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return Unicode.Scalar(byte)
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw malformed("an escape")
        }
    }

    private mutating func unicodeEscape() throws -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "\\"),
            bytes[offset + 1] == UInt8(ascii: "u")
        else { throw malformed("both halves of a surrogate pair") }
        offset += 2
        let second = try hexadecimal()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
        else { throw malformed("both halves of a surrogate pair") }
        return scalar
    }

    private mutating func hexadecimal() throws -> UInt32 {
        guard offset + 4 <= bytes.count else { throw malformed("four hexadecimal digits") }
        var value: UInt32 = 0
        for byte in bytes[offset..<offset + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw malformed("four hexadecimal digits")
            }
            value = value << 4 + UInt32(digit)
        }
        offset += 4
        return value
    }

    private mutating func number() throws -> ImportValue {
        let start = offset
        if offset < bytes.count, bytes[offset] == UInt8(ascii: "-") { offset += 1 }
        let first = offset
        var value: Int64 = 0
        var isWhole = true
        while offset < bytes.count, let digit = digit(bytes[offset]) {
            let (ten, over) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = ten.subtractingReportingOverflow(digit)
            if over || overflow { isWhole = false }
            value = sum
            offset += 1
        }
        let digits = offset - first
        guard digits > 0, digits == 1 || bytes[first] != UInt8(ascii: "0") else {
            throw malformed("a value")
        }
        if try takeFraction() { isWhole = false }
        if isWhole, first > start { return .integer(value) }
        if isWhole, value != .min { return .integer(-value) }
        return .number(try text(start, offset))
    }

    private mutating func takeFraction() throws -> Bool {
        let start = offset
        if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
            offset += 1
            try takeDigits()
        }
        if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
            offset += 1
            if offset < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[offset])
            {
                offset += 1
            }
            try takeDigits()
        }
        return offset > start
    }

    private mutating func takeDigits() throws {
        let start = offset
        while offset < bytes.count, digit(bytes[offset]) != nil { offset += 1 }
        if offset == start { throw malformed("a digit") }
    }

    private func digit(_ byte: UInt8) -> Int64? {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") ? Int64(byte - 48) : nil
    }

    private mutating func skipSpace() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }

    private mutating func peek() -> UInt8? {
        skipSpace()
        return offset < bytes.count ? bytes[offset] : nil
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar, _ words: String) throws {
        if !take(character) { throw malformed(words) }
    }

    private func malformed(_ expected: String) -> ImportError {
        let before = bytes[..<offset]
        let newline = UInt8(ascii: "\n")
        let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
        return .malformed(
            line: before.count { $0 == newline } + 1,
            column: offset - start + 1,
            expected: expected
        )
    }
}
