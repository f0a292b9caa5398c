import Foundation

/// Text that a command prints in a terminal without drawing a page, such as an error.
package enum TerminalText {
    /// Returns `text` with lines that fit into the terminal to which a file descriptor refers.
    /// Lines end at whole words. Returns the text unchanged if the descriptor does not refer to a
    /// terminal.
    package static func fitted(_ text: String, to descriptor: Int32) -> String {
        guard isatty(descriptor) == 1 else { return text }
        return fitted(text, columns: RawTerminal.size(of: descriptor).columns - 1)
    }

    /// Returns `label` and `text` as one line; in a terminal, as lines that fit, in which the text is
    /// indented by the label's width.
    package static func fitted(_ text: String, after label: String, to descriptor: Int32) -> String
    {
        guard isatty(descriptor) == 1 else { return label + text }
        return fitted(text, after: label, columns: RawTerminal.size(of: descriptor).columns - 1)
    }

    /// Returns `label` and `text` as lines of at most `columns`, in which the text is indented by the
    /// label's width. A label that leaves little space is wrapped with the text.
    package static func fitted(_ text: String, after label: String, columns: Int) -> String {
        let width = TextWidth.of(label)
        guard columns - width >= 20 else { return fitted(label + text, columns: columns) }
        let indent = String(repeating: " ", count: width)
        return label
            + fitted(text, columns: columns - width).replacing("\n", with: "\n" + indent)
    }

    /// Returns `text` with lines of at most `columns`. Lines that contain a command are not
    /// divided, so that the command can be copied.
    package static func fitted(_ text: String, columns: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            line.contains("evalrun ") ? [String(line)] : TextWidth.wrap(String(line), columns)
        }
        .joined(separator: "\n")
    }
}
