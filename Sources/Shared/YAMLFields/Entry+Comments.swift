import Diagnostics
import Yams

extension Entry {
    /// Warns of texts that YAML ends before a "#", as in `title: Task #1`.
    ///
    /// Comments without a space after the "#" look the same. Therefore warns only if a digit follows
    /// the "#", or if a letter follows it and the text has several words.
    ///
    /// - Parameter text: the text of the file.
    package func warnOfCutTexts(in text: String) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        warnOfCutTexts(node, lines)
    }

    private func warnOfCutTexts(_ node: Node, _ lines: [Substring]) {
        switch node {
        case .sequence(let sequence): for member in sequence { warnOfCutTexts(member, lines) }
        case .mapping(let mapping): for (_, value) in mapping { warnOfCutTexts(value, lines) }
        case .alias: break
        case .scalar(let scalar):
            guard scalar.style == .plain, !scalar.string.isEmpty, let mark = node.mark,
                lines.indices.contains(mark.line - 1)
            else { return }
            let rest = String(lines[mark.line - 1].unicodeScalars.dropFirst(mark.column - 1))
            guard rest.hasPrefix(scalar.string) else { return }
            let comment = rest.dropFirst(scalar.string.count).drop { $0 == " " || $0 == "\t" }
            guard comment.first == "#", let next = comment.dropFirst().first,
                next.isNumber || next.isLetter && scalar.string.contains(" ")
            else { return }
            findings.warning(
                "cut-text",
                at: .init(file: file, line: mark.line, column: mark.column),
                "this text ends with \(quoted(scalar.string)), because YAML takes "
                    + "\(quoted(String(comment))) as a comment",
                fix: "put quotes around the whole text, or write a space after the \"#\" of a "
                    + "comment"
            )
        }
    }
}
