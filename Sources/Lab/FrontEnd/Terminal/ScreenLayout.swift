import Diagnostics
import ResultsStore
import SessionEngine
import Terminal

/// The layout of a screen as lines of text for a terminal of a given size.
struct ScreenLayout {
    let screen: Screen
    let columns: Int
    let rows: Int
    /// The laid-out text of the screen, to be reused for the next drawing.
    let text: ScreenText
    /// Keys that the terminal handles itself, such as `h` for the tutorial. They are shown after
    /// the screen's keys.
    var extraKeys: [(key: String, words: String)] = []
    /// Number of keys at the beginning of ``extraKeys`` that are shown even if not all keys fit.
    var keptKeys = 0
    /// Whether the key `?` is shown although all keys fit.
    var explainsKeys = false
    var editor: LineEditor?
    var scroll = 0

    /// - Parameter last: the text of the previous drawing, which is reused if it is unchanged. Nil
    ///   if there is none.
    init(screen: Screen, columns: Int, rows: Int, last: ScreenText? = nil) {
        (self.screen, self.columns, self.rows) = (screen, columns, rows)
        text = ScreenText(screen, columns: columns, last: last)
    }

    private var inner: Int { columns - 2 }

    func frame(now: Stamp) -> TerminalFrame {
        let (head, foot) = (headLines(now: now), footLines)
        let body = text.lines
        // Some lines are reserved for the text, however many marks there are.
        let free = rows - head.count - foot.count
        let marks = markLines(atMost: free - Self.leastText)
        let room = max(free - marks.count, 1)
        let start = min(max(scroll, 0), max(body.count - room, 0))
        var lines = head + body.dropFirst(start).prefix(room)
        while lines.count < head.count + room { lines.append("") }
        var frame = TerminalFrame(lines: [], scroll: start)
        // The hint that there is more text may cover the last line, so the next page repeats that
        // line.
        frame.page = max(room - 1, 1)
        if room > 1, start + room < body.count {
            lines[lines.count - 1] = " ↓ more: Space or arrow keys"
        }
        lines += marks + foot
        if let editor {
            let shown = typing(editor)
            frame.cursorRow = lines.count - keyLines.count - 1
            frame.cursorColumn = shown.column
        }
        frame.lines = lines.map { $0.prefix(columns) }
        frame.cut(to: rows)
        return frame
    }

    private static let leastText = 4

    // MARK: Head

    private func headLines(now: Stamp) -> [StyledText] {
        let limit = screen.clock.map { "limit \($0.limitText)" } ?? ""
        let right = [StyledText(clockWords(now: now), isBold: true), StyledText(limit)]
        let room = max(columns - 3 - (right.map(\.width).max() ?? 0), 1)
        let title = StyledText(screen.title, isBold: true).wrapped(room).prefix(Self.mostTitles)
        // Without a clock, an empty line follows the title.
        let count = max(title.count + (screen.clock == nil ? 1 : 0), right.count)
        return [spread(StyledText(" " + place), StyledText(screen.right)), rule]
            + (0..<count).map { index in
                let isTitle = title.indices.contains(index)
                return spread(
                    isTitle ? " " + title[index] : "",
                    right.indices.contains(index) ? right[index] : ""
                )
            }
    }

    /// Maximum number of lines of a title. The rest of a longer title is left out.
    private static let mostTitles = 3

    private var place: String {
        [screen.left, screen.room?.words ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
    }

    private func clockWords(now: Stamp) -> String {
        guard let clock = screen.clock else { return "" }
        let elapsed = clock.elapsed(now)
        return "\(duration(elapsed)).\(elapsed / 100_000_000 % 10)   \(clock.word)"
    }

    private var rule: StyledText { StyledText(" " + String(repeating: "─", count: inner)) }

    private func spread(_ left: StyledText, _ right: StyledText) -> StyledText {
        let room = columns - 1 - right.width
        let shown = left.prefix(max(room - 1, 0))
        let gap = String(repeating: " ", count: max(room - shown.width, 1))
        return shown + StyledText(gap) + right
    }

    // MARK: Marks

    /// Returns at most `count` lines with the facilitator's latest marks. These lines stay visible
    /// even if the text above them must be scrolled. The first line states how many earlier marks
    /// are left out; it is empty if there are none.
    private func markLines(atMost count: Int) -> [StyledText] {
        let shown = min(max(2, min(8, rows / 4)), count - 1)
        guard !screen.marks.isEmpty, shown > 0 else { return [] }
        return screen.lastMarks(shown).map { StyledText($0.isEmpty ? "" : " " + $0) }
    }

    // MARK: Foot

    /// Maximum number of lines that one notice takes. A notice may quote an answer, which can be very
    /// long.
    private static let mostNotices = 4

    private var footLines: [StyledText] {
        let notice = (screen.notice ?? "").prefix(Self.mostNotices * columns)
        let notices = StyledText(notice).wrapped(inner).prefix(Self.mostNotices)
        var lines = notices.map { $0.cells.isEmpty ? $0 : " " + $0 }
        lines.append(rule)
        if let editor { lines.append(StyledText(typing(editor).line)) }
        return lines + keyLines.map { StyledText($0) }
    }

    private func typing(_ editor: LineEditor) -> (line: String, column: Int) {
        var editor = editor
        if screen.line?.isHidden == true { editor.hide() }
        var label = screen.line.map { $0.label.isEmpty ? " > " : " \($0.label)> " } ?? " > "
        // A long label is left out in a narrow terminal, because it would hide the typed text.
        if TextWidth.of(label) + 10 > columns { label = " > " }
        let room = max(columns - TextWidth.of(label) - 2, 1)
        // The text scrolls so that the cursor stays visible.
        var (start, before) = (editor.cursor, 0)
        while start > 0 {
            let width = TextWidth.of(editor.characters[start - 1])
            if before + width > room { break }
            (start, before) = (start - 1, before + width)
        }
        // A visible character takes at least one column, so this prefix is long enough.
        let near = String(editor.characters[start...].prefix(4 * room))
        return (label + TextWidth.prefix(near, room), TextWidth.of(label) + before)
    }

    private var keyLines: [String] {
        var words: [String] = []
        if let answer = screen.answerKeys { words.append("\(answer.keys) \(answer.words)") }
        for key in screen.keys where key.isListed {
            switch key.trigger {
            case .enter:
                let isTyped = editor.map { screen.submits($0.text) } ?? false
                words.append(isTyped ? "Enter submit" : "Enter \(key.words)")
            case .delete: words.append("Delete \(key.words)")
            case .character(let character):
                words.append(screen.line == nil ? "\(character) \(key.words)" : "Esc \(key.words)")
            }
        }
        if let line = screen.line, !screen.keys.contains(where: { $0.trigger == .enter }) {
            words.append("Enter submit")
            if let escape = line.escape { words.append("Esc \(escape)") }
        }
        let extra = extraKeys.map { "\($0.key) \($0.words)" }
        return fit(words + extra.dropFirst(keptKeys), keeping: Array(extra.prefix(keptKeys)))
    }

    /// Returns the descriptions of keys, in at most two lines. All keys in `kept` are shown. If the
    /// other keys, `words`, do not fit, the last of them are left out, and the key `?`, which lists
    /// all keys, is added.
    private func fit(_ words: [String], keeping kept: [String]) -> [String] {
        let isExplained = explainsKeys && !(words + kept).isEmpty
        let help = ["? all keys"]
        let line = " " + (words + kept + (isExplained ? help : [])).joined(separator: "   ")
        if TextWidth.of(line) < columns { return [line] }
        var shown = words
        while true {
            let all = shown + kept + (isExplained || shown.count < words.count ? help : [])
            let lines = TextWidth.fill(all, columns - 2, gap: "  ").map { " " + $0 }
            if lines.count <= 2 || shown.isEmpty { return Array(lines.prefix(2)) }
            shown.removeLast()
        }
    }
}

extension Screen.Clock {
    /// Returns the value of the clock at `now` in nanoseconds, but not more than the time limit.
    func elapsed(_ now: Stamp) -> Int64 {
        let running = since.flatMap { $0.nanoseconds(to: now) } ?? 0
        return min(Nanoseconds.sum([elapsed, running]), limitNanoseconds)
    }

    var limitText: String { duration(limitNanoseconds) }

    /// The time limit in nanoseconds. It is capped at 31 years, because a larger limit from another
    /// machine would overflow.
    private var limitNanoseconds: Int64 { Int64(max(0, min(limit, 1e9)) * 1e9) }
}

extension String {
    var trimmedEnd: String {
        guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[...last])
    }
}
