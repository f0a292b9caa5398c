import SessionEngine
import Terminal

extension Screen {
    /// Whether the page's options are shown with numbers. This is true for a choice question. The
    /// labels at the ends of a scale need no numbers, because they already contain numbers.
    var numbersOptions: Bool { line.map { $0.label.hasPrefix("number") } ?? true }
}

/// The text lines of a screen. They are cached because the clock is drawn ten times a second while
/// the text stays the same.
struct ScreenText {
    let lines: [StyledText]
    private let source: Source

    /// All values from which the lines are computed.
    private struct Source: Hashable {
        var prose: String
        var body: String
        var options: [String]
        var chosen: Int?
        var numbersOptions: Bool
        /// Number of columns of the terminal.
        var columns: Int
    }

    /// - Parameter last: the previous text, whose lines are reused if they were made from the same
    ///   values.
    init(_ screen: Screen, columns: Int, last: ScreenText?) {
        let source = Source(
            prose: screen.prose,
            body: screen.body,
            options: screen.options,
            chosen: screen.chosen,
            numbersOptions: screen.numbersOptions,
            columns: columns
        )
        self.source = source
        lines = last.flatMap { $0.source == source ? $0.lines : nil } ?? Self.lines(of: source)
    }

    private static func lines(of source: Source) -> [StyledText] {
        let inner = source.columns - 2
        let width = min(inner, 78)
        // `ProseLayout` does not wrap lines of code. They are wrapped here, so that no text is cut
        // off.
        let prose = ProseLayout.lines(source.prose, columns: width).flatMap { $0.wrapped(inner) }
        let body = StyledText(source.body.trimmedEnd).wrapped(width)
        let texts =
            prose + (prose.isEmpty || source.body.isEmpty ? [] : [""])
            + (source.body.isEmpty ? [] : body)
        var lines = texts.map { " " + $0 }
        if !source.options.isEmpty {
            lines.append("")
            let digits = "\(source.options.count)".count
            for (index, option) in source.options.enumerated() {
                let isChosen = index == source.chosen
                let number = String(repeating: " ", count: digits) + "\(index + 1)"
                let label = source.numbersOptions ? number.suffix(digits) + "  " : ""
                let first = StyledText((isChosen ? " ▸ " : "   ") + label, isBold: isChosen)
                let indent = StyledText(String(repeating: " ", count: first.width))
                lines += StyledText(option, isBold: isChosen).wrapped(inner - first.width)
                    .enumerated().map { ($0 == 0 ? first : indent) + $1 }
            }
        }
        return lines
    }
}
