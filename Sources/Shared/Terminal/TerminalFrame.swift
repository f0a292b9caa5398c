/// The contents of a terminal's screen.
package struct TerminalFrame: Hashable, Sendable {
    package var lines: [StyledText]
    /// Number of lines of text above the visible part.
    package var scroll = 0
    /// Row of the cursor, counted from 0; nil if it is hidden.
    package var cursorRow: Int?
    package var cursorColumn = 0
    /// Number of text lines that are shown at once; the Page Up and Page Down keys scroll by this
    /// number.
    package var page = 1

    package init(lines: [StyledText], scroll: Int = 0) {
        (self.lines, self.scroll) = (lines, scroll)
    }
}
