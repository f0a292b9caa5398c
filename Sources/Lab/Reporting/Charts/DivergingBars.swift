/// Answers to items with ordered levels, as bars around a central axis. Lower levels are to the
/// left of the axis, and higher levels are to the right. A middle level is split between both
/// sides. The legend also lists levels that nobody chose.
struct DivergingBars {
    var levels: [String]
    /// The items, each with the number of answers at each level.
    var items: [(label: String, counts: [Int])]

    /// Returns the color of a level: orange for low levels, blue for high levels, gray for a middle
    /// level. People with common forms of color blindness can tell these colors apart.
    private func fill(_ level: Int) -> String {
        let last = max(1, levels.count - 1)
        let place = Double(level) / Double(last)
        if levels.count % 2 == 1, level == last / 2 { return "#999999" }
        let strength = abs(place - 0.5) * 2
        let mix = { (end: Double) in Int((225 - (225 - end) * (0.35 + 0.65 * strength)).rounded()) }
        let (red, green, blue) =
            place < 0.5 ? (mix(213), mix(94), mix(0)) : (mix(0), mix(114), mix(178))
        return "#" + [red, green, blue].map(DivergingBars.hexadecimal).joined()
    }

    private static func hexadecimal(_ number: Int) -> String {
        let text = String(min(255, max(0, number)), radix: 16)
        return text.count == 1 ? "0" + text : text
    }

    /// Returns the text color: white on the dark fills of the highest levels, black on other fills.
    private func ink(_ level: Int) -> String {
        let place = Double(level) / Double(max(1, levels.count - 1))
        return place > 0.8 ? "#ffffff" : "#000000"
    }

    var canvas: Canvas {
        var canvas = Canvas()
        let (top, rowHeight) = (8.0, 46.0)
        let keyRows = (levels.count + 3) / 4
        let bottom = top + rowHeight * Double(items.count)
        canvas.height = bottom + 22 + 20 * Double(keyRows)
        let half = 290.0
        let most = items.flatMap { [side($0.counts, low: true), side($0.counts, low: false)] }.max()
        let unit = half / max(1, most ?? 1)
        for (index, item) in items.enumerated() {
            let y = top + rowHeight * Double(index)
            canvas.text(Canvas.short(item.label, 92), 22, y + 13, size: 12, bold: true)
            canvas.line(320, y + 16, 320, y + 42, stroke: Canvas.soft)
            var x = 320 - unit * side(item.counts, low: true)
            for (level, count) in item.counts.enumerated() where count > 0 {
                let width = Double(count) * unit
                canvas.rectangle(
                    x,
                    y + 19,
                    width,
                    20,
                    fill: fill(level),
                    stroke: Canvas.paper,
                    title: "\(levels[level]): \(count)"
                )
                if width > 8 * Double(String(count).count) + 4 {
                    canvas.text(
                        "\(count)",
                        x + width / 2,
                        y + 33.5,
                        size: 12,
                        anchor: .middle,
                        fill: ink(level)
                    )
                }
                x += width
            }
        }
        for (level, name) in levels.enumerated() {
            let x = 22 + 150 * Double(level % 4)
            let y = bottom + 12 + 20 * Double(level / 4)
            canvas.rectangle(x, y, 12, 12, fill: fill(level))
            canvas.text(Canvas.short(name, 22), x + 17, y + 10.5, size: 11)
        }
        return canvas
    }

    /// Returns the number of answers on one side of the central axis. Counts half of the answers at
    /// a middle level.
    private func side(_ counts: [Int], low: Bool) -> Double {
        counts.enumerated().reduce(0) { sum, item in
            let place = 2 * item.offset - (levels.count - 1)
            if place == 0 { return sum + Double(item.element) / 2 }
            return (place < 0) == low ? sum + Double(item.element) : sum
        }
    }

    var description: [String] {
        items.map { item in
            let counts = zip(levels, item.counts).map { "\($0) \($1)" }
            return "\(item.label): \(counts.joined(separator: ", "))."
        }
    }
}
