import Diagnostics
import JSON
import QueryForm
import QueryLanguage

/// An error, warning or note about a query, and its position on the page. The position is a range
/// of the text, a condition of the form, or another part of the form.
struct QueryFinding {
    var severity: Diagnostic.Severity = .error
    var problem: String
    var fix: String?
    /// The beginning of the finding's range in the text, as a byte offset; nil if the finding has
    /// no range.
    var start: Int?
    var end: Int?
    /// The index of the condition that the finding concerns, for a finding without a range. Nil if
    /// the finding concerns no single condition.
    var condition: Int?
    /// The part of the page that the finding concerns, such as `entity`, `sort`, `limit`, `result`,
    /// `name` or `rows`; nil if the finding concerns no part.
    var part: String?

    init(_ problem: String, fix: String? = nil, part: String? = nil) {
        self.problem = problem
        self.fix = fix
        self.part = part
    }

    init(_ error: PredicateTextError, _ severity: Diagnostic.Severity = .error) {
        self.severity = severity
        problem = error.problem
        if let expected = error.expected { problem += "; expected \(expected)" }
        fix = error.fix
        start = Int(error.range.start)
        end = Int(error.range.end)
    }

    /// Creates a finding from a diagnostic of the compiler. The diagnostic's position is a line and
    /// a column of `text`.
    init(_ diagnostic: Diagnostic, in text: String) {
        severity = diagnostic.severity
        problem = diagnostic.problem
        if let expected = diagnostic.expected { problem += "; expected \(expected)" }
        fix = diagnostic.fix
        switch diagnostic.place?.file {
        case "--entity": part = "entity"
        case "--sort": part = "sort"
        default:
            guard let line = diagnostic.place?.line, let column = diagnostic.place?.column else {
                return
            }
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let before = lines.prefix(line - 1).reduce(0) { $0 + $1.utf8.count + 1 }
            let own = lines.indices.contains(line - 1) ? String(lines[line - 1]) : ""
            start = before + byteOffset(ofColumn: column, in: own)
            end = wordEnd(from: start ?? 0, in: text)
        }
    }

    func json(_ text: String, _ ranges: [SourceRange]) -> JSONNode {
        var members: [JSONNode.Member] = [
            .init("severity", JSONNode(severity.rawValue)),
            .init("problem", JSONNode(problem)),
            .init("fix", JSONNode(fix)),
        ]
        if let start {
            members.append(.init("start", JSONNode(units(start, text))))
            members.append(.init("end", JSONNode(units(max(end ?? start, start), text))))
        }
        let own = start.flatMap { start in ranges.lastIndex { $0.start <= start } } ?? condition
        if let own { members.append(.init("condition", JSONNode(own))) }
        if let part { members.append(.init("part", JSONNode(part))) }
        return JSONNode(.object(members))
    }
}

/// Returns the byte offset after the token that begins at `start` in `text`. A token is a word, a
/// string literal or a symbol. `start` is also a byte offset.
private func wordEnd(from start: Int, in text: String) -> Int {
    let rest = Array(text.utf8.dropFirst(start))
    guard let first = rest.first else { return start }
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
        var end = 1
        while end < rest.count, rest[end] != first {
            end += rest[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        return start + min(end + 1, rest.count)
    }
    let isPlaceholder = first == UInt8(ascii: "%")
    let length = rest.dropFirst(isPlaceholder ? 1 : 0).prefix { byte in
        byte >= 0x80 || "._$#@".utf8.contains(byte) || isWord(byte)
    }.count
    return start + max(length + (isPlaceholder ? 1 : 0), 1)
}

func isWord(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
}

/// Converts a byte offset in `text` to the offset in UTF-16 code units that JavaScript uses.
func units(_ byte: Int, _ text: String) -> Int {
    String(decoding: text.utf8.prefix(byte), as: UTF8.self).utf16.count
}
