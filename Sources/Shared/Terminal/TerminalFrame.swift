/// What a terminal shows.
package struct TerminalFrame: Hashable, Sendable {
    package var lines: [StyledText]
    /// Number of text lines above the visible part.
    package var scroll = 0
    /// Row and column of the cursor from 0. Nil if it is hidden.
    package var cursor: (row: Int, column: Int)? {
        cursorRow.map { ($0, cursorColumn) }
    }
    package var cursorRow: Int?
    package var cursorColumn = 0
    package var isScrollable = false
    /// Lines of text that are shown at once, for a key that turns the page.
    package var page = 1

    package init(lines: [StyledText], scroll: Int = 0, isScrollable: Bool = false) {
        (self.lines, self.scroll, self.isScrollable) = (lines, scroll, isScrollable)
    }
}
