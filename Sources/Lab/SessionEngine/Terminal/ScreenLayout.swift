import ResultsStore

/// A screen as lines of text for a terminal of a given size.
struct ScreenLayout {
    let screen: Screen
    let columns: Int
    let rows: Int
    /// What the terminal itself offers, beside the screen's keys.
    var extraKeys: [(key: String, words: String)] = []
    var editor: LineEditor?
    var scroll = 0

    struct Frame: Hashable {
        var lines: [String]
        /// Where the cursor stands, if it shows: row and column from 0.
        var cursor: (row: Int, column: Int)? {
            cursorRow.map { ($0, cursorColumn) }
        }
        var cursorRow: Int?
        var cursorColumn = 0
        var isScrollable = false
    }

    private var inner: Int { columns - 2 }

    func frame(now: Stamp) -> Frame {
        let foot = footLines
        let head = headLines(now: now)
        let body = bodyLines
        let room = max(rows - head.count - foot.count, 1)
        let start = min(max(scroll, 0), max(body.count - room, 0))
        var lines = head + body.dropFirst(start).prefix(room)
        while lines.count < rows - foot.count { lines.append("") }
        var frame = Frame(lines: [], isScrollable: body.count > room)
        if frame.isScrollable, start + room < body.count, lines.count > head.count {
            lines[lines.count - 1] = " ↓ more: arrow keys"
        }
        lines += foot
        if let editor {
            let shown = typing(editor)
            frame.cursorRow = lines.count - 2
            frame.cursorColumn = shown.column
        }
        frame.lines = lines.prefix(rows).map { TextWidth.prefix($0, columns) }
        return frame
    }

    // MARK: Head

    private func headLines(now: Stamp) -> [String] {
        [
            spread(" " + screen.left, screen.right), rule,
            spread(" " + screen.title, clockWords(now: now)),
            spread("", screen.clock.map { "limit \(duration(Int64($0.limit * 1e9)))" } ?? ""),
        ]
    }

    private func clockWords(now: Stamp) -> String {
        guard let clock = screen.clock else { return "" }
        let running = clock.since.flatMap { $0.nanoseconds(to: now) } ?? 0
        let elapsed = min(clock.elapsed + running, Int64(clock.limit * 1e9))
        return "\(duration(elapsed)).\(elapsed / 100_000_000 % 10)   \(clock.word)"
    }

    private var rule: String { " " + String(repeating: "─", count: inner) }

    private func spread(_ left: String, _ right: String) -> String {
        let room = columns - 1 - TextWidth.of(right)
        let shown = TextWidth.prefix(left, max(room - 1, 0))
        let gap = max(room - TextWidth.of(shown), 1)
        return shown + String(repeating: " ", count: gap) + right
    }

    // MARK: Body

    private var bodyLines: [String] {
        var lines = TextWidth.wrap(screen.body.trimmedEnd, min(inner, 78)).map { " " + $0 }
        if !screen.options.isEmpty {
            lines.append("")
            for (number, option) in screen.options.enumerated() {
                let label = isNumbered ? "\(number + 1)  " : ""
                lines += TextWidth.wrap(label + option, inner - 2).map { "   " + $0 }
            }
        }
        if !screen.marks.isEmpty {
            lines.append("")
            lines += screen.marks.suffix(8).map { " " + $0 }
        }
        return lines
    }

    /// Options of a choice are numbered; the ends of a scale are numbers themselves.
    private var isNumbered: Bool {
        screen.line == nil || screen.line?.label.hasPrefix("number") == true
    }

    // MARK: Foot

    private var footLines: [String] {
        var lines = [screen.notice.map { " " + $0 } ?? "", rule]
        if let editor { lines.append(typing(editor).line) }
        return lines + [keyLine]
    }

    private func typing(_ editor: LineEditor) -> (line: String, column: Int) {
        let label = screen.line.map { $0.label.isEmpty ? " > " : " \($0.label)> " } ?? " > "
        let room = max(columns - TextWidth.of(label) - 2, 8)
        // The line scrolls so that the cursor stays in sight.
        var start = 0
        while TextWidth.of(String(editor.characters[start..<editor.cursor])) > room { start += 1 }
        let visible = TextWidth.prefix(String(editor.characters[start...]), room)
        let before = TextWidth.of(String(editor.characters[start..<editor.cursor]))
        return (label + visible, TextWidth.of(label) + before)
    }

    private var keyLine: String {
        var words: [String] = []
        if screen.options.count > 0, screen.line == nil {
            words.append("1–\(screen.options.count) choose")
        }
        for key in screen.keys {
            switch key.trigger {
            case .enter: words.append("Enter \(key.words)")
            case .character(let character):
                words.append(screen.line == nil ? "\(character) \(key.words)" : "Esc \(key.words)")
            }
        }
        if screen.line != nil, !screen.keys.contains(where: { $0.trigger == .enter }) {
            words.append("Enter take it")
        }
        words += extraKeys.map { "\($0.key) \($0.words)" }
        return fit(words)
    }

    /// As many keys as fit; `?` shows the rest.
    private func fit(_ words: [String]) -> String {
        let line = " " + words.joined(separator: "   ")
        if TextWidth.of(line) <= columns { return line }
        let tight = " " + words.joined(separator: "  ")
        if TextWidth.of(tight) <= columns { return tight }
        var kept = words
        while kept.count > 1 {
            kept.removeLast()
            let line = " " + kept.joined(separator: "  ") + "  ? all keys"
            if TextWidth.of(line) <= columns { return line }
        }
        return tight
    }
}

extension String {
    var trimmedEnd: String {
        guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[...last])
    }
}
