/// The contents of a terminal's screen.
package struct TerminalFrame: Hashable, Sendable {
    package var lines: [StyledText]
    /// Number of lines of text above the visible part.
    package var scroll = 0
    /// Row and column of the cursor, counted from 0; nil if it is hidden.
    package var cursor: (row: Int, column: Int)? {
        cursorRow.map { ($0, cursorColumn) }
    }
    package var cursorRow: Int?
    package var cursorColumn = 0
    /// Number of text lines that are shown at once, for keys that turn the page.
    package var page = 1

    package init(lines: [StyledText], scroll: Int = 0) {
        (self.lines, self.scroll) = (lines, scroll)
    }
}
