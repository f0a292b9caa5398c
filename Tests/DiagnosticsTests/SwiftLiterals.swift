/// The string literals of a Swift source, in their order; literals joined by `+` are one. An
/// interpolation is written as `{the expression}`; literals inside it follow as literals of their own.
struct SwiftLiterals {
    private let source: [Character]
    private var place = 0
    private var found: [String] = []
    /// Whether only white space and one `+` came since the last literal.
    private var isJoined = false
    private var sawPlus = false
    /// The literal that the next one joins.
    private var last = 0

    static func all(in text: String) -> [String] {
        var reader = SwiftLiterals(text)
        reader.code(until: nil)
        return reader.found
    }

    private init(_ text: String) { source = Array(text) }

    private func starts(_ text: String) -> Bool {
        source[place...].starts(with: text)
    }

    /// Reads code up to the closing parenthesis of an interpolation, or to the end.
    private mutating func code(until end: Character?) {
        var depth = 0
        while place < source.count {
            let next = source[place]
            if starts("//") {
                while place < source.count, source[place] != "\n" { place += 1 }
            } else if starts("/*") {
                while place < source.count, !starts("*/") { place += 1 }
                place += 2
            } else if next == "\"" || next == "#" && isRaw {
                literal()
            } else {
                if next == end, depth == 0 { return }
                if next == "(" { depth += 1 }
                if next == ")" { depth -= 1 }
                if next == "+", isJoined, !sawPlus {
                    sawPlus = true
                } else if !next.isWhitespace {
                    isJoined = false
                }
                place += 1
            }
        }
    }

    private var isRaw: Bool {
        let after = source[place...].drop { $0 == "#" }
        return after.first == "\""
    }

    private mutating func literal() {
        let joins = isJoined && sawPlus
        let before = last
        let hashes = source[place...].prefix { $0 == "#" }.count
        place += hashes
        let isLong = starts("\"\"\"")
        place += isLong ? 3 : 1
        let close = (isLong ? "\"\"\"" : "\"") + String(repeating: "#", count: hashes)
        let escape = "\\" + String(repeating: "#", count: hashes)
        let position = found.count
        found.append("")
        var text = ""
        while place < source.count, !starts(close) {
            guard starts(escape) else {
                text.append(source[place])
                place += 1
                continue
            }
            place += escape.count
            guard place < source.count else { break }
            switch source[place] {
            case "(":
                place += 1
                let start = place
                isJoined = false
                code(until: ")")
                let inner = String(source[start..<min(place, source.count)])
                text += "{\(inner.split(whereSeparator: \.isWhitespace).joined(separator: " "))}"
            case "n": text.append(isLong ? "\n" : "⏎")
            case "t": text.append("→")
            case "\n": text += "\u{0}\n"
            case "u":
                text += "\\u"
            default: text.append(source[place])
            }
            place += 1
        }
        place += close.count
        if isLong { text = SwiftLiterals.plain(text) }
        if joins {
            found[before] += text
            found.remove(at: position)
            last = before
        } else {
            found[position] = text
            last = position
        }
        isJoined = true
        sawPlus = false
    }

    /// Lines without their indentation; a line that ends in a backslash goes on in the next.
    private static func plain(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: true)
            .map { $0.drop { $0 == " " } }
            .filter { !$0.isEmpty }
            .joined(separator: "⏎")
            .replacing("\u{0}⏎", with: "")
    }
}
