import Foundation

/// Text that a command prints in a terminal without pages, such as an error.
package enum TerminalText {
    /// Returns `text` with lines that end at whole words and fit into the terminal of a file
    /// descriptor. Returns the text unchanged if the descriptor has no terminal.
    package static func fitted(_ text: String, to descriptor: Int32) -> String {
        guard isatty(descriptor) == 1 else { return text }
        return fitted(text, columns: RawTerminal.size(of: descriptor).columns - 1)
    }

    /// Returns `text` with lines of at most `columns`. A line with a command is not divided, so that
    /// the command can be copied.
    package static func fitted(_ text: String, columns: Int) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            line.contains("evalrun ") ? [String(line)] : TextWidth.wrap(String(line), columns)
        }
        .joined(separator: "\n")
    }
}
