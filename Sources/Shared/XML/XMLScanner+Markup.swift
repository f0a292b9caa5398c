extension XMLScanner {
    /// Reads `<?xml version="1.0" encoding="…" standalone="…"?>`.
    mutating func declaration() throws(XMLFault) {
        at += 5
        var allowed = ["version", "encoding", "standalone"]
        while true {
            let hadSpace = skipSpace()
            if starts(with: "?>") { break }
            if !hadSpace || peek == nil { throw unexpected("\"?>\" to end the XML declaration") }
            let attribute = try attribute("version, encoding or standalone")
            let (name, value) = (attribute.name, attribute.value)
            guard let index = allowed.firstIndex(of: name), isRight(name, value),
                index == 0 || allowed[0] != "version"
            else {
                throw XMLFault(
                    offset: attribute.nameOffset,
                    problem: "\(name)=\"\(value)\" is not allowed in the XML declaration",
                    expected: "version=\"1.0\", then encoding, then standalone=\"yes\" or \"no\""
                )
            }
            allowed.removeFirst(index + 1)
        }
        if allowed.first == "version" { throw unexpected("version=\"1.0\"") }
        at += 2
    }

    private func isRight(_ name: String, _ value: String) -> Bool {
        switch name {
        case "version":
            value.count > 2 && value.hasPrefix("1.")
                && value.dropFirst(2).allSatisfy { $0.isASCII && $0.isNumber }
        case "standalone": value == "yes" || value == "no"
        default:
            value.first?.isASCII == true && value.first?.isLetter == true
                && value.allSatisfy {
                    $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0))
                }
        }
    }

    mutating func comment() throws(XMLFault) {
        let offset = at
        at += 4
        while at < bytes.count {
            if starts(with: "-->") {
                at += 3
                return
            }
            if starts(with: "--") {
                throw XMLFault(
                    offset: at,
                    problem: "the comment contains \"--\"",
                    expected: "\"-->\" to end the comment"
                )
            }
            at += 1
        }
        throw unclosed("comment", offset, "-->")
    }

    /// Reads a CDATA section. Returns its text and the offset of the text.
    mutating func characterData() throws(XMLFault) -> (Int, String) {
        let offset = at
        if isOutside { throw unexpected("an element") }
        at += 9
        let text = at
        try skip(to: "]]>", of: "CDATA section", from: offset)
        return (text, self.text(text..<(at - 3)))
    }

    /// Skips text up to and including `end`.
    private mutating func skip(
        to end: StaticString,
        of what: String,
        from offset: Int
    ) throws(XMLFault) {
        while at < bytes.count, !starts(with: end) { at += 1 }
        guard at < bytes.count else { throw unclosed(what, offset, "\(end)") }
        at += end.utf8CodeUnitCount
    }

    mutating func instruction() throws(XMLFault) {
        let offset = at
        at += 2
        let target = try name("the name of a processing instruction")
        if target.lowercased() == "xml" {
            throw XMLFault(
                offset: offset,
                problem: "the XML declaration is not at the beginning of the file",
                fix: "remove all text before the declaration, including blank lines"
            )
        }
        if !starts(with: "?>"), !skipSpace() { throw unexpected("a space or \"?>\"") }
        try skip(to: "?>", of: "processing instruction", from: offset)
    }

    /// Skips `<!DOCTYPE …>`. Rejects a document type with declarations, because the scanner does
    /// not expand entities.
    mutating func documentTypeDeclaration(sawRoot: Bool) throws(XMLFault) {
        let offset = at
        guard starts(with: "<!DOCTYPE"), isOutside, !sawRoot, documentType == nil else {
            at += 2
            throw unexpected("a comment or an element")
        }
        documentType = offset
        at += 9
        while let byte = peek {
            switch byte {
            case UInt8(ascii: ">"):
                at += 1
                return
            case UInt8(ascii: "["): throw refusedDeclarations()
            case 0x22, 0x27:
                let end = bytes[(at + 1)...].firstIndex(of: byte)
                at = end.map { $0 + 1 } ?? bytes.count
            case UInt8(ascii: "<"): throw unexpected("\">\" to end the document type")
            default: at += 1
            }
        }
        throw unclosed("document type", offset, ">")
    }

    private func refusedDeclarations() -> XMLFault {
        var probe = self
        while probe.at < bytes.count, !probe.starts(with: "<!ENTITY") { probe.at += 1 }
        let hasEntity = probe.at < bytes.count
        return XMLFault(
            id: "entity-declaration",
            offset: hasEntity ? probe.at : at,
            problem: hasEntity
                ? "the file declares an XML entity"
                : "the document type of the file contains declarations",
            expected: "a file without such declarations",
            fix: "remove the document type, from <!DOCTYPE to ]>"
        )
    }

    private func unclosed(_ what: String, _ offset: Int, _ end: String) -> XMLFault {
        XMLFault(
            offset: offset,
            problem: "this \(what) is not closed",
            expected: end,
            fix: "repair the file, or restore it from version control",
            isAtEnd: true
        )
    }
}
