import Foundation

/// Text that a command prints in a terminal without drawing a page, such as an error.
package enum TerminalText {
    /// Returns `text`, wrapped between words to the width of a terminal. If the file descriptor
    /// `descriptor` does not refer to a terminal, returns the text unchanged.
    package static func fitted(_ text: String, to descriptor: Int32) -> String {
        guard isatty(descriptor) == 1 else { return text }
        return fitted(text, columns: RawTerminal.size(of: descriptor).columns - 1)
    }

    /// Returns `label` followed by `text`. If the descriptor refers to a terminal, wraps the result
    /// to the terminal's width, as ``fitted(_:after:columns:)`` does.
    package static func fitted(_ text: String, after label: String, to descriptor: Int32) -> String
    {
        guard isatty(descriptor) == 1 else { return label + text }
        return fitted(text, after: label, columns: RawTerminal.size(of: descriptor).columns - 1)
    }

    /// Returns `label` followed by `text`, wrapped at `columns`. Indents all lines after the first
    /// by the label's width. If this leaves fewer than 20 columns for the text, does not indent.
    package static func fitted(_ text: String, after label: String, columns: Int) -> String {
        let width = TextWidth.of(label)
        guard columns - width >= 20 else { return fitted(label + text, columns: columns) }
        let indent = String(repeating: " ", count: width)
        return label
            + fitted(text, columns: columns - width).replacing("\n", with: "\n" + indent)
    }

    /// Returns `text`, wrapped at `columns`. Does not wrap lines that contain an `evalrun` command,
    /// so that the command can be copied.
    package static func fitted(_ text: String, columns: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            line.contains("evalrun ") ? [String(line)] : TextWidth.wrap(String(line), columns)
        }
        .joined(separator: "\n")
    }
}
