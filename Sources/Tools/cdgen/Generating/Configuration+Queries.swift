import Diagnostics
import Foundation
import Generator

extension Configuration {
    /// Adds a query to the file at `path`, or replaces the query with the same name. The rest of
    /// the file is unchanged. Creates the file if it does not exist. Locks the file's folder while
    /// the file is changed.
    ///
    /// - Parameters:
    ///   - model: the model's path. A new file names this model, so that `cdgen generate` finds it.
    ///     If nil, a new file names no model.
    ///   - version: the model version for which the query was written; nil for the current version.
    ///     If a new file names the model, it also names this version.
    /// - Returns: true if the query was added; false if it replaced a query.
    /// - Throws: `DiagnosticError` if the file is invalid or cannot be written, or if another
    ///   process has locked the folder.
    static func add(
        _ query: QueryParts,
        to path: String,
        model: String? = nil,
        version: String? = nil
    ) throws -> Bool {
        // If the file is a symbolic link, writes to the link's target and keeps the link.
        let file = URL(fileURLWithPath: resolvedPath(path))
        let lock = try WriteLock(on: file.deletingLastPathComponent().path)
        defer { lock.release() }
        let (text, isNew) = try adding(query, to: path, model: model, version: version)
        do {
            try replaceFile(at: file.path, with: text)
        } catch {
            throw DiagnosticError(
                "cannot-write",
                at: .init(file: path),
                "the file cannot be written",
                fix: "check that its folder exists and is writable",
                status: .cannotCreate
            )
        }
        return isNew
    }

    /// Returns the new text of the file at `path`, in which a query is added or replaced. Also
    /// returns whether the query was added.
    ///
    /// - Throws: `DiagnosticError` if the file is invalid.
    static func adding(
        _ query: QueryParts,
        to path: String,
        model: String? = nil,
        version: String? = nil
    ) throws -> (text: String, isNew: Bool) {
        let isThere = FileManager.default.fileExists(atPath: path)
        let known = isThere ? try read(path)?.queries ?? [] : []
        let before = isThere ? try String(contentsOfFile: path, encoding: .utf8) : ""
        var lines = lines(of: before)
        // Each line keeps its own line ending. New lines have the ending of the file's last line.
        let lineEnd = lines.last { !$0.end.isEmpty }?.end ?? "\n"
        func new(_ texts: [String]) -> [Line] { texts.map { Line(text: $0, end: lineEnd) } }
        while lines.last?.text.isEmpty == true { lines.removeLast() }
        if let last = lines.indices.last, lines[last].end.isEmpty { lines[last].end = lineEnd }
        if !isThere, let model {
            lines = new(["model: \(quoted(relative(model, to: path)))"])
            if let version { lines += new(["version: \(quoted(version))"]) }
        }
        let old = known.firstIndex { $0.parts.name == query.name }
        let texts = lines.map(\.text)
        if let old, let range = lineRange(of: old, in: known, texts) {
            let indent = indent(of: texts[range.lowerBound])
            lines.replaceSubrange(range, with: new(entry(query, indent)))
        } else if let last = known.indices.last, let range = lineRange(of: last, in: known, texts) {
            let indent = indent(of: texts[range.lowerBound])
            lines.insert(contentsOf: new(entry(query, indent)), at: range.upperBound)
        } else {
            lines.removeAll {
                $0.text.wholeMatch(of: /queries:\s*(\[\s*\]|~|null)?\s*(#.*)?/) != nil
            }
            lines += new(["queries:"] + entry(query, "  "))
        }
        let text = lines.map { $0.text + $0.end }.joined()
        try check(text, path, query, count: known.count + (old == nil ? 1 : 0))
        return (text, old == nil)
    }

    private struct Line {
        var text: String
        /// The line ending: LF, CR LF, or nothing at the end of the file.
        var end: String
    }

    private static func lines(of text: String) -> [Line] {
        let parts = text.utf8.split(separator: 0x0a, omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
            let isLast = index == parts.count - 1
            let hasReturn = !isLast && part.last == 0x0d
            return Line(
                text: String(decoding: hasReturn ? part.dropLast() : part, as: UTF8.self),
                end: isLast ? "" : hasReturn ? "\r\n" : "\n"
            )
        }
    }

    /// Returns the range of a query's lines. The range begins with the query's dash. It ends before
    /// the next query or at the end of the list, and does not include trailing blank lines. Returns
    /// nil if the query does not begin with a dash.
    private static func lineRange(
        of index: Int,
        in queries: [Query],
        _ lines: [String]
    ) -> Range<Int>? {
        guard let first = queries[index].line.map({ $0 - 1 }), lines.indices.contains(first),
            lines[first].drop(while: { $0 == " " }).hasPrefix("-")
        else { return nil }
        let depth = indent(of: lines[first]).count
        var end =
            lines[(first + 1)...].firstIndex { line in
                let text = line.drop { $0 == " " }
                return !text.isEmpty && line.count - text.count <= depth
            } ?? lines.count
        while lines[end - 1].allSatisfy({ $0 == " " }) { end -= 1 }
        return first..<end
    }

    private static func indent(of line: String) -> String { String(line.prefix { $0 == " " }) }

    private static func entry(_ query: QueryParts, _ indent: String) -> [String] {
        var lines = ["\(indent)- name: \(quoted(query.name))"]
        if let form = query.form { return lines + ["\(indent)  form: \(quoted(form))"] }
        lines.append("\(indent)  entity: \(quoted(query.entity))")
        if let predicate = query.predicate {
            lines.append("\(indent)  predicate: \(quoted(predicate))")
        }
        if !query.sort.isEmpty {
            lines.append("\(indent)  sort: [\(query.sort.map(quoted).joined(separator: ", "))]")
        }
        return lines
    }

    /// Returns the text as a YAML scalar. It is in quotes if it is not a single plain word.
    private static func quoted(_ text: String) -> String {
        let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        let words = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]
        if isPlain, text.first?.isLetter == true, !words.contains(text.lowercased()) { return text }
        guard text.unicodeScalars.contains(where: isUnseen) else {
            return "'\(text.replacing("'", with: "''"))'"
        }
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\", "\"": "\\\(scalar)"
            case "\n": "\\n"
            case "\r": "\\r"
            case _ where isUnseen(scalar): "\\u" + String(format: "%04X", scalar.value)
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }

    /// Returns whether the character must be escaped, because YAML does not allow it or treats it
    /// as a line break.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar == "\u{FEFF}" || (0xFFFE...0xFFFF).contains(scalar.value)
        }
    }

    /// Checks that the new text contains `query` unchanged, and that it contains `count` queries.
    private static func check(_ text: String, _ path: String, _ query: QueryParts, count: Int)
        throws
    {
        let read = try? Configuration.parsed(text, file: path)
        let found = read?.queries.map(\.parts).filter { $0.name == query.name } ?? []
        guard read?.queries.count == count, found.count == 1, found[0].predicate == query.predicate,
            found[0].sort == query.sort,
            found[0].entity == query.entity, found[0].form == query.form
        else {
            throw DiagnosticError(
                "cannot-add",
                at: .init(file: path),
                "the query cannot be added, because \"queries\" has an unsupported layout in this file",
                fix: "write \"queries\" as a list, with each key of a query on its own line",
                status: .configuration
            )
        }
    }
}

/// Returns the path of a form or model, relative to the folder of a configuration file.
func relative(_ path: String, to file: String) -> String {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent().standardizedFileURL
    let (from, to) = (
        folder.pathComponents, URL(fileURLWithPath: path).standardizedFileURL.pathComponents
    )
    let common = zip(from, to).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: from.count - common)
    return (up + to.dropFirst(common)).joined(separator: "/")
}
