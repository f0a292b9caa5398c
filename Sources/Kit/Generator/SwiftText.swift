import Diagnostics

/// Returns `text` as a Swift string literal on one line. Control characters and characters that
/// reorder text are escaped, so that a reader of the code sees what the compiler reads.
package func swiftLiteral(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
        0x20..<0x7F ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
    if isPlain { return "\"\(text)\"" }
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case _ where isHidden(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}

/// Returns whether the character is a control character or reorders text.
private func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || scalar.reordersText
}

/// Returns a Swift expression for the number. The expression is a literal, except for infinity and
/// subnormal numbers. Infinity has no literal, and Swift warns about subnormal literals.
func swiftExpression(_ number: Double) -> String {
    if number.isNormal || number.isZero { return "\(number)" }
    if number.isInfinite { return number < 0 ? "-Double.infinity" : "Double.infinity" }
    return "Double(bitPattern: \(number.bitPattern))"
}

/// Returns `text` with each line indented by `levels` levels of four spaces; empty lines stay
/// empty.
func indented(_ text: String, _ levels: Int) -> String {
    ("\(indented: text, levels)" as Code).text
}

/// Returns whether the text consists of letters, digits and underscores, does not start with a
/// digit, and does not consist of underscores only.
package func isSwiftName(_ text: String) -> Bool {
    text.first.map { $0.isLetter || $0 == "_" } == true && text.contains { $0 != "_" }
        && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
}

private let newline = UInt8(ascii: "\n")

/// Returns SQL as a multi-line string literal. Backslashes are escaped, because the literal would
/// interpret them, and characters that reorder text.
func sqlLiteral(_ sql: Code) -> Code {
    // The first byte of a character that reorders text is 0xE2.
    guard
        sql.contains(UInt8(ascii: "\\")) || sql.contains(0xE2)
            || sql.withBytes(holdsThreeQuotes)
    else {
        return "\"\"\"\n\(sql)\n\"\"\""
    }
    return "\"\"\"\n\(sqlInterpolated(sql.text))\n\"\"\""
}

func sqlLiteral(_ sql: String) -> String { sqlLiteral("\(sql)" as Code).text }

/// Returns SQL escaped for use inside a multi-line string literal.
func sqlInterpolated(_ sql: String) -> String {
    let escaped = sql.replacing("\\", with: "\\\\")
        .replacing("\"\"\"", with: "\\\"\\\"\\\"")
    guard escaped.unicodeScalars.contains(where: \.reordersText) else { return escaped }
    return escaped.unicodeScalars.map { scalar in
        scalar.reordersText ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined()
}

/// Returns whether the text contains three adjacent quotes. Only every third byte is tested,
/// because one of three adjacent quotes is always at such a position.
private func holdsThreeQuotes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let quote = UInt8(ascii: "\"")
    for place in stride(from: 2, to: bytes.count, by: 3) where bytes[place] == quote {
        var (start, end) = (place, place)
        while start > 0, bytes[start - 1] == quote { start -= 1 }
        while end + 1 < bytes.count, bytes[end + 1] == quote { end += 1 }
        if end - start >= 2 { return true }
    }
    return false
}

/// Joins `items` with `separator`, and breaks the list into lines of at most `width` bytes. A
/// single item that is longer than `width` is not broken.
func wrapped(_ items: [String], width: Int = 76, separator: String = ", ") -> String {
    let marked = separator.utf8.count - separator.utf8.reversed().prefix { $0 == space }.count
    let mark = separator.utf8.prefix(marked)
    var result: [UInt8] = []
    result.reserveCapacity(items.reduce(0) { $0 + $1.utf8.count + marked + 1 })
    var column = 0
    for (index, item) in items.enumerated() {
        let isLast = index == items.count - 1
        let length = item.utf8.count + (isLast ? 0 : marked)
        // An empty item, as between two adjacent spaces in prose, also has a separator before it.
        if index > 0 {
            let fits = column + 1 + length <= width
            result.append(fits ? space : newline)
            column = fits ? column + 1 : 0
        }
        var item = item
        item.withUTF8 { result.append(contentsOf: $0) }
        if !isLast { result.append(contentsOf: mark) }
        column += length
    }
    return String(decoding: result, as: UTF8.self)
}

private let space = UInt8(ascii: " ")

/// Returns prose as the lines of a documentation comment. Converts carriage returns to line feeds
/// first, because both end a line of the comment. Replaces other control characters, and characters
/// that reorder text, with U+FFFD.
func comment(_ prose: Code) -> Code {
    let width = 92
    let isPlain = prose.withBytes { $0.allSatisfy { 0x20..<0x7F ~= $0 } }
    if isPlain, 1...width ~= prose.byteCount { return "/// \(prose)" }
    let text = prose.text
    let shown =
        isPlain
        ? text
        : withoutControls(
            text.replacing("\r\n", with: "\n").replacing("\r", with: "\n"),
            keeping: "\n"
        )
    if 1...width ~= shown.utf8.count, !shown.utf8.contains(newline) { return "/// \(shown)" }
    let words = shown.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    let lines = wrapped(words, width: width, separator: "").utf8.split(separator: newline)
    return .joined(lines.map { "/// \(Substring($0))" }, by: "\n")
}

/// Returns the text with U+FFFD in place of each control character except `kept`, and of each
/// character that reorders text.
func withoutControls(_ text: String, keeping kept: Unicode.Scalar? = nil) -> String {
    let shown = text.unicodeScalars.map { scalar in
        isHidden(scalar) && scalar != kept ? "\u{FFFD}" : scalar
    }
    return String(String.UnicodeScalarView(shown))
}

/// Returns `head { body }`. The result is on one line if it fits in 100 columns when indented by
/// `depth` levels of four spaces. Otherwise it is on three lines.
func braced(_ head: String, _ body: String, depth: Int) -> String {
    let line = "\(head) { \(body) }"
    return fits(line, depth * 4) ? line : "\(head) {\n\(indented(body, 1))\n}"
}

/// Returns the call `function(arguments)`, which begins at `column`. The arguments are on separate
/// lines if a single line would be too long, or if an argument has several lines.
func called(_ function: Code, _ arguments: [Code], at column: Int) -> Code {
    parameterList(function, arguments, "", at: column)
}

/// Returns the call `function(arguments)`, which begins after `depth` levels of four spaces.
/// Chooses the lines as ``called(_:_:at:)`` does.
func called(_ function: String, _ arguments: [String], depth: Int) -> String {
    called("\(function)", arguments.map(Code.init(_:)), at: depth * 4).text
}

/// Returns whether the line fits in 100 columns if it is indented by `depth` columns. Characters
/// are counted only if the line has too many bytes.
func fits(_ line: String, _ depth: Int) -> Bool {
    depth + line.utf8.count <= 100 || depth + width(of: line) <= 100
}

func fits(_ line: Code, _ depth: Int) -> Bool {
    depth + line.byteCount <= 100 || fits(line.text, depth)
}

/// Returns the number of characters in a line.
func width(of line: String) -> Int {
    var line = line
    let isASCII = line.withUTF8 { $0.reduce(0, |) < 0x80 }
    return isASCII ? line.utf8.count : line.count
}
