import ResultsStore
import SessionEngine
import Terminal

/// A screen as plain lines, for a pipe or for a terminal without cursor positioning.
struct LinePage {
    let screen: Screen
    /// Whether the line of keys ends with the key `?`.
    var explainsKeys = true
    /// Path of the participant's workspace. Nil if the page does not show it.
    var workspace: String?

    /// Returns all lines of the page.
    func lines(now: Stamp) -> [String] {
        var lines = ["", "── \(heading)", screen.title + clock(now)].filter { $0 != "── " }
        let prose = ProseLayout.lines(screen.prose, columns: Self.width).map(\.text)
        let place = workspace.map { [Self.line(workspace: $0)] } ?? []
        for part in [prose, body, options, place] where !part.isEmpty { lines += [""] + part }
        if !screen.marks.isEmpty { lines += screen.lastMarks(Self.mostMarks) }
        return lines + [""] + news + keys
    }

    /// Returns the lines that were added since the screen `old`. Returns nil if `old` shows a
    /// different page. Pages are different if their titles, texts, options or `moment` (the input
    /// or event that a page waits for) differ.
    func changes(since old: Screen) -> [String]? {
        guard old.moment == screen.moment, old.title == screen.title, old.body == screen.body,
            old.prose == screen.prose, old.options == screen.options
        else { return nil }
        let marks = screen.marks.filter { !old.marks.contains($0) }
        let said = screen.notice == old.notice ? [] : news
        let page = screen.room?.state == old.room?.state ? nil : screen.room?.words
        return marks + said + [page].compactMap { $0 }
    }

    private var heading: String {
        [screen.left, screen.room?.words ?? "", screen.right].filter { !$0.isEmpty }
            .joined(separator: "   ")
    }

    private func clock(_ now: Stamp) -> String {
        guard let clock = screen.clock else { return "" }
        return "   \(duration(clock.elapsed(now))) \(clock.word), limit \(clock.limitText)"
    }

    private var body: [String] {
        screen.body.isEmpty ? [] : TextWidth.wrap(screen.body.trimmedEnd, Self.width)
    }

    private var options: [String] {
        screen.options.enumerated().map { index, option in
            let number = screen.numbersOptions ? "\(index + 1)  " : ""
            return "\(index == screen.chosen ? "▸" : " ") \(number)\(option)"
        }
    }

    private var news: [String] { screen.notice.map { TextWidth.wrap($0, Self.width) } ?? [] }

    /// The keys in lines, such as `[Enter] confirm   [:b] back`. On a page with text input,
    /// character keys have a colon prefix.
    private var keys: [String] {
        var words = screen.keys.filter(\.isListed).map { key in
            "[\(LinePage.name(of: key, typing: screen.line != nil))] \(key.words)"
        }
        if let line = screen.line {
            words.insert("[\(line.label.isEmpty ? "text" : line.label)]", at: 0)
            if !line.initial.trimmed.isEmpty { words.append("[:remove] remove the old text") }
        } else if let answer = screen.answerKeys {
            words.insert("[\(answer.keys)] \(answer.words)", at: 0)
        }
        if explainsKeys, !words.isEmpty {
            words.append("[\(screen.line == nil ? "" : ":")?] all keys")
        }
        return TextWidth.fill(words, Self.width)
    }

    /// Maximum number of marks on a page.
    private static let mostMarks = 8

    /// Number of columns of a line.
    private static let width = 78

    /// Returns the line that names the workspace. It is not wrapped, because people copy the path.
    static func line(workspace: String) -> String { "Workspace  \(workspace)" }

    /// Returns the text that a person types for a key.
    static func name(of key: Screen.Key, typing: Bool) -> String {
        switch key.trigger {
        case .enter: "Enter"
        case .delete: ":remove"
        case .character(let character): "\(typing ? ":" : "")\(character)"
        }
    }
}
