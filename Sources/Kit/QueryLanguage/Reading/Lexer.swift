/// A lexer that splits predicate text into tokens. It records an error for invalid text and returns
/// the text as an `invalid` token, so that parsing can continue after it.
struct Lexer {
    let bytes: [UInt8]
    var index = 0
    /// Position at which the previous token ends.
    var lastEnd = 0
    private var currentEnd = 0
    var errors: [PredicateTextError] = []
    var warnings: [PredicateTextError] = []

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func next() -> Token {
        lastEnd = currentEnd
        defer { currentEnd = index }
        while index < bytes.count, isWhitespace(bytes[index]) { index += 1 }
        let start = index
        guard start < bytes.count else { return token(.end, start) }
        let byte = bytes[start]
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "_"), 0x80...:
            return word(start)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return number(start)
        case UInt8(ascii: "'"), UInt8(ascii: "\""): return string(start, quote: byte)
        case UInt8(ascii: "%"): return placeholder(start)
        case UInt8(ascii: "$"): return prefixed(.variable, start)
        case UInt8(ascii: "#"): return prefixed(.quotedName, start)
        case UInt8(ascii: "@"): return collection(start)
        case UInt8(ascii: ".") where isDigit(peek(1)): return number(start)
        default: return symbol(start)
        }
    }

    /// Returns the first byte at or after `position` that is not white space, without advancing;
    /// nil at the end of the text.
    func nextByte(after position: Int) -> UInt8? {
        var position = position
        while position < bytes.count, isWhitespace(bytes[position]) { position += 1 }
        return position < bytes.count ? bytes[position] : nil
    }

    func text(_ start: Int, _ end: Int) -> String {
        String(decoding: bytes[start..<end], as: UTF8.self)
    }

    func peek(_ distance: Int) -> UInt8 {
        index + distance < bytes.count ? bytes[index + distance] : 0
    }

    func token(_ kind: Token.Kind, _ start: Int) -> Token {
        Token(kind: kind, start: Int32(clamping: start), end: Int32(clamping: index))
    }

    func range(_ start: Int) -> SourceRange {
        SourceRange(start: Int32(clamping: start), end: Int32(clamping: index))
    }

    mutating func invalid(
        _ id: String,
        _ start: Int,
        _ problem: String,
        expected: String? = nil,
        fix: String? = nil
    ) -> Token {
        errors.append(PredicateTextError(id, range(start), problem, expected: expected, fix: fix))
        return token(.invalid, start)
    }

    // MARK: - Words

    private mutating func word(_ start: Int) -> Token {
        let isPlain = skipName()
        if !isPlain, let found = foreignCharacter(start) { return found }
        if isPlain, let keyword = Keyword.spelled(bytes[start..<index]) {
            return token(.keyword(keyword), start)
        }
        return token(.name, start)
    }

    /// Skips ASCII letters, digits, `_` and all characters outside ASCII. Returns whether all
    /// skipped characters were in ASCII.
    private mutating func skipName() -> Bool {
        var isPlain = true
        while index < bytes.count {
            let byte = bytes[index]
            if byte >= 0x80 { isPlain = false } else if !isNamePart(byte) { break }
            index += 1
        }
        return isPlain
    }

    private mutating func prefixed(_ kind: Token.Kind, _ start: Int) -> Token {
        index += 1
        let isPlain = skipName()
        if index == start + 1 {
            return invalid("no-name", start, "\"\(text(start, index))\" must be followed by a name")
        }
        if isDigit(bytes[start + 1]) {
            return invalid(
                "no-name",
                start,
                "the name in \"\(text(start, index))\" must not begin with a digit"
            )
        }
        if !isPlain, let found = foreignCharacter(start + 1) { return found }
        return token(kind, start)
    }

    private mutating func collection(_ start: Int) -> Token {
        index += 1
        let isPlain = skipName()
        let name = text(start, index)
        if CollectionOperator(rawValue: name) != nil { return token(.collection, start) }
        if !isPlain, let found = foreignCharacter(start + 1) { return found }
        if name == "@", peek(0) == UInt8(ascii: "\"") || peek(0) == UInt8(ascii: "'") {
            return invalid(
                "unknown-character",
                start,
                "\"@\" is not allowed before a string",
                fix: "remove the @"
            )
        }
        let isPlaceholder = ["@d", "@i", "@f", "@K", "@ld", "@lu"].contains(name)
        let known = CollectionOperator.allCases.map(\.rawValue).joined(separator: ", ")
        return invalid(
            "unknown-collection-operator",
            start,
            isPlaceholder
                ? "\"\(name)\" should begin with a percent sign"
                : "\"\(name)\" is not a collection operator",
            expected: isPlaceholder ? nil : "one of \(known)",
            fix: isPlaceholder
                ? "write %\(name.dropFirst())"
                : meantOperator(by: name).map { "did you mean \"\($0)\"?" }
        )
    }

    /// Checks that a name contains only letters, digits and `_`. Letters and digits of all scripts
    /// are allowed. If the name is invalid, records an error and returns the whole name as an
    /// invalid token. Otherwise returns nil.
    private mutating func foreignCharacter(_ start: Int) -> Token? {
        var offset = start
        for scalar in text(start, index).unicodeScalars {
            let isName =
                scalar == "_"
                || (offset == start
                    ? scalar.properties.isXIDStart : scalar.properties.isXIDContinue)
            if !isName {
                let end = index
                index = offset + UTF8.width(scalar)
                let found = unknown(scalar, offset)
                index = end
                return found
            }
            offset += UTF8.width(scalar)
        }
        return nil
    }

    private mutating func unknown(_ scalar: Unicode.Scalar, _ start: Int) -> Token {
        let code = String(scalar.value, radix: 16, uppercase: true)
        let name = scalar.isVisible ? "\"\(scalar)\"" : "the character U+\(code)"
        return invalid(
            "unknown-character",
            start,
            "\(name) is not part of the predicate language",
            fix: fix(for: scalar)
        )
    }

    // MARK: - Symbols

    private mutating func symbol(_ start: Int) -> Token {
        let pair = pairedSymbol(bytes[start], peek(1))
        index += pair == nil ? 1 : 2
        if let found = pair ?? singleSymbol(bytes[start]) { return token(.symbol(found), start) }
        return unknown(Unicode.Scalar(bytes[start]), start)
    }
}

private func pairedSymbol(_ first: UInt8, _ second: UInt8) -> Symbol? {
    switch (Unicode.Scalar(first), Unicode.Scalar(second)) {
    case ("=", "="): .comparison(.equal)
    case ("=", "<"), ("<", "="): .comparison(.lessOrEqual)
    case ("=", ">"), (">", "="): .comparison(.greaterOrEqual)
    case ("!", "="), ("<", ">"): .comparison(.notEqual)
    case ("<", "<"): .arithmetic(.shiftLeft)
    case (">", ">"): .arithmetic(.shiftRight)
    case ("&", "&"): .and
    case ("|", "|"): .or
    case ("*", "*"): .arithmetic(.power)
    default: nil
    }
}

private func singleSymbol(_ byte: UInt8) -> Symbol? {
    switch Unicode.Scalar(byte) {
    case "=": .comparison(.equal)
    case "<": .comparison(.less)
    case ">": .comparison(.greater)
    case "!": .not
    case "(": .openParenthesis
    case ")": .closeParenthesis
    case "{": .openBrace
    case "}": .closeBrace
    case "[": .openBracket
    case "]": .closeBracket
    case ",": .comma
    case ".": .period
    case ":": .colon
    case "+": .arithmetic(.add)
    case "-": .arithmetic(.subtract)
    case "*": .arithmetic(.multiply)
    case "/": .arithmetic(.divide)
    case "&": .arithmetic(.bitwiseAnd)
    case "|": .arithmetic(.bitwiseOr)
    case "^": .arithmetic(.bitwiseXor)
    case "~": .tilde
    default: nil
    }
}

/// Returns the suggested fix for a character that is not part of the language; nil if there is
/// none.
private func fix(for scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\u{2018}"..."\u{201F}", "\u{2032}", "\u{2033}", "\u{AB}", "\u{BB}", "\u{B4}":
        "use straight quotes: \" or '"
    case "\u{2010}"..."\u{2015}", "\u{2212}": "write -"
    case "\u{2264}": "write <="
    case "\u{2265}": "write >="
    case "\u{2260}": "write !="
    case "\u{D7}": "write *"
    case "\u{60C}", "\u{3001}": "write ,"
    case "?": "use a variable such as $text"
    case "`": "write # before a key that is a reserved word"
    // The full-width forms of the ASCII characters from "!" to "~".
    case "\u{FF01}"..."\u{FF5E}": Unicode.Scalar(scalar.value - 0xFEE0).map { "write \($0)" }
    case _ where scalar.properties.numericType == .decimal: "use the digits 0 to 9"
    case _ where scalar.properties.isWhitespace: "use an ordinary space"
    default: scalar.isVisible ? nil : "remove this invisible character"
    }
}

extension Unicode.Scalar {
    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

func isWhitespace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
func isASCIILetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

/// Returns whether `byte` is an ASCII letter, an ASCII digit or `_`.
func isNamePart(_ byte: UInt8) -> Bool {
    isASCIILetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_")
}
