/// The contents of a terminal's screen.
package struct TerminalFrame: Hashable, Sendable {
    package var lines: [StyledText]
    /// Number of lines that have been scrolled out of view at the top.
    package var scroll = 0
    /// Row of the cursor, counted from 0; nil if the cursor is hidden.
    package var cursorRow: Int?
    package var cursorColumn = 0
    /// Number of lines by which the Page Up and Page Down keys scroll.
    package var page = 1

    package init(lines: [StyledText], scroll: Int = 0) {
        (self.lines, self.scroll) = (lines, scroll)
    }

    /// Removes lines at the bottom until at most `rows` remain. If this would remove the line with
    /// the cursor, first removes lines at the top.
    package mutating func cut(to rows: Int) {
        if let row = cursorRow, row >= rows {
            lines.removeFirst(row + 1 - rows)
            cursorRow = rows - 1
        }
        lines.removeLast(max(lines.count - rows, 0))
    }
}
