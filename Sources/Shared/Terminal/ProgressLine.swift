import Diagnostics
import Foundation

/// A line with the progress of a command, on standard error. Each text replaces the previous text.
/// Outside a terminal, nothing is shown.
package struct ProgressLine: Sendable {
    package let isInTerminal = isatty(2) == 1

    package init() {}

    package func show(_ text: String) {
        guard isInTerminal else { return }
        Self.write(Self.replacing(text, columns: Self.columns))
    }

    /// Removes the line. Must be called before other text is written.
    package func clear() {
        guard isInTerminal else { return }
        Self.write(Self.replacing("", columns: Self.columns) + "\r")
    }

    /// Returns the characters that write `text` over the line, padded to `columns` with spaces.
    /// Unlike an escape sequence, spaces work in every terminal.
    package static func replacing(_ text: String, columns: Int) -> String {
        let shown = TextWidth.prefix(text.inert, columns)
        return "\r" + shown + String(repeating: " ", count: columns - TextWidth.of(shown))
    }

    /// Maximum width of the line: one column less than the terminal. In some terminals, a character
    /// in the last column would move the cursor to the next line.
    private static var columns: Int { max(1, RawTerminal.size(of: 2).columns - 1) }

    /// Writes the text to standard error. Ignores write errors, as ``Output/complain(_:)`` does.
    private static func write(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
