/// Splits predicate text into tokens.
struct Lexer {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func next() throws(PredicateTextError) -> Token {
        while let byte = peek(), byte == 0x20 || (0x09...0x0D).contains(byte) { index += 1 }
        let start = SourcePosition(offset: index)
        guard let byte = peek() else { return Token(kind: .end, position: start) }
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
            return Token(kind: .string(try string(quote: byte, start)), position: start)
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            return Token(kind: try number(start), position: start)
        case UInt8(ascii: ".") where peek(1).map(isDigit) == true:
            return Token(kind: try number(start), position: start)
        case UInt8(ascii: "$"):
            return Token(kind: .variable(try prefixedName(start)), position: start)
        case UInt8(ascii: "#"):
            return Token(kind: .quotedName(try prefixedName(start)), position: start)
        case _ where beginsName(byte):
            return Token(kind: .name(name()), position: start)
        default:
            return Token(kind: .symbol(try symbol(start)), position: start)
        }
    }

    // MARK: - Words

    private mutating func name() -> String {
        let start = index
        while let byte = peek(), beginsName(byte) || isDigit(byte) { index += 1 }
        return text(from: start)
    }

    private mutating func prefixedName(_ start: SourcePosition) throws(PredicateTextError) -> String
    {
        index += 1
        let name = name()
        if name.isEmpty {
            throw PredicateTextError(
                "no-name",
                start,
                "\"\(text(from: start.offset))\" has no name behind it"
            )
        }
        return name
    }

    private mutating func number(_ start: SourcePosition) throws(PredicateTextError) -> Token.Kind {
        if peek() == UInt8(ascii: "0"), let marker = peek(1), marker | 0x20 == UInt8(ascii: "x") {
            index += 2
            let digits = name()
            if let value = Int64(digits, radix: 16) { return .integer(value) }
            throw PredicateTextError("bad-number", start, "\"0x\(digits)\" is not a number")
        }
        var isReal = false
        scan: while let byte = peek() {
            switch byte {
            case _ where isDigit(byte): break
            case UInt8(ascii: "."): isReal = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                isReal = true
                if let sign = peek(1), sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
                    index += 1
                }
            default: break scan
            }
            index += 1
        }
        let digits = text(from: start.offset)
        if !isReal, let value = Int64(digits) { return .integer(value) }
        if let value = Double(digits) { return .real(value) }
        throw PredicateTextError("bad-number", start, "\"\(digits)\" is not a number")
    }

    private mutating func string(
        quote: UInt8,
        _ start: SourcePosition
    ) throws(PredicateTextError) -> String {
        index += 1
        var content: [UInt8] = []
        while let byte = peek() {
            index += 1
            if byte == quote { return String(decoding: content, as: UTF8.self) }
            guard byte == UInt8(ascii: "\\") else {
                content.append(byte)
                continue
            }
            content += try escape()
        }
        let mark = quote == UInt8(ascii: "'") ? "'" : "\""
        throw PredicateTextError(
            "unclosed-string",
            start,
            "this string is not closed",
            expected: "\(mark) at its end"
        )
    }

    /// The bytes that the escape after a backslash stands for.
    private mutating func escape() throws(PredicateTextError) -> [UInt8] {
        let start = SourcePosition(offset: index - 1)
        guard let byte = peek() else { return [] }
        index += 1
        switch byte {
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"), UInt8(ascii: "U"):
            let digits = String(decoding: bytes[index..<min(index + 4, bytes.count)], as: UTF8.self)
            guard digits.utf8.count == 4, let value = UInt32(digits, radix: 16),
                let scalar = Unicode.Scalar(value)
            else {
                throw PredicateTextError(
                    "bad-escape",
                    start,
                    "\"\\u\(digits)\" is not a character",
                    expected: "four hexadecimal digits"
                )
            }
            index += 4
            return Array(String(Character(scalar)).utf8)
        default: return [byte]
        }
    }

    // MARK: - Symbols

    private mutating func symbol(_ start: SourcePosition) throws(PredicateTextError) -> String {
        for length in [2, 1] where index + length <= bytes.count {
            let text = String(decoding: bytes[index..<index + length], as: UTF8.self)
            if symbols.contains(text) {
                index += length
                return text
            }
        }
        let character = String(decoding: bytes[index...], as: UTF8.self).prefix(1)
        throw PredicateTextError(
            "unknown-character",
            start,
            "\"\(character)\" is not part of the predicate language",
            fix: character == "%" ? "name a value with a dollar sign: $text" : nil
        )
    }

    private func peek(_ distance: Int = 0) -> UInt8? {
        index + distance < bytes.count ? bytes[index + distance] : nil
    }

    private func text(from start: Int) -> String {
        String(decoding: bytes[start..<index], as: UTF8.self)
    }
}

private let symbols: Set<String> = [
    "==", "=", "!=", "<>", "<", "<=", "=<", ">", ">=", "=>", "&&", "||", "!", "(", ")", "{", "}",
    "[", "]", ",", ".", "-", "+",
]

private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

/// Letters, `_`, and everything outside ASCII.
private func beginsName(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || byte == UInt8(ascii: "_") || byte >= 0x80
}
