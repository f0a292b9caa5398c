/// `text` as a Swift string literal on one line.
package func swiftLiteral(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case _ where scalar.value < 0x20: result += "\\u{\(String(scalar.value, radix: 16))}"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}

/// `lines`, each moved right by `levels` of four spaces; empty lines stay empty.
func indented(_ text: String, _ levels: Int) -> String {
    let (newline, space) = (UInt8(ascii: "\n"), UInt8(ascii: " "))
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count + text.utf8.count / 4)
    var isAtStart = true
    for byte in text.utf8 {
        if isAtStart, byte != newline {
            for _ in 0..<levels * 4 { result.append(space) }
        }
        result.append(byte)
        isAtStart = byte == newline
    }
    return String(decoding: result, as: UTF8.self)
}

/// SQL inside a multi-line string literal: the literal reads backslashes, SQL does not.
func sqlLiteral(_ sql: String) -> String {
    var escaped = sql
    if sql.utf8.contains(UInt8(ascii: "\\")) {
        escaped = escaped.replacing("\\", with: "\\\\")
    }
    if holdsThreeQuotes(sql) {
        escaped = escaped.replacing("\"\"\"", with: "\\\"\\\"\\\"")
    }
    return "\"\"\"\n\(escaped)\n\"\"\""
}

private func holdsThreeQuotes(_ text: String) -> Bool {
    var count = 0
    for byte in text.utf8 {
        count = byte == UInt8(ascii: "\"") ? count + 1 : 0
        if count == 3 { return true }
    }
    return false
}

/// Names in a comma-separated list over as many lines as it takes, `width` characters at most.
func wrapped(_ items: [String], width: Int = 76, separator: String = ", ") -> String {
    var lines: [String] = []
    var line = ""
    for (index, item) in items.enumerated() {
        let piece = index == items.count - 1 ? item : item + separator.trimmingTrailingSpace
        if line.isEmpty {
            line = piece
        } else if line.utf8.count + 1 + piece.utf8.count <= width {
            line += " " + piece
        } else {
            lines.append(line)
            line = piece
        }
    }
    return (lines + [line]).joined(separator: "\n")
}

extension String {
    fileprivate var trimmingTrailingSpace: String {
        var copy = self
        while copy.last == " " { copy.removeLast() }
        return copy
    }
}

/// Prose as the lines of a documentation comment.
func comment(_ text: String, width: Int = 92) -> String {
    wrapped(text.split(separator: " ").map(String.init), width: width, separator: "")
        .split(separator: "\n").map { "/// \($0)" }.joined(separator: "\n")
}

/// `head { body }` on one line where 100 columns hold it at this depth, else on three.
func braced(_ head: String, _ body: String, depth: Int) -> String {
    let line = "\(head) { \(body) }"
    return depth * 4 + line.count <= 100 ? line : "\(head) {\n\(indented(body, 1))\n}"
}

/// `function(arguments)` on one line where 100 columns hold it at this depth, else with a line for
/// each argument.
func called(_ function: String, _ arguments: [String], depth: Int) -> String {
    let line = "\(function)(\(arguments.joined(separator: ", ")))"
    if depth * 4 + line.count <= 100 { return line }
    return "\(function)(\n\(indented(arguments.joined(separator: ",\n"), 1))\n)"
}
