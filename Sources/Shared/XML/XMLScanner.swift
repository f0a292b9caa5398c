/// A start tag, with the byte offsets of its parts.
package struct XMLTag {
    package var name: String
    /// Offset of the tag's `<`.
    package var offset: Int
    package var attributes: [XMLAttribute]
}

package struct XMLAttribute {
    package var name: String
    /// The normalized value, as prescribed by XML. References are replaced with their characters,
    /// and each tab or line end with a space.
    package var value: String
    package var nameOffset: Int
    /// Offset of the first byte inside the quotes.
    package var valueOffset: Int

    /// Returns whether the attribute has this name. Compares the lengths first, for speed.
    @inlinable package func isNamed(_ name: String) -> Bool {
        self.name.utf8.count == name.utf8.count && self.name == name
    }
}

package enum XMLEvent {
    case start(XMLTag)
    /// The end of the innermost element. The value is the offset after the end tag.
    case end(Int)
    /// Text or a CDATA section. Text that is only white space is left out, unless it is inside the
    /// outermost element and ``XMLScanner/keepsSpace`` is true.
    ///
    /// The first value is the offset of the first character that is not white space. For a CDATA
    /// section and for white space, it is the offset of the text. The second value is the whole
    /// text, in which each line end is one line feed.
    case text(Int, String)
    case finished
}

/// A strict reader of XML 1.0. It returns one event at a time, and throws an error at the first
/// position that is not well-formed.
///
/// It rejects elements that are nested deeper than 256 levels; models and spreadsheets never need
/// more. It also rejects declarations in a document type, so that there are no entities to expand.
package struct XMLScanner {
    static let deepest = 256

    package let source: SourceText
    let bytes: [UInt8]
    /// Expected name of the outermost element, for messages.
    let root: String
    package var at = 0
    /// Offset of the document type declaration, which is skipped. Nil if there is no such
    /// declaration.
    package var documentType: Int?
    /// Whether to report text that contains only white space as an event.
    package var keepsSpace = false
    var names = NameCache()
    private var open: [(name: String, offset: Int)] = []
    private var endsAtOnce = false
    private var sawRoot = false

    package init(_ source: SourceText, root: String) {
        self.source = source
        self.root = root
        bytes = source.bytes
    }

    /// Returns the next event.
    ///
    /// - Throws: The first error in the file.
    package mutating func next() throws(XMLFault) -> XMLEvent {
        do throws(XMLFault) {
            return try read()
        } catch {
            // An error at the end of an incomplete text is caused by the fault that cut the text.
            if let cut = source.fault, error.isAtEnd || error.offset >= bytes.count { throw cut }
            throw error
        }
    }

    private mutating func read() throws(XMLFault) -> XMLEvent {
        if endsAtOnce {
            endsAtOnce = false
            open.removeLast()
            return .end(at)
        }
        if at == 0, starts(with: "<?xml"), at + 5 < bytes.count, XMLCharacters.isSpace(bytes[5]) {
            try declaration()
        }
        while at < bytes.count {
            if bytes[at] != UInt8(ascii: "<") {
                if let (offset, text) = try characters() { return .text(offset, text) }
            } else if starts(with: "</") {
                return try endTag()
            } else if starts(with: "<!--") {
                try comment()
            } else if starts(with: "<![CDATA[") {
                let (offset, text) = try characterData()
                return .text(offset, text)
            } else if starts(with: "<!") {
                try documentTypeDeclaration(sawRoot: sawRoot)
            } else if starts(with: "<?") {
                try instruction()
            } else {
                return try .start(startTag())
            }
        }
        try checkEnd()
        return .finished
    }

    private func checkEnd() throws(XMLFault) {
        if let fault = source.fault { throw fault }
        if let last = open.last {
            let line = source.lineNumber(at: last.offset)
            throw XMLFault(
                offset: bytes.count,
                problem:
                    "the file ends inside the element \"\(last.name)\", which begins on line \(line)",
                expected: "</\(last.name)>",
                fix: "restore the file from version control, or close the element"
            )
        }
        if sawRoot { return }
        throw XMLFault(
            id: "empty-file",
            offset: 0,
            problem: "the file contains no element",
            expected: "<\(root)> as the outermost element",
            fix: "restore the file from version control"
        )
    }

    // MARK: - Tags

    /// Reads the start tag at the current position.
    package mutating func startTag() throws(XMLFault) -> XMLTag {
        let offset = at
        at += 1
        let name = try self.name("the name of an element")
        if open.isEmpty, sawRoot {
            throw XMLFault(
                offset: offset,
                problem: "a second outermost element \"\(name)\" follows the first",
                fix: "put all elements into one outermost element"
            )
        }
        sawRoot = true
        var tag = XMLTag(name: name, offset: offset, attributes: [])
        tag.attributes.reserveCapacity(8)
        var seen: Set<String> = []
        while true {
            let hadSpace = skipSpace()
            if starts(with: "/>") {
                at += 2
                try push(tag)
                endsAtOnce = true
                return tag
            }
            if peek == UInt8(ascii: ">") {
                at += 1
                try push(tag)
                return tag
            }
            if !hadSpace || peek == nil {
                throw unexpected("a space, \">\" or \"/>\" in <\(name)>")
            }
            let attribute = try self.attribute("the name of an attribute of <\(name)>")
            // Most tags have few attributes, for which a linear search is fast enough. For 16 or
            // more attributes, a set is faster.
            let isTwice =
                tag.attributes.count < 16
                ? tag.attributes.contains { $0.isNamed(attribute.name) }
                : !seen.insert(attribute.name).inserted
            guard !isTwice else {
                throw XMLFault(
                    offset: attribute.nameOffset,
                    problem: "<\(name)> has the attribute \"\(attribute.name)\" twice",
                    fix: "remove one of the two attributes"
                )
            }
            tag.attributes.append(attribute)
            if tag.attributes.count == 16 { seen = Set(tag.attributes.map(\.name)) }
        }
    }

    private mutating func push(_ tag: XMLTag) throws(XMLFault) {
        guard open.count < XMLScanner.deepest else {
            throw XMLFault(
                id: "too-deep",
                offset: tag.offset,
                problem: "elements are nested deeper than \(XMLScanner.deepest) levels",
                expected: "at most \(XMLScanner.deepest) levels of elements"
            )
        }
        open.append((tag.name, tag.offset))
    }

    private mutating func endTag() throws(XMLFault) -> XMLEvent {
        let offset = at
        at += 2
        let name = try self.name("the name of an element")
        guard let last = open.last else {
            throw XMLFault(offset: offset, problem: "</\(name)> closes nothing", fix: "remove it")
        }
        guard last.name == name else {
            let line = source.lineNumber(at: last.offset)
            throw XMLFault(
                offset: offset,
                problem: "</\(name)> does not match <\(last.name)>, which begins on line \(line)",
                expected: "</\(last.name)>",
                fix: "close \"\(last.name)\" first"
            )
        }
        skipSpace()
        guard peek == UInt8(ascii: ">") else { throw unexpected("\">\" after </\(name)") }
        at += 1
        open.removeLast()
        return .end(at)
    }

    /// Reads an attribute, which is a name with a quoted value.
    ///
    /// - Parameter expected: description of the name, for messages.
    mutating func attribute(_ expected: @autoclosure () -> String) throws(XMLFault) -> XMLAttribute
    {
        let nameOffset = at
        let name = try self.name(expected())
        skipSpace()
        guard peek == UInt8(ascii: "=") else { throw unexpected("= after \"\(name)\"") }
        at += 1
        skipSpace()
        let valueOffset = at + 1
        let value = try quoted("the value of \"\(name)\" in quotes")
        return XMLAttribute(
            name: name,
            value: value,
            nameOffset: nameOffset,
            valueOffset: valueOffset
        )
    }

    var isOutside: Bool { open.isEmpty }
}
