extension SourceText {
    /// Creates a text by decoding the contents of a file. Supports UTF-8, UTF-16 with or without a
    /// byte order mark, and ISO-8859-1 if the XML declaration names it. If the contents cannot be
    /// decoded completely, the text ends before the first error.
    package init(file: String, contents: [UInt8]) {
        let start = contents.prefix(4)
        if start.starts(with: [0xFF, 0xFE, 0, 0]) || start.starts(with: [0, 0, 0xFE, 0xFF]) {
            self.init(file: file, bytes: [], fault: SourceText.unknownEncoding("UTF-32", at: 0))
        } else if start.starts(with: [0xFF, 0xFE]) {
            self.init(file: file, utf16: contents.dropFirst(2), isBigEndian: false)
        } else if start.starts(with: [0xFE, 0xFF]) {
            self.init(file: file, utf16: contents.dropFirst(2), isBigEndian: true)
        } else if start == [0x3C, 0, 0x3F, 0] {
            self.init(file: file, utf16: contents[...], isBigEndian: false)
        } else if start == [0, 0x3C, 0, 0x3F] {
            self.init(file: file, utf16: contents[...], isBigEndian: true)
        } else {
            let hasMark = start.starts(with: [0xEF, 0xBB, 0xBF])
            self.init(file: file, singleBytes: hasMark ? Array(contents.dropFirst(3)) : contents)
        }
    }

    private init(file: String, singleBytes bytes: [UInt8]) {
        guard let declared = declaredEncoding(in: bytes) else {
            self.init(file: file, utf8: bytes)
            return
        }
        switch declared.name.uppercased() {
        case "UTF-8", "UTF8", "US-ASCII", "ASCII": self.init(file: file, utf8: bytes)
        case "ISO-8859-1", "LATIN1", "ISO_8859-1":
            self.init(file: file, utf8: Array(String(latin1: bytes).utf8))
        default:
            let fault = SourceText.unknownEncoding(declared.name, at: declared.offset)
            self.init(file: file, utf8: Array(bytes.prefix(declared.offset)), cutBy: fault)
        }
    }

    /// Creates a text from UTF-8, which may be only the beginning of a file.
    ///
    /// - Parameter cut: the error after which the rest of the file could not be decoded; nil if the
    ///   text is complete.
    private init(file: String, utf8 bytes: [UInt8], cutBy cut: XMLFault? = nil) {
        let fault = firstFault(in: bytes) ?? cut
        self.init(
            file: file,
            bytes: fault.map { Array(bytes.prefix($0.offset)) } ?? bytes,
            fault: fault
        )
    }

    private init(file: String, utf16 bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
        let (text, isWhole) = decodedUTF16(bytes, isBigEndian: isBigEndian)
        let fault = XMLFault(
            offset: text.count,
            problem: "the file is not valid UTF-16 from here on",
            fix: "restore the file from version control, or save it as UTF-8"
        )
        self.init(file: file, utf8: text, cutBy: isWhole ? nil : fault)
    }

    private static func unknownEncoding(_ name: String, at offset: Int) -> XMLFault {
        XMLFault(
            id: "unknown-encoding",
            offset: offset,
            problem: "the file's encoding \"\(name)\" is not supported",
            expected: "UTF-8, UTF-16 with a byte order mark, or ISO-8859-1",
            fix: "save the file as UTF-8"
        )
    }
}

extension String {
    fileprivate init(latin1 bytes: [UInt8]) {
        self.init()
        unicodeScalars.append(contentsOf: bytes.map { Unicode.Scalar($0) })
    }
}

/// Returns the value of `encoding` in the XML declaration, and the offset of the value. Returns nil
/// if the declaration or the value is missing. The declaration is checked later by the scanner.
private func declaredEncoding(in bytes: [UInt8]) -> (name: String, offset: Int)? {
    guard bytes.starts(with: Array("<?xml".utf8)) else { return nil }
    let head = bytes.prefix(512).prefix { $0 != UInt8(ascii: ">") }
    let word = Array("encoding".utf8)
    guard
        let key = head.indices.first(where: { head[$0...].starts(with: word) }),
        let open = head[(key + word.count)...].firstIndex(where: { $0 == 0x22 || $0 == 0x27 }),
        let close = head[(open + 1)...].firstIndex(of: head[open])
    else { return nil }
    return (String(decoding: head[(open + 1)..<close], as: UTF8.self), open + 1)
}

/// Returns the text as UTF-8, and whether the text is complete. The text ends before the first
/// unpaired surrogate. An incomplete code unit at the end is omitted.
private func decodedUTF16(
    _ bytes: ArraySlice<UInt8>,
    isBigEndian: Bool
) -> (text: [UInt8], isWhole: Bool) {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
    }
    var text: [UInt8] = []
    text.reserveCapacity(units.count)
    var decoder = UTF16()
    var iterator = units.makeIterator()
    while true {
        switch decoder.decode(&iterator) {
        case .scalarValue(let scalar):
            if let bytes = UTF8.encode(scalar) { text.append(contentsOf: bytes) }
        case .emptyInput: return (text, bytes.count % 2 == 0)
        case .error: return (text, false)
        }
    }
}
