extension Lexer {
    // MARK: - Numbers

    mutating func number(_ start: Int) -> Token {
        if peek(0) == UInt8(ascii: "0"), radix(peek(1)) != nil {
            index += 2
            skipNameAndPeriods()
            let isNumber = integer(token(.integer, start)) != nil
            return isNumber ? token(.integer, start) : badNumber(start)
        }
        skipDigits()
        var kind = Token.Kind.integer
        if peek(0) == UInt8(ascii: "."), isDigit(peek(1)) {
            kind = .real
            index += 1
            skipDigits()
        }
        if peek(0) | 0x20 == UInt8(ascii: "e") {
            let sign = peek(1) == UInt8(ascii: "-") || peek(1) == UInt8(ascii: "+")
            if isDigit(peek(sign ? 2 : 1)) {
                kind = .real
                index += sign ? 2 : 1
                skipDigits()
            }
        }
        let next = peek(0)
        let isPeriod = next == 0x2E && (peek(1) == 0x2E || kind == .real)
        if isNamePart(next) || isPeriod || widthOfNamePart != nil {
            skipNameAndPeriods()
            return badNumber(start)
        }
        if kind == .integer, integer(token(kind, start)) == nil, !isLeastInteger(start) {
            return invalid(
                "bad-number",
                start,
                "\"\(text(start, index))\" is too large for an integer",
                fix: "write the number with a decimal point: \(text(start, index)).0"
            )
        }
        return token(kind, start)
    }

    /// Returns whether the token that begins at `start` is the number 9223372036854775808. This
    /// number fits in 64 bits only with a minus sign, as `Int64.min`.
    private func isLeastInteger(_ start: Int) -> Bool {
        text(start, index) == "9223372036854775808"
    }

    private mutating func badNumber(_ start: Int) -> Token {
        let found = text(start, index)
        let plain = found.filter { $0 != "_" }
        return invalid(
            "bad-number",
            start,
            "\"\(found)\" is not a number",
            fix: plain != found && plain.utf8.allSatisfy(isDigit) ? "write \(plain)" : nil
        )
    }

    private mutating func skipDigits() { while isDigit(peek(0)) { index += 1 } }

    private mutating func skipNameAndPeriods() {
        while true {
            if isNamePart(peek(0)) || peek(0) == UInt8(ascii: ".") {
                index += 1
            } else if let width = widthOfNamePart {
                index += width
            } else {
                return
            }
        }
    }

    /// Number of bytes of the character at the current position if it is outside ASCII and can be
    /// part of a name; otherwise nil.
    private var widthOfNamePart: Int? {
        guard peek(0) >= 0x80,
            let scalar = text(index, min(index + 4, bytes.count)).unicodeScalars.first,
            scalar.properties.isXIDContinue
        else { return nil }
        return UTF8.width(scalar)
    }

    /// Returns the value of an integer token; nil if the token is malformed or does not fit in 64
    /// bits.
    func integer(_ token: Token) -> Int64? {
        let bytes = bytes[Int(token.start)..<Int(token.end)]
        let base = bytes.count > 2 ? radix(bytes[bytes.startIndex + 1]) : nil
        var value: Int64 = 0
        for byte in base == nil ? bytes : bytes.dropFirst(2) {
            guard let digit = digit(byte), digit < base ?? 10 else { return nil }
            let (product, tooLarge) = value.multipliedReportingOverflow(by: base ?? 10)
            let (sum, overflow) = product.addingReportingOverflow(digit)
            if tooLarge || overflow { return nil }
            value = sum
        }
        return bytes.isEmpty || (base != nil && bytes.count == 2) ? nil : value
    }

    /// Returns the value of a real token; infinite if the value is too large.
    func real(_ token: Token) -> Double? { Double(text(Int(token.start), Int(token.end))) }

    // MARK: - Strings

    mutating func string(_ start: Int, quote: UInt8) -> Token {
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == quote {
                warnOfPlaceholder(start)
                return token(.string, start)
            }
            if byte == UInt8(ascii: "\\"), index < bytes.count {
                if bytes[index] | 0x20 == UInt8(ascii: "u") {
                    let found = unicodeEscape(at: index)
                    if found == nil { badEscape() }
                    index += found?.length ?? 1
                } else {
                    index += 1
                }
            }
        }
        let last = text(start, index).unicodeScalars.last
        let isCurly = last.map { ("\u{2018}"..."\u{201F}").contains($0) } == true
        return invalid(
            "unclosed-string",
            start,
            "this string is not closed",
            expected: "\(quote == UInt8(ascii: "'") ? "'" : "\"") at the end of the string",
            fix: isCurly ? "use straight quotes: \" or '" : nil
        )
    }

    /// Returns the content of a string token, with escapes replaced.
    func content(_ token: Token) -> String {
        let slice = bytes[(Int(token.start) + 1)..<(Int(token.end) - 1)]
        guard slice.contains(UInt8(ascii: "\\")) else {
            return String(decoding: slice, as: UTF8.self)
        }
        var result: [UInt8] = []
        var position = slice.startIndex
        while position < slice.endIndex {
            let byte = slice[position]
            position += 1
            guard byte == UInt8(ascii: "\\"), position < slice.endIndex else {
                result.append(byte)
                continue
            }
            if slice[position] | 0x20 == UInt8(ascii: "u") {
                if let (scalar, length) = unicodeEscape(at: position) {
                    result += Array(String(Character(scalar)).utf8)
                    position += length
                    continue
                }
            }
            result += simpleEscape(slice[position])
            position += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the bytes for a backslash followed by `byte`. An unknown escape keeps its backslash,
    /// so that regular expressions can be written as `'\d+'`.
    private func simpleEscape(_ byte: UInt8) -> [UInt8] {
        switch byte {
        case UInt8(ascii: "n"): [0x0A]
        case UInt8(ascii: "r"): [0x0D]
        case UInt8(ascii: "t"): [0x09]
        case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""): [byte]
        default: [UInt8(ascii: "\\"), byte]
        }
    }

    /// Decodes `uXXXX` or `UXXXXXXXX` at `position`, or two `uXXXX` escapes that form a surrogate
    /// pair; returns nil if the escape is invalid.
    private func unicodeEscape(at position: Int) -> (scalar: Unicode.Scalar, length: Int)? {
        let isLong = bytes[position] == UInt8(ascii: "U")
        let count = isLong ? 8 : 4
        guard let value = hexadecimal(position + 1, count: count) else { return nil }
        if let scalar = Unicode.Scalar(value) { return (scalar, count + 1) }
        let next = position + 5
        guard !isLong, (0xD800...0xDBFF).contains(value), next + 1 < bytes.count,
            bytes[next] == UInt8(ascii: "\\"), bytes[next + 1] == UInt8(ascii: "u"),
            let low = hexadecimal(next + 2, count: 4), (0xDC00...0xDFFF).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (value - 0xD800) << 10 + (low - 0xDC00))
        else { return nil }
        return (scalar, 11)
    }

    private func hexadecimal(_ start: Int, count: Int) -> UInt32? {
        guard start + count <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[start..<start + count] {
            guard let digit = digit(byte), digit < 16, value < 0x1000_0000 else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    private mutating func badEscape() {
        let isLong = bytes[index] == UInt8(ascii: "U")
        let start = index - 1
        errors.append(
            PredicateTextError(
                "bad-escape",
                SourceRange(start: Int32(clamping: start), end: Int32(clamping: start + 2)),
                "\"\(text(start, start + 2))\" must be followed by a character code",
                expected: isLong ? "eight hexadecimal digits" : "four hexadecimal digits",
                fix: "to get one backslash, write two"
            )
        )
    }

    private mutating func warnOfPlaceholder(_ start: Int) {
        let slice = bytes[start..<index]
        guard let percent = slice.firstIndex(of: UInt8(ascii: "%")), percent + 1 < slice.endIndex
        else { return }
        let conversion = slice[percent + 1]
        let isWhole = percent == start + 1 && index - start == 4
        guard
            conversion == UInt8(ascii: "@")
                || (isWhole && [UInt8](arrayLiteral: 0x4B, 0x64, 0x69, 0x66).contains(conversion))
        else { return }
        let found = text(percent, percent + 2)
        warnings.append(
            PredicateTextError(
                "placeholder-in-string",
                range(start),
                "\(found) inside quotes is text and is never replaced by an argument",
                fix: "remove the quotes: \(found)"
            )
        )
    }

    // MARK: - Placeholders

    mutating func placeholder(_ start: Int) -> Token {
        index += 1
        switch peek(0) {
        case UInt8(ascii: "@"): return placeholder(.value, start)
        case UInt8(ascii: "K"): return placeholder(.keyPath, start)
        default: break
        }
        while "hlqzjtL".utf8.contains(peek(0)) { index += 1 }
        let conversion = peek(0)
        if "dDiuUxXoOcC".utf8.contains(conversion) { return placeholder(.integer, start) }
        if "fFeEgGaA".utf8.contains(conversion) { return placeholder(.real, start) }
        return unknownPlaceholder(start)
    }

    private mutating func placeholder(_ kind: Placeholder.Kind, _ start: Int) -> Token {
        index += 1
        if isNamePart(peek(0)), kind != .value { return unknownPlaceholder(start) }
        return token(.placeholder(kind), start)
    }

    private mutating func unknownPlaceholder(_ start: Int) -> Token {
        while isNamePart(peek(0)) || peek(0) == UInt8(ascii: "$") || peek(0) == 0x40 { index += 1 }
        let found = text(start, index)
        let rest = found.dropFirst()
        let fix: String? =
            if isReserved(String(rest)) {
                "write \"\(rest)\" without the percent sign"
            } else if rest.first == "s" {
                "use %@ for a string"
            } else if rest.first?.isNumber == true, rest.contains("$") {
                "remove the position: placeholders take the arguments in the order of the text"
            } else if rest.first?.isNumber ?? true {
                "for a remainder, write modulus:by:(value, divisor)"
            } else {
                nil
            }
        return invalid(
            "unknown-placeholder",
            start,
            "\"\(found)\" is not a placeholder",
            expected: "%@ for a value, %K for a key path, %d for an integer or %f for a number",
            fix: fix
        )
    }
}

/// Returns the base of an integer that begins with `0` and this letter, such as 16 for `x`. Returns
/// nil for any other byte.
private func radix(_ byte: UInt8) -> Int64? {
    switch byte | 0x20 {
    case UInt8(ascii: "x"): 16
    case UInt8(ascii: "o"): 8
    case UInt8(ascii: "b"): 2
    default: nil
    }
}

private func digit(_ byte: UInt8) -> Int64? {
    if isDigit(byte) { return Int64(byte - 0x30) }
    return isASCIILetter(byte) ? Int64(byte | 0x20) - 0x61 + 10 : nil
}
