extension XMLScanner {
    var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

    func starts(with text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard at + length <= bytes.count else { return false }
        return text.withUTF8Buffer { buffer in
            for index in 0..<length where bytes[at + index] != buffer[index] { return false }
            return true
        }
    }

    /// Skips white space. Returns whether there was any.
    @discardableResult mutating func skipSpace() -> Bool {
        let start = at
        while at < bytes.count, XMLCharacters.isSpace(bytes[at]) { at += 1 }
        return at > start
    }

    /// Returns an error at the current position. The error contains the unexpected character.
    func unexpected(_ expected: String) -> XMLFault {
        var found = "end of the file"
        if at < bytes.count {
            let value = scalar(in: bytes, at: at).value
            found =
                value > 0x20 && value != 0x7F
                ? "\"\(Unicode.Scalar(value).map(String.init) ?? "")\"" : "space or line end"
        }
        return XMLFault(
            offset: at,
            problem: "the XML is not well formed: unexpected \(found)",
            expected: expected,
            fix: "repair the file, or restore it from version control"
        )
    }

    mutating func name(_ expected: @autoclosure () -> String) throws(XMLFault) -> String {
        let start = at
        while at < bytes.count {
            if XMLCharacters.isPlainLetter(bytes[at]) {
                at += 1
                continue
            }
            let next = scalar(in: bytes, at: at)
            let belongs =
                at == start
                ? XMLCharacters.startsName(next.value) : XMLCharacters.continuesName(next.value)
            if !belongs { break }
            at += next.length
        }
        if at == start { throw unexpected(expected()) }
        return names.name(start..<at, in: source)
    }

    /// Reads a quoted value. Replaces references with their characters. Replaces each white-space
    /// character and each line end with a space.
    mutating func quoted(_ expected: @autoclosure () -> String) throws(XMLFault) -> String {
        guard let quote = peek, quote == 0x22 || quote == 0x27 else { throw unexpected(expected()) }
        at += 1
        let start = at
        while at < bytes.count, bytes[at] != quote, bytes[at] >= 0x20, bytes[at] != 0x26,
            bytes[at] != 0x3C
        {
            at += 1
        }
        if peek == quote {
            at += 1
            return source.text(start..<(at - 1))
        }
        var value = Array(bytes[start..<at])
        while let byte = peek, byte != quote {
            switch byte {
            case UInt8(ascii: "&"): value.append(contentsOf: try reference())
            case UInt8(ascii: "<"):
                throw XMLFault(
                    offset: at,
                    problem: "the value contains \"<\", or its closing quote is missing",
                    fix: "write &lt; instead of \"<\", or close the quote"
                )
            default:
                value.append(byte < 0x20 ? 0x20 : byte)
                at += starts(with: "\r\n") ? 2 : 1
            }
        }
        if peek == nil {
            throw XMLFault(
                offset: start - 1,
                problem: "the quote that begins here is not closed",
                fix: "close it",
                isAtEnd: true
            )
        }
        at += 1
        return String(decoding: value, as: UTF8.self)
    }

    /// Reads a reference such as `&amp;` at the current position. Returns its character as UTF-8.
    private mutating func reference() throws(XMLFault) -> [UInt8] {
        let offset = at
        let limit = min(bytes.count, at + 12)
        guard let end = bytes[at..<limit].firstIndex(of: UInt8(ascii: ";")) else {
            throw XMLFault(
                offset: offset,
                problem: "\"&\" begins a reference, but \";\" is missing at the end",
                expected: "&lt; &gt; &amp; &quot; &apos; or a number such as &#233;",
                fix: "write &amp; instead of \"&\"",
                isAtEnd: limit == bytes.count
            )
        }
        let body = source.text((at + 1)..<end)
        at = end + 1
        if body.hasPrefix("#") {
            let isHexadecimal = body.hasPrefix("#x")
            let digits = body.dropFirst(isHexadecimal ? 2 : 1)
            // Swift accepts a sign before the number, but XML does not.
            let value = digits.first?.isHexDigit == true ? digits : ""
            if let number = UInt32(value, radix: isHexadecimal ? 16 : 10),
                XMLCharacters.isAllowed(number), let scalar = Unicode.Scalar(number)
            {
                return UTF8.encode(scalar).map(Array.init) ?? []
            }
        } else if let byte = predefined[body] {
            return [byte]
        }
        throw XMLFault(
            offset: offset,
            problem: "\"&\(body);\" is not a valid reference",
            expected: "&lt; &gt; &amp; &quot; &apos; or a number such as &#233;",
            fix: "write &amp; instead of \"&\""
        )
    }

    /// Reads the text before the next `<`, and replaces references in it. Returns the text, and the
    /// offset of its first character that is not white space.
    ///
    /// Returns nil for text that is only white space. Exception: if ``keepsSpace`` is true, such
    /// text inside the outermost element is returned with the offset at which it begins.
    ///
    /// - Throws: ``XMLFault`` if a reference is invalid, if the text contains `]]>`, or if there is
    ///   text outside the outermost element.
    mutating func characters() throws(XMLFault) -> (Int, String)? {
        let start = at
        var references: [(range: Range<Int>, text: [UInt8])] = []
        var first: Int?
        while let byte = peek, byte != UInt8(ascii: "<") {
            if !XMLCharacters.isSpace(byte), first == nil { first = at }
            if isOutside, let first {
                throw XMLFault(
                    offset: first,
                    problem: "the file contains text outside the outermost element",
                    expected: "<\(root)>",
                    fix: "remove the text, or restore the file from version control"
                )
            }
            if byte == UInt8(ascii: "&") {
                let from = at
                let text = try reference()
                references.append((from..<at, text))
            } else if starts(with: "]]>") {
                throw XMLFault(
                    offset: at,
                    problem: "the text contains \"]]>\"",
                    fix: "write ]]&gt;"
                )
            } else {
                at += 1
            }
        }
        let offset = first ?? (keepsSpace && !isOutside ? start : nil)
        return offset.map { ($0, text(start..<at, references)) }
    }

    private func text(
        _ range: Range<Int>,
        _ references: [(range: Range<Int>, text: [UInt8])]
    ) -> String {
        guard !references.isEmpty else { return self.text(range) }
        var text = ""
        var from = range.lowerBound
        for reference in references {
            text += self.text(from..<reference.range.lowerBound)
            text += String(decoding: reference.text, as: UTF8.self)
            from = reference.range.upperBound
        }
        return text + self.text(from..<range.upperBound)
    }

    /// Returns the text in this range, in which each line end is one line feed, as prescribed by
    /// XML.
    func text(_ range: Range<Int>) -> String {
        let text = source.text(range)
        // Compares bytes: "\r\n" is a single character.
        if !text.utf8.contains(UInt8(ascii: "\r")) { return text }
        return String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
    }
}

private let predefined: [String: UInt8] = [
    "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "amp": UInt8(ascii: "&"),
    "quot": UInt8(ascii: "\""), "apos": UInt8(ascii: "'"),
]
