/// A drawing of a page as lines for a terminal of a given size. Only the list scrolls; everything
/// else is always visible.
struct ListPageDrawing<Message: Sendable> {
    let page: ListPage<Message>
    let editor: LineEditor?
    let columns: Int
    let rows: Int

    func frame(now: ContinuousClock.Instant) -> TerminalFrame {
        let head = [ends(" " + page.left, page.right, isBold: true), rule, ""]
        let keys = keyLines.map { StyledText($0) }
        var foot = page.notices.flatMap { TextWidth.wrap(" " + $0, columns - 1) }
            .map { StyledText($0) }
        foot.append(rule)
        let typed = editor.map(typing)
        if let typed { foot.append(StyledText(typed.line)) }
        foot += keys
        let room = max(rows - head.count - foot.count, 1)
        let selected = page.rows.firstIndex(where: \.isSelected) ?? 0
        let start = max(0, min(selected - room / 2, page.rows.count - room))
        var lines = head + page.rows.dropFirst(start).prefix(room).map { row($0, now) }
        while lines.count < head.count + room { lines.append("") }
        var frame = TerminalFrame(lines: (lines + foot).map { $0.prefix(columns) })
        if let typed {
            frame.cursorRow = frame.lines.count - keys.count - 1
            frame.cursorColumn = typed.column
        }
        frame.cut(to: rows)
        return frame
    }

    private var rule: StyledText { StyledText(" " + String(repeating: "─", count: columns - 2)) }

    private func row(_ row: ListPage<Message>.Row, _ now: ContinuousClock.Instant) -> StyledText {
        if row.isHeading { return StyledText("   " + row.text, isBold: true) }
        let isNew = row.isNewUntil.map { now < $0 } ?? false
        return ends((row.isSelected ? " › " : "   ") + row.text, row.note, isBold: isNew)
    }

    /// Returns a line with one text at the left end and one at the right end. The left text is cut
    /// if there is not enough room.
    private func ends(_ left: String, _ right: String, isBold: Bool) -> StyledText {
        let room = columns - TextWidth.of(right) - 2
        let shown = StyledText(left, isBold: isBold).prefix(room)
        return shown + StyledText(String(repeating: " ", count: max(room - shown.width, 0)) + " ")
            + StyledText(right)
    }

    /// Returns the input line, which is the label and the typed text, and the column of the cursor.
    /// If the cursor would not be visible, omits characters at the beginning of the typed text.
    private func typing(_ editor: LineEditor) -> (line: String, column: Int) {
        let label = " " + (page.line?.label ?? "")
        var before = String(editor.characters[..<editor.cursor])
        while TextWidth.of(label + before) > columns - 2, !before.isEmpty { before.removeFirst() }
        let after = String(editor.characters[editor.cursor...])
        return (label + before + after, TextWidth.of(label + before))
    }

    private var keyLines: [String] {
        var words = page.keys.map { "\($0.label) \($0.words)" }
        if page.line != nil { words.insert("Enter submit", at: 0) }
        // A page without keys has an empty line.
        return TextWidth.fill(words.isEmpty ? [""] : words, columns - 2).map { " " + $0 }
    }
}
