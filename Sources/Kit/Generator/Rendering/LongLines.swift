/// `text`, its lines of code that are longer than 100 columns put on several, as the formatter would:
/// declarations at their parameters or constraints, statements at their last parentheses. Comments and
/// the lines of string literals stay as they are, and so does what has no place to break.
func folded(_ text: String) -> String {
    guard hasLongLine(text) else { return text }
    var isInLiteral = false
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        let wasInLiteral = isInLiteral
        if line.hasSuffix("\"\"\"") || line.drop(while: { $0 == " " }).hasPrefix("\"\"\"") {
            isInLiteral.toggle()
        }
        return wasInLiteral || fits(String(line), 0) ? String(line) : folded(line: String(line))
    }
    return lines.joined(separator: "\n")
}

extension GeneratedFile {
    var folded: GeneratedFile {
        GeneratedFile(name: name, text: Generator.folded(text))
    }
}

/// In bytes: what is long only in bytes is looked at again.
private func hasLongLine(_ text: String) -> Bool {
    var count = 0
    for byte in text.utf8 {
        count = byte == UInt8(ascii: "\n") ? 0 : count + 1
        if count > 100 { return true }
    }
    return false
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
    guard let group = isFunction ? groups.first : groups.last else { return line }
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

/// `… { body }` → three lines.
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

/// `protocol A: B where C {` → two lines.
private func constrained(_ body: Substring) -> [String]? {
    guard body.hasPrefix("protocol ") || body.hasPrefix("extension "),
        let place = body.firstRange(of: " where ")
    else { return nil }
    return [String(body[..<place.lowerBound]), "where \(body[place.upperBound...])"]
}

/// `struct A: B, C {` → three lines.
private func inheriting(_ body: Substring) -> [String]? {
    guard body.hasPrefix("struct "), body.hasSuffix(" {"), let place = body.firstRange(of: ", ")
    else { return nil }
    return ["\(body[..<place.lowerBound]),", "    \(body[place.upperBound...].dropLast(2))", "{"]
}

private func assigned(_ body: Substring, _ indent: String) -> String? {
    guard let place = body.firstRange(of: " = ") else { return nil }
    return "\(indent)\(body[..<place.lowerBound]) =\n\(indent)    \(body[place.upperBound...])"
}

/// Parentheses, brackets and braces that stand in no others, with what they hold.
private func groups(in text: Substring) -> [Range<Substring.Index>] {
    var found: [Range<Substring.Index>] = []
    var open: [(Character, Substring.Index)] = []
    scan(text) { index, character in
        switch character {
        case "(", "[", "{": open.append((character, index))
        case ")", "]", "}":
            guard let (_, start) = open.popLast(), open.isEmpty else { return }
            found.append(start..<text.index(after: index))
        default: break
        }
    }
    return open.isEmpty || open.count == 1 && open[0].0 == "{" ? found : []
}

/// What stands between the commas that are in no parentheses.
private func items(in text: Substring) -> [String] {
    var items: [String] = []
    var (depth, start) = (0, text.startIndex)
    scan(text) { index, character in
        switch character {
        case "(", "[", "{": depth += 1
        case ")", "]", "}": depth -= 1
        case "," where depth == 0:
            items.append(text[start..<index].trimmed)
            start = text.index(after: index)
        default: break
        }
    }
    return text.isEmpty ? [] : items + [text[start...].trimmed]
}

/// Every character that is not part of a string literal.
private func scan(_ text: Substring, _ visit: (Substring.Index, Character) -> Void) {
    var (isQuoted, isEscaped) = (false, false)
    for index in text.indices {
        let character = text[index]
        if isEscaped {
            isEscaped = false
        } else if isQuoted, character == "\\" {
            isEscaped = true
        } else if character == "\"" {
            isQuoted.toggle()
        } else if !isQuoted {
            visit(index, character)
        }
    }
}

extension Substring {
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
