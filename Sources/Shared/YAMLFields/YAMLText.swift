import Diagnostics
import Yams

/// YAML text that is parsed into a tree of nodes with positions. Invalid YAML is reported.
///
/// If `allowsAliases` is false, aliases are rejected; studies and scripts do not need them. If
/// `allowsAliases` is true, the number of values after expansion is limited, because a few lines
/// can expand to more values than fit in memory. The parser limits nesting to 1,000 levels.
struct YAMLText {
    let text: String
    /// File name in diagnostics.
    let file: String
    let findings: DiagnosticList
    var allowsAliases = false

    func compose() -> Node? {
        do {
            if allowsAliases, let mark = try YAMLExpansion.excess(in: text) {
                findings.error(
                    "aliases",
                    at: place(mark),
                    "the file has more than \(YAMLExpansion.limit) values when its aliases are expanded",
                    fix: YAMLExpansion.advice
                )
                return nil
            }
            if !allowsAliases, YAMLExpansion.holdsAliases(text) {
                let (probe, anchored) = try tree(of: YAMLExpansion.withoutAliases(text))
                if let anchored {
                    findings.error(
                        "alias",
                        at: place(anchored.mark),
                        "an anchor or alias is not supported here",
                        fix: "write the value in each place instead of an alias"
                    )
                    return nil
                }
                if probe == nil { return nil }
            }
            return try tree(of: text).node
        } catch let error as YamlError {
            report(error)
        } catch {
            findings.error("yaml", at: .init(file: file), "the YAML cannot be read: \(error)")
        }
        return nil
    }

    /// Returns the root node, and the first node with an anchor. Keeps the parser alive during the
    /// search, because nodes have only weak references to their anchors.
    private func tree(of text: String) throws -> (node: Node?, anchored: Node?) {
        let parser = try Parser(yaml: text, encoding: .utf8)
        return try withExtendedLifetime(parser) {
            let root = try parser.singleRoot()
            return (root, root.flatMap(firstAnchor))
        }
    }

    private func firstAnchor(in node: Node) -> Node? {
        if node.anchor != nil { return node }
        switch node {
        case .scalar, .alias:
            return nil
        case .sequence(let sequence):
            return sequence.lazy.compactMap(firstAnchor).first
        case .mapping(let mapping):
            return mapping.lazy.compactMap { firstAnchor(in: $0.key) ?? firstAnchor(in: $0.value) }
                .first
        }
    }

    private func place(_ mark: Mark?) -> Diagnostic.Place {
        .init(file: file, line: mark?.line, column: mark?.column)
    }

    private func report(_ error: YamlError) {
        switch error {
        case .scanner(let context, let problem, let mark, _),
            .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            if let key = keyWithoutSpace(before: mark, problem) {
                findings.error(
                    "yaml",
                    at: key.place,
                    "invalid YAML: no space follows the \":\" of \"\(key.name)\"",
                    fix: "write a space after the \":\" of each key"
                )
                return
            }
            let start = context.map { " (\($0.text), from line \($0.mark.line))" } ?? ""
            findings.error(
                "yaml",
                at: place(mark),
                "invalid YAML: \(problem)\(start)",
                fix: conflictHint(before: mark) ?? indentationHint(before: mark)
                    ?? hint(for: problem, context?.text ?? "", at: mark)
            )
        case .reader(let problem, let offset, _, _):
            findings.error(
                "yaml",
                at: offset.map { position(ofCharacter: $0) } ?? .init(file: file),
                "invalid YAML: \(problem)",
                fix: "remove this character"
            )
        case .duplicatedKeysInMapping(let keys, let context):
            let names = keys.map { "\"\($0)\"" }.joined(separator: ", ")
            findings.error(
                "duplicate-key",
                at: place(context.mark),
                "\(keys.count == 1 ? "key \(names) is" : "keys \(names) are") given more than once in the same mapping",
                fix: "remove the duplicates"
            )
        default:
            findings.error("yaml", at: .init(file: file), "the YAML cannot be read")
        }
    }

    /// Returns the suggested fix if the line with the error, or a line before it, is indented with
    /// no-break spaces. Text copied from a web page may contain such spaces. The parser reads them
    /// as text.
    private func indentationHint(before mark: Mark) -> String? {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let index = lines.prefix(mark.line).lastIndex { line in
            line.prefix(while: \.isWhitespace).contains("\u{A0}")
        }
        return index.map { "indent line \($0 + 1) with spaces; it begins with no-break spaces" }
    }

    /// Returns the suggested fix if the line with the error, or a line before it, is the first line
    /// of a merge conflict (`<<<<<<<`).
    private func conflictHint(before mark: Mark) -> String? {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let index = lines.prefix(mark.line).lastIndex { $0.hasPrefix("<<<<<<< ") }
        return index.map {
            "resolve the conflict that begins on line \($0 + 1), and remove its marker lines"
        }
    }

    private func character(at mark: Mark) -> Unicode.Scalar? {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard lines.indices.contains(mark.line - 1) else { return nil }
        return lines[mark.line - 1].unicodeScalars.dropFirst(mark.column - 1).first
    }

    /// Returns whether the colon at `mark` is the first colon in its line.
    private func isAfterFirstKey(_ mark: Mark) -> Bool {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard lines.indices.contains(mark.line - 1) else { return false }
        return !lines[mark.line - 1].unicodeScalars.prefix(mark.column - 1).contains(":")
    }

    /// Returns the key of the last line before `mark` if no space follows its ":", as in `format:1`.
    /// YAML reads such a line as text, so the parser finds the problem only at a later line.
    private func keyWithoutSpace(
        before mark: Mark,
        _ problem: String
    ) -> (name: String, place: Diagnostic.Place)? {
        let problems = ["mapping values are not allowed", "expected ':'", "<document start>"]
        guard problems.contains(where: problem.contains) else { return nil }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard lines.indices.contains(mark.line - 1),
            !String(lines[mark.line - 1].unicodeScalars.prefix(mark.column - 1)).contains(": "),
            let index = lines[..<(mark.line - 1)].lastIndex(where: { line in
                line.first { !$0.isWhitespace }.map { $0 != "#" } ?? false
            }),
            let match = lines[index].prefixMatch(of: /([ ]|-[ ])*(?<key>[A-Za-z_][\w-]*):[^\s\/]/)
        else { return nil }
        let column = lines[index][..<match.key.startIndex].unicodeScalars.count + 1
        return (String(match.key), .init(file: file, line: index + 1, column: column))
    }

    /// Returns the suggested fix for an error that the parser found; nil if there is none.
    ///
    /// - Parameter context: the part of the text that the parser was reading when it found the
    ///   problem.
    private func hint(for problem: String, _ context: String, at mark: Mark) -> String? {
        if context.contains("alias") || context.contains("anchor") || problem.contains("alias") {
            return "put quotes around text that begins with \"*\" or \"&\""
        }
        if problem.contains("tab character") { return "indent with spaces, not tabs" }
        if problem.contains("cannot start any token") {
            return character(at: mark) == "\t"
                ? "replace the tab with spaces"
                : "put quotes around text that begins with \"%\", \"@\" or \"`\""
        }
        if problem.contains("mapping values are not allowed") {
            return isAfterFirstKey(mark)
                ? "indent this key as much as the other keys of the mapping; if the line continues "
                    + "a text, put quotes around the whole text"
                : "put quotes around text that contains \": \""
        }
        if context.hasSuffix("a tag") || problem.contains("comment or line break") {
            return "put quotes around text that begins with \"|\", \">\" or \"!\""
        }
        if context.hasSuffix("parsing a quoted scalar") {
            return "write \"\\\\\" for each \"\\\", or put the text between single quotes"
        }
        if problem.contains("could not find expected ':'") {
            return "write a space after the \":\" of each key, and indent text that continues a "
                + "line"
        }
        if problem.contains("another document") { return "remove the line \"---\"" }
        if problem.contains("did not find expected")
            || problem.contains("unexpected end of stream")
        {
            let quotes =
                "close each quote and bracket before this position; write '' for an apostrophe "
                + "inside single quotes; put straight quotes around text that contains brackets or "
                + "\": \""
            guard context.contains("block") else { return quotes }
            return "indent the keys of a mapping equally, and the items of a list equally; write a "
                + "space after each \"-\"; \(quotes)"
        }
        if problem.contains("nesting level") { return "use fewer levels of nesting" }
        return nil
    }

    private func position(ofCharacter offset: Int) -> Diagnostic.Place {
        let before = text.prefix(offset)
        let lines = before.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return .init(
            file: file,
            line: lines.count,
            column: (lines.last?.unicodeScalars.count ?? 0) + 1
        )
    }
}

extension Entry {
    /// Creates an entry for the root of a YAML text, which may begin with a byte order mark. Returns
    /// nil after reporting an error. If the file is empty and `expected` is nil, returns nil without reporting an error.
    ///
    /// - Parameters:
    ///   - expected: description of the file's contents; nil if the file may be empty.
    ///   - allowsAliases: whether aliases are allowed, up to a limit on their expanded size.
    package init?(
        yaml text: String,
        file: String,
        expected: String?,
        findings: DiagnosticList,
        allowsAliases: Bool = false
    ) {
        let errors = findings.all.count
        // Windows editors begin UTF-8 text with a byte order mark.
        let unmarked = text.first == "\u{FEFF}" ? String(text.dropFirst()) : text
        let yaml = YAMLText(
            text: unmarked,
            file: file,
            findings: findings,
            allowsAliases: allowsAliases
        )
        guard let node = yaml.compose() else {
            if let expected, findings.all.count == errors {
                findings.error(
                    "empty-file",
                    at: .init(file: file, line: 1, column: 1),
                    "the file is empty",
                    expected: expected
                )
            }
            return nil
        }
        self.init(
            node: node,
            file: file,
            name: "the file",
            expected: expected ?? "keys with values",
            findings: findings,
            source: YAMLSource(unmarked)
        )
    }
}
