/// An SVG drawing. Numbers are written with at most one decimal, and text is escaped. Conditions
/// and answer levels have fixed colors. All other colors are variables of the report's style sheet.
struct Canvas: Sendable {
    enum Anchor: String, Sendable { case start, middle, end }

    /// The color of text and of most lines and symbols; the style sheet defines it for light and
    /// for dark mode.
    static let ink = "var(--ink)"
    static let soft = "var(--soft)"
    static let line = "var(--line)"
    static let paper = "var(--paper)"
    static let band = "var(--band)"

    /// Returns the Okabe–Ito color for the condition at position `index` in the study.
    static func colour(_ index: Int) -> String {
        HTMLStyle.palette[index % HTMLStyle.palette.count]
    }

    var width = 640.0
    var height = 0.0
    private(set) var body = ""

    mutating func line(
        _ x1: Double,
        _ y1: Double,
        _ x2: Double,
        _ y2: Double,
        stroke: String = Canvas.line,
        width: Double = 1,
        dash: String = ""
    ) {
        let dashes = dash.isEmpty ? "" : " stroke-dasharray=\"\(dash)\""
        body += """
            <line x1="\(at(x1))" y1="\(at(y1))" x2="\(at(x2))" y2="\(at(y2))" \
            stroke="\(stroke)" stroke-width="\(at(width))"\(dashes)/>

            """
    }

    /// Draws text.
    ///
    /// - Parameter style: class in the report's style sheet; empty for none.
    mutating func text(
        _ words: String,
        _ x: Double,
        _ y: Double,
        size: Double = 12,
        anchor: Anchor = .start,
        bold: Bool = false,
        fill: String? = nil,
        style: String = ""
    ) {
        let weight = bold ? " font-weight=\"600\"" : ""
        let place = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
        let colour = fill.map { " style=\"fill: \($0)\"" } ?? ""
        let kind = style.isEmpty ? "" : " class=\"\(style)\""
        body += """
            <text x="\(at(x))" y="\(at(y))" font-size="\(at(size))"\(place)\(weight)\(colour)\(kind)>\
            \(Canvas.escape(words))</text>

            """
    }

    mutating func circle(
        _ x: Double,
        _ y: Double,
        radius: Double = 4.5,
        fill: String,
        stroke: String? = nil,
        title: String = ""
    ) {
        body += """
            <circle cx="\(at(x))" cy="\(at(y))" r="\(at(radius))" fill="\(fill)" \
            fill-opacity="0.85" stroke="\(stroke ?? fill)" \
            stroke-width="1.5"\(closed("circle", title))

            """
    }

    mutating func rectangle(
        _ x: Double,
        _ y: Double,
        _ width: Double,
        _ height: Double,
        fill: String,
        stroke: String = "none",
        title: String = ""
    ) {
        body += """
            <rect x="\(at(x))" y="\(at(y))" width="\(at(max(0, width)))" \
            height="\(at(max(0, height)))" fill="\(fill)" stroke="\(stroke)"\
            \(closed("rect", title))

            """
    }

    /// Draws a diamond that marks an estimate.
    mutating func diamond(_ x: Double, _ y: Double, fill: String = Canvas.ink, half: Double = 5) {
        body += """
            <path d="M\(at(x - half)) \(at(y))L\(at(x)) \(at(y - half))L\(at(x + half)) \(at(y))\
            L\(at(x)) \(at(y + half))Z" fill="\(fill)"/>

            """
    }

    mutating func polyline(
        _ points: [(x: Double, y: Double)],
        stroke: String,
        width: Double = 1.5,
        dash: String = "",
        opacity: Double = 1
    ) {
        guard points.count > 1 else { return }
        let dashes = dash.isEmpty ? "" : " stroke-dasharray=\"\(dash)\""
        let faint = opacity < 1 ? " stroke-opacity=\"\(fixed(opacity, 2))\"" : ""
        let places = points.map { "\(at($0.x)),\(at($0.y))" }.joined(separator: " ")
        body += """
            <polyline points="\(places)" fill="none" stroke="\(stroke)" \
            stroke-width="\(at(width))"\(dashes)\(faint)/>

            """
    }

    /// Draws a line from one end of an interval to the other, with a mark for the estimate.
    mutating func interval(
        _ low: Double?,
        _ centre: Double?,
        _ high: Double?,
        on scale: Scale,
        y: Double,
        stroke: String = Canvas.ink
    ) {
        if let low = low.map(scale.place), let high = high.map(scale.place) {
            line(low, y, high, y, stroke: stroke, width: 1.5)
            for end in [low, high] { line(end, y - 4, end, y + 4, stroke: stroke, width: 1.5) }
        }
        if let centre { diamond(scale.place(centre), y, fill: stroke) }
    }

    private func at(_ number: Double) -> String {
        let text = fixed(number, 1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private func closed(_ tag: String, _ title: String) -> String {
        title.isEmpty ? "/>" : "><title>\(Canvas.escape(title))</title></\(tag)>"
    }

    /// Escapes text for SVG and removes line breaks, which SVG text cannot have. Isolates names in
    /// a right-to-left script with characters, because SVG has no element for it.
    static func escape(_ words: String) -> String {
        HTML.escape(words.harmless.replacing("\n", with: " "))
            .isolatingRightToLeft("\u{2068}", "\u{2069}")
    }

    /// Shortens text that is longer than `limit` characters, and ends it with an ellipsis.
    static func short(_ words: String, _ limit: Int = 80) -> String {
        words.count > limit ? words.prefix(limit - 1) + "…" : words
    }
}
