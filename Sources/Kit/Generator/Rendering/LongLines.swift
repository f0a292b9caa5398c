import Foundation

/// Breaks code lines longer than 100 columns where the formatter would: declarations at their
/// parameters or constraints, statements at their last parentheses. Leaves comments, string
/// literals and lines without a place to break unchanged.
func folded(_ text: String) -> String {
    var text = text
    let long = text.withUTF8(longLines)
    if long.isEmpty { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count + long.count * 80)
    var rest = text.startIndex
    for line in long {
        let start = text.utf8.index(text.startIndex, offsetBy: line.lowerBound)
        let end = text.utf8.index(start, offsetBy: line.count)
        result += text[rest..<start]
        let line = String(text[start..<end])
        result += fits(line, 0) && !endsWithFullList(line) ? line : folded(line: line)
        rest = end
    }
    return result + text[rest...]
}

/// Returns whether a line of exactly 100 columns ends with a list of several elements. The formatter
/// breaks such a line, because it keeps a column free for the comma after the last element.
private func endsWithFullList(_ line: String) -> Bool {
    let body = line.drop { $0 == " " }
    guard width(of: line) == 100, body.hasSuffix("]") || body.hasSuffix("],"),
        let list = groups(in: body).last, body[list.lowerBound] == "["
    else { return false }
    let inside = body[list].dropFirst().dropLast()
    return items(in: inside).count > 1
}

/// Returns the byte ranges of lines of 100 bytes or more, except lines inside a multi-line string
/// literal. The caller checks whether such a line must be broken.
private func longLines(_ text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    guard let bytes = text.baseAddress else { return [] }
    var found: [Range<Int>] = []
    var isInLiteral = false
    var start = 0
    while start < text.count {
        let newline = memchr(bytes + start, Int32(UInt8(ascii: "\n")), text.count - start)
        let end = newline.map { UnsafeRawPointer($0) - UnsafeRawPointer(bytes) } ?? text.count
        if end - start >= 100, !isInLiteral { found.append(start..<end) }
        if isLimit(UnsafeBufferPointer(rebasing: text[start..<end])) { isInLiteral.toggle() }
        start = end + 1
    }
    return found
}

/// Returns whether a multi-line string literal begins or ends in the line.
private func isLimit(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    let quote = UInt8(ascii: "\"")
    func isThere(_ place: Int) -> Bool {
        place >= 0 && place + 2 < line.count && line[place] == quote && line[place + 1] == quote
            && line[place + 2] == quote
    }
    if isThere(line.count - 3) { return true }
    var place = 0
    while place < line.count, line[place] == UInt8(ascii: " ") { place += 1 }
    return isThere(place)
}

private func folded(line: String) -> String {
    let body = line.drop { $0 == " " }
    let indent = String(line.prefix(line.count - body.count))
    if body.hasPrefix("//") { return line }
    if let broken = constrained(body) ?? inheriting(body) {
        return broken.map { indent + $0 }.joined(separator: "\n")
    }
    let isFunction = body.hasPrefix("func ") || body.hasPrefix("static func ")
    let all = groups(in: body)
    if !isFunction, let closure = all.last, body[closure.lowerBound] == "{",
        closure.upperBound == body.endIndex
    {
        return expanded(body, closure, indent)
    }
    let groups = all.filter { body[$0.lowerBound] != "{" }
    guard let group = isFunction ? groups.first : groups.last else {
        let broken = body.hasPrefix("var ") ? assigned(body, indent) : beforeLiteral(body, indent)
        return broken ?? line
    }
    let inside = body.index(after: group.lowerBound)..<body.index(before: group.upperBound)
    let items = items(in: body[inside])
    if items.isEmpty || body[inside] == ":" { return assigned(body, indent) ?? line }
    let isList = body[group.lowerBound] == "["
    let inner = items.enumerated().map { index, item in
        let isLast = index == items.count - 1
        let line = "\(indent)    \(item)\(isLast && !(isList && items.count > 1) ? "" : ",")"
        return fits(line, 0) ? line : folded(line: line)
    }
    let first = "\(indent)\(body[..<inside.lowerBound])"
    return ([first] + inner + ["\(indent)\(body[inside.upperBound...])"]).joined(separator: "\n")
}

/// Breaks `… { body }` into three lines.
private func expanded(
    _ line: Substring,
    _ closure: Range<Substring.Index>,
    _ indent: String
) -> String {
    let inside = line[
        line.index(after: closure.lowerBound)..<line.index(before: closure.upperBound)
    ]
    let body = String(inside.trimmed.reversed().drop { $0 == " " }.reversed())
    if body.isEmpty { return indent + line }
    return "\(indent)\(line[...closure.lowerBound])\n\(indent)    \(body)\n\(indent)}"
}

/// Breaks `protocol A: B where C {` into two lines. Returns nil if the line has another form.
private func constrained(_ body: Substring) -> [String]? {
    guard body.hasPrefix("protocol ") || body.hasPrefix("extension "),
        let place = body.firstRange(of: " where ")
    else { return nil }
    return [String(body[..<place.lowerBound]), "where \(body[place.upperBound...])"]
}

/// Breaks `struct A: B, C {` into three lines. Returns nil if the line has another form.
private func inheriting(_ body: Substring) -> [String]? {
    guard body.hasPrefix("struct "), body.hasSuffix(" {"), let place = body.firstRange(of: ", ")
    else { return nil }
    return ["\(body[..<place.lowerBound]),", "    \(body[place.upperBound...].dropLast(2))", "{"]
}

private func assigned(_ body: Substring, _ indent: String) -> String? {
    guard let place = body.firstRange(of: " = ") else { return nil }
    return "\(indent)\(body[..<place.lowerBound]) =\n\(indent)    \(body[place.upperBound...])"
}

/// Breaks a line such as `title: String = "…",`, `default: "…"` or `"key": "…"` before the string
/// literal. Returns nil if the line has another form.
private func beforeLiteral(_ body: Substring, _ indent: String) -> String? {
    var (isQuoted, isEscaped) = (false, false)
    for index in body.utf8.indices {
        let byte = body.utf8[index]
        if isEscaped {
            isEscaped = false
        } else if isQuoted, byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            let head = body[..<index]
            if !isQuoted, head.hasSuffix(" = ") || head.hasSuffix(": ") {
                return "\(indent)\(head.dropLast())\n\(indent)    \(body[index...])"
            }
            isQuoted.toggle()
        }
    }
    return nil
}

/// Returns the ranges of the outermost parentheses, brackets and braces, including their contents.
private func groups(in text: Substring) -> [Range<Substring.Index>] {
    var found: [Range<Substring.Index>] = []
    var open: [Substring.Index] = []
    scan(text) { index, step in
        if step > 0 { open.append(index) }
        guard step < 0, let start = open.popLast(), open.isEmpty else { return }
        found.append(start..<text.utf8.index(after: index))
    }
    return open.isEmpty || open.count == 1 && text[open[0]] == "{" ? found : []
}

/// Splits text at the commas outside parentheses, brackets and braces.
private func items(in text: Substring) -> [String] {
    var items: [String] = []
    var (depth, start) = (0, text.startIndex)
    scan(text) { index, step in
        depth += step
        guard step == 0, depth == 0 else { return }
        items.append(text[start..<index].trimmed)
        start = text.utf8.index(after: index)
    }
    return text.isEmpty ? [] : items + [text[start...].trimmed]
}

/// Calls `visit` for every parenthesis, bracket, brace and comma outside string literals. `step` is
/// the change of nesting depth: 1, -1 or 0.
private func scan(_ text: Substring, _ visit: (Substring.Index, _ step: Int) -> Void) {
    var (isQuoted, isEscaped) = (false, false)
    let bytes = text.utf8
    for index in bytes.indices {
        let byte = bytes[index]
        if isEscaped {
            isEscaped = false
        } else if isQuoted, byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isQuoted.toggle()
        } else if !isQuoted {
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): visit(index, 1)
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): visit(index, -1)
            case UInt8(ascii: ","): visit(index, 0)
            default: break
            }
        }
    }
}

extension Substring {
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
