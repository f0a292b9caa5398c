/// A chart of ratios of times with their intervals, on a logarithmic axis around 1.
struct RatioForest {
    var rows: [ForestRow]
    var names: (first: String, second: String)

    var canvas: Canvas {
        var canvas = Canvas()
        let (top, rowHeight) = (24.0, 42.0)
        let bottom = top + rowHeight * Double(rows.count)
        canvas.height = bottom + 46
        let values =
            rows.flatMap { [$0.value, $0.low, $0.high] }.compactMap(\.self)
            .map { min(max($0, 0.01), 100) } + [0.5, 2]
        let range = Scale.logarithmic(around: values, ticks: Scale.ratios) ?? 0.5...2
        let scale = Scale(range: range, from: 22, to: 470, isLogarithmic: true)
        canvas.axis(
            scale,
            ticks: Scale.ratios,
            top: top,
            bottom: bottom,
            words: { "\(fixed($0, $0 < 1 ? ($0 < 0.05 ? 3 : 2) : $0 < 2 && $0 != 1 ? 2 : 0))" },
            title: "Ratio of times, \(short.first) ÷ \(short.second), logarithmic axis"
        )
        let one = scale.place(1)
        canvas.line(one, top, one, bottom, stroke: Canvas.ink, width: 1.5, dash: "4 3")
        drawSides(around: one, on: &canvas)
        for (index, row) in rows.enumerated() {
            let y = top + rowHeight * Double(index)
            canvas.text(Canvas.short(row.label, 60), 22, y + 14, size: 13, bold: true)
            canvas.interval(row.low, row.value, row.high, on: scale, y: y + 30)
            canvas.text(row.words, 484, y + 34, size: 12, bold: row.isTotal)
        }
        return canvas
    }

    /// The names of the conditions, short enough for the drawing.
    private var short: (first: String, second: String) {
        (Canvas.short(names.first, 30), Canvas.short(names.second, 30))
    }

    /// Draws labels such as `Generator quicker` to the left and to the right of the x position
    /// `place`. A label that does not fit on its side of `place` extends to the other side.
    private func drawSides(around place: Double, on canvas: inout Canvas) {
        let (first, second) = ("\(short.first) quicker", "\(short.second) quicker")
        // A character needs about 6.2 units.
        let widths = [first, second].map { 6.2 * Double($0.count) }
        let (left, right, gap) = (8.0, canvas.width - 8, 16.0)
        let start = min(max(place + 8, left + widths[0] + gap), right - widths[1])
        let end = min(max(place - 8, left + widths[0]), start - gap)
        canvas.text(first, end, 14, size: 11, anchor: .end)
        canvas.text(second, start, 14, size: 11)
    }

    var description: [String] { rows.map { "\($0.label): \($0.words)." } }
}
