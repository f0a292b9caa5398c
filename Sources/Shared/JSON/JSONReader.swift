/// A pull parser for JSON (RFC 8259). It returns JSON in pieces, so that a long array need not be
/// in memory as a whole.
///
/// `next()` returns a value, or the beginning of an object or array. After `.object`, call `key()`
/// before each member until it returns nil. After `.array`, call `hasElement()` before each element
/// until it returns false.
package struct JSONReader {
    package enum Piece: Sendable {
        case null
        case boolean(Bool)
        /// A number without a fraction or exponent that fits in 64 bits.
        case integer(Int64)
        /// The text of a number that has a fraction or exponent, or does not fit in 64 bits.
        case number(String)
        case string(String)
        /// A string with an escape that is only half of a surrogate pair. RFC 8259 allows it, but
        /// no Swift string can contain it. `escape` is the byte offset of the escape.
        case brokenString(escape: Int)
        case object
        case array
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var offset: Int
    /// Byte offset of the beginning of the value or key that was read last.
    package private(set) var place = 0
    private var depth = 0
    /// Whether nothing has been read yet in the current object or array.
    private var isOpened = false
    /// Byte offset of an escape that is only half of a surrogate pair, in the string that was read
    /// last; nil if there is none.
    private var brokenEscape: Int?

    /// Maximum nesting depth. The limit prevents a stack overflow, and is never reached by real
    /// data.
    private static let depthLimit = 256

    /// Creates a reader of `bytes`. The memory must remain valid while the reader is in use.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Fraction of the text that has been read so far, from 0 to 1.
    package var fraction: Double { bytes.isEmpty ? 1 : Double(offset) / Double(bytes.count) }

    /// Returns the next value. For an object or an array, returns only its beginning.
    package mutating func next() throws(JSONError) -> Piece {
        let first = peek()
        place = offset
        switch first {
        case UInt8(ascii: "\""):
            let text = try string()
            return brokenEscape.map(Piece.brokenString) ?? .string(text)
        case UInt8(ascii: "{"): return try open(.object)
        case UInt8(ascii: "["): return try open(.array)
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    /// Returns the key of the object's next member; nil at the end of the object. Call ``next()``
    /// for the member's value.
    package mutating func key() throws(JSONError) -> String? {
        if try close("}") { return nil }
        guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
        place = offset
        let key = try string()
        if let brokenEscape { throw halfOfPair(at: brokenEscape) }
        guard take(":") else { throw unexpected("\":\" after the key \"\(key)\"") }
        return key
    }

    /// Returns whether the array has another element. Call ``next()`` for the element.
    package mutating func hasElement() throws(JSONError) -> Bool { try !close("]") }

    /// Skips the rest of a value whose first piece, `piece`, was already read.
    package mutating func skip(_ piece: Piece) throws(JSONError) {
        switch piece {
        case .object: while try key() != nil { try skip(try next()) }
        case .array: while try hasElement() { try skip(try next()) }
        default: break
        }
    }

    /// Checks that only white space remains.
    ///
    /// - Throws: `JSONError` if other text remains.
    package mutating func finish() throws(JSONError) {
        if peek() != nil { throw unexpected("the end of the text") }
    }

    // MARK: - Structure

    private mutating func open(_ piece: Piece) throws(JSONError) -> Piece {
        guard depth < Self.depthLimit else {
            throw error(
                "the JSON is nested deeper than \(Self.depthLimit) levels",
                "at most \(Self.depthLimit) levels of nesting",
                at: offset
            )
        }
        offset += 1
        depth += 1
        isOpened = true
        return piece
    }

    /// Skips the closing bracket and returns true if the object or array ends here. Otherwise,
    /// skips the comma before the next element and returns false.
    private mutating func close(_ bracket: Unicode.Scalar) throws(JSONError) -> Bool {
        let isFirst = isOpened
        isOpened = false
        if take(bracket) {
            depth -= 1
            return true
        }
        guard isFirst || take(",") else { throw unexpected("\",\" or \"\(bracket)\"") }
        return false
    }

    /// Skips white space and returns the next byte; nil at the end of the text.
    private mutating func peek() -> UInt8? {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return bytes[offset]
            }
        }
        return nil
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek() == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func word(_ word: StaticString, _ piece: Piece) throws(JSONError) -> Piece {
        let length = word.utf8CodeUnitCount
        guard offset + length <= bytes.count,
            bytes[offset..<offset + length].elementsEqual(
                UnsafeBufferPointer(start: word.utf8Start, count: length)
            )
        else { throw unexpected(Self.values) }
        offset += length
        return piece
    }

    // MARK: - Strings

    private mutating func string() throws(JSONError) -> String {
        brokenEscape = nil
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
            if byte < 0x20 { throw controlCharacter }
            offset += 1
        }
        throw unclosed(start)
    }

    private mutating func escapedString(from start: Int) throws(JSONError) -> String {
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
            case ..<0x20: throw controlCharacter
            default: offset += 1
            }
        }
        throw unclosed(start)
    }

    private func text(_ start: Int, _ end: Int) throws(JSONError) -> String {
        let part = UnsafeBufferPointer(rebasing: bytes[start..<end])
        // `String(validating:as:)` takes three times as long, mostly for generic metadata.
        var text = String(decoding: part, as: UTF8.self)
        // Decoding replaces bytes that are not UTF-8.
        guard text.withUTF8({ $0.elementsEqual(part) }) else {
            throw error("this string is not UTF-8", "UTF-8", at: start)
        }
        return text
    }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        let start = offset
        offset += 1
        let letter = offset < bytes.count ? bytes[offset] : 0
        offset += 1
        switch letter {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return Unicode.Scalar(letter)
        case UInt8(ascii: "u"): return try unicodeEscape(start)
        default:
            throw error(
                "this escape is not valid in JSON",
                "\\n, \\t, \\\", \\\\ or \\u followed by four hexadecimal digits",
                at: start
            )
        }
    }

    private mutating func unicodeEscape(_ start: Int) throws(JSONError) -> Unicode.Scalar {
        let first = try hexadecimal(start)
        if let scalar = Unicode.Scalar(first) { return scalar }
        let end = offset
        if first < 0xDC00, takeNow("\\"), takeNow("u") {
            let second = try hexadecimal(start)
            if (0xDC00..<0xE000).contains(second),
                let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
            {
                return scalar
            }
        }
        // An escape after this half is read separately.
        offset = end
        brokenEscape = brokenEscape ?? start
        return "\u{FFFD}"
    }

    /// Returns the error for an escape that is only half of a surrogate pair.
    package func halfOfPair(at offset: Int) -> JSONError {
        error(
            "this escape is only half of a surrogate pair",
            "both halves of a surrogate pair",
            at: offset
        )
    }

    private mutating func hexadecimal(_ start: Int) throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for place in offset..<offset + 4 {
            guard place < bytes.count,
                let digit = Character(Unicode.Scalar(bytes[place])).hexDigitValue
            else {
                let digits = "four hexadecimal digits"
                throw error("\\u needs \(digits)", digits, at: start)
            }
            value = value << 4 + UInt32(digit)
        }
        offset += 4
        return value
    }

    // MARK: - Numbers

    private mutating func number() throws(JSONError) -> Piece {
        let start = offset
        _ = takeNow("-")
        let first = offset
        var value: Int64 = 0
        var isWhole = true
        while let digit {
            let (ten, over) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflow) = ten.subtractingReportingOverflow(digit)
            if over || overflow { isWhole = false }
            value = sum
            offset += 1
        }
        let digits = offset - first
        guard digits > 0, digits == 1 || bytes[first] != UInt8(ascii: "0") else {
            offset = start
            throw unexpected(Self.values)
        }
        if try takeFraction() { isWhole = false }
        if isWhole, first > start { return .integer(value) }
        if isWhole, value != .min { return .integer(-value) }
        return .number(try text(start, offset))
    }

    private mutating func takeFraction() throws(JSONError) -> Bool {
        let start = offset
        if takeNow(".") { try takeDigits() }
        if takeNow("e") || takeNow("E") {
            if !takeNow("+") { _ = takeNow("-") }
            try takeDigits()
        }
        return offset > start
    }

    /// Returns whether the next byte is `character`. If it is, consumes the byte. Does not skip
    /// white space before it.
    private mutating func takeNow(_ character: Unicode.Scalar) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func takeDigits() throws(JSONError) {
        let start = offset
        while digit != nil { offset += 1 }
        if offset == start { throw unexpected("a digit") }
    }

    private var digit: Int64? {
        guard offset < bytes.count else { return nil }
        let byte = bytes[offset]
        return byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") ? Int64(byte - 48) : nil
    }

    // MARK: - Errors

    private static let values = "a string, a number, true, false, null, a list or an object"

    private var controlCharacter: JSONError {
        unexpected("escapes such as \\n and \\t for control characters")
    }

    private func unclosed(_ start: Int) -> JSONError {
        error("this string is not closed", "a closing double quote", at: start - 1)
    }

    private func unexpected(_ expected: String) -> JSONError {
        guard offset < bytes.count else {
            return error("the JSON ends too early", expected, at: bytes.count)
        }
        let rest = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self)
        let found = rest.unicodeScalars.first.map { "\"\($0)\"" } ?? "this"
        return error("\(found) is not allowed here in JSON", expected, at: offset)
    }

    /// Returns an error for the given byte offset. The error contains the line and column of the
    /// offset, so finding them reads the text up to the offset.
    package func error(_ problem: String, _ expected: String, at offset: Int) -> JSONError {
        let before = bytes[..<offset]
        let newline = UInt8(ascii: "\n")
        let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
        return JSONError(
            problem: problem,
            expected: expected,
            offset: offset,
            line: before.count { $0 == newline } + 1,
            column: before[start...].count { $0 & 0xC0 != 0x80 } + 1
        )
    }
}

/// A problem in a JSON text, with its position.
package struct JSONError: Error, Hashable {
    package var problem: String
    package var expected: String
    /// Position as a byte offset.
    package var offset: Int
    /// Line, counted from 1.
    package var line: Int
    /// Column in Unicode scalars, counted from 1.
    package var column: Int
}
