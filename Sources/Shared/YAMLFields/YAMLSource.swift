import Yams

/// The lines of a YAML text, for finding comments. The parser discards comments.
struct YAMLSource {
    /// The Unicode scalars of each line, because the parser counts columns in scalars. Empty if the
    /// text has no `#`.
    private let lines: [[Unicode.Scalar]]

    init(_ text: String) {
        guard text.utf8.contains(UInt8(ascii: "#")) else {
            lines = []
            return
        }
        lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { Array($0.unicodeScalars) }
    }

    /// Returns the comment after an unquoted scalar if it is on the scalar's last line, and if no
    /// space follows the `#`. Such a comment is probably the end of the text, as in `Task #1`.
    /// Returns nil for any other comment.
    func lostText(after scalar: Node.Scalar) -> (text: String, line: Int, column: Int)? {
        guard scalar.style == .plain, let mark = scalar.mark else { return nil }
        var (line, column) = (mark.line - 1, mark.column - 1)
        // The parser folds line breaks and indentation, so only other characters are compared.
        for character in scalar.string.unicodeScalars where !character.properties.isWhitespace {
            while lines.indices.contains(line) {
                column = firstText(in: lines[line], from: column)
                if column < lines[line].count { break }
                (line, column) = (line + 1, 0)
            }
            guard lines.indices.contains(line), lines[line][column] == character else { return nil }
            column += 1
        }
        guard lines.indices.contains(line) else { return nil }
        let start = firstText(in: lines[line], from: column)
        let comment = lines[line].dropFirst(start)
        guard start > column, comment.first == "#",
            let first = comment.first(where: { $0 != "#" }), !first.properties.isWhitespace
        else { return nil }
        return (String(String.UnicodeScalarView(comment)), line + 1, start + 1)
    }

    /// Returns the index of the first character from `start` that is not white space; the number of
    /// characters if there is none.
    private func firstText(in line: [Unicode.Scalar], from start: Int) -> Int {
        line.indices.dropFirst(start).first { !line[$0].properties.isWhitespace } ?? line.count
    }
}
