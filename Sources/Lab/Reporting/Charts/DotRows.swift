import Diagnostics

/// Rows of values on one axis. Each row has one dot per participant and, below the dots, an
/// estimate with its interval. A row of more than ``Figure/mostMarks`` dots shows bins instead.
struct DotRows: Sendable {
    struct Dot: Sendable {
        var participant: String
        var value: Double
        /// Whether the dot is filled rather than hollow.
        var isFull = true
    }

    struct Row: Sendable {
        var label: String
        var dots: [Dot]
        var centre: Double?
        var low: Double?
        var high: Double?
    }

    var rows: [Row]
    var scale: Scale
    var colour: String
    var words: @Sendable (Double) -> String

    static let left = 22.0
    static let right = 616.0
    /// Height of a row whose dots are stacked on at most two levels.
    private static let plainHeight = 62.0
    /// Height of every row: `plainHeight`, or more if the dots of any row need more than two
    /// levels. The additional height prevents dots from covering labels.
    let rowHeight: Double
    private static let levels = 4
    private static let step = 6.0

    init(
        rows: [Row],
        range: ClosedRange<Double>,
        isLogarithmic: Bool,
        colour: Int,
        words: @escaping @Sendable (Double) -> String
    ) {
        let scale = Scale(
            range: range,
            from: DotRows.left,
            to: DotRows.right,
            isLogarithmic: isLogarithmic
        )
        (self.rows, self.scale, self.words) = (rows, scale, words)
        self.colour = Canvas.colour(colour)
        let highest =
            rows.filter { $0.dots.count <= Figure.mostMarks }
            .flatMap { DotRows.placed($0.dots, scale).map(\.level) }.max() ?? 0
        rowHeight = DotRows.plainHeight + DotRows.step * Double(max(0, highest - 1))
    }

    /// Returns the dots with their positions. A dot that would cover another dot is placed on a
    /// higher level. If no level is free, the dots overlap; both remain visible because dots are
    /// translucent.
    private static func placed(
        _ dots: [Dot],
        _ scale: Scale
    ) -> [(dot: Dot, x: Double, level: Int)] {
        var last = [Double](repeating: -.infinity, count: levels)
        let sorted = dots.enumerated().sorted {
            ($0.element.value, $0.offset) < ($1.element.value, $1.offset)
        }
        return sorted.map { _, dot in
            let place = scale.place(dot.value)
            let free = last.indices.first { place - last[$0] >= 10 }
            let level = free ?? last.indices.min { last[$0] < last[$1] } ?? 0
            last[level] = place
            return (dot, place, level)
        }
    }

    var isBinned: Bool { rows.contains { $0.dots.count > Figure.mostMarks } }

    func canvas(ticks: [Double], title: String, bars: Bool = false) -> Canvas {
        var canvas = Canvas()
        let top = 6.0
        let bottom = top + rowHeight * Double(rows.count)
        canvas.height = bottom + 46
        canvas.axis(scale, ticks: ticks, top: top, bottom: bottom, words: words, title: title)
        if bars {
            for (index, row) in rows.enumerated() {
                guard let centre = row.centre else { continue }
                let y = top + rowHeight * Double(index + 1)
                let width = scale.place(centre) - DotRows.left
                canvas.rectangle(DotRows.left, y - 16, width, 12, fill: Canvas.line)
            }
        }
        draw(on: &canvas, top: top)
        return canvas
    }

    func draw(on canvas: inout Canvas, top: Double) {
        for (index, row) in rows.enumerated() {
            let y = top + rowHeight * Double(index)
            let foot = y + rowHeight
            canvas.text(Canvas.short(row.label), DotRows.left, y + 14, size: 13, bold: true)
            if row.dots.count > Figure.mostMarks {
                bins(row.dots, on: &canvas, base: foot - 20)
            } else {
                dots(row.dots, on: &canvas, y: foot - 26)
            }
            canvas.interval(row.low, row.centre, row.high, on: scale, y: foot - 10)
        }
    }

    private func dots(_ dots: [Dot], on canvas: inout Canvas, y: Double) {
        for (dot, place, level) in DotRows.placed(dots, scale) {
            canvas.circle(
                place,
                y - Double(level) * DotRows.step,
                fill: dot.isFull ? colour : Canvas.paper,
                stroke: colour,
                title: "\(dot.participant) \(words(dot.value))"
            )
        }
    }

    /// Draws the dots as a histogram of 60 bins along the axis. The highest bar has the same height
    /// in every row.
    private func bins(_ dots: [Dot], on canvas: inout Canvas, base: Double) {
        let count = 60
        var full = [Int](repeating: 0, count: count)
        var hollow = full
        let width = (DotRows.right - DotRows.left) / Double(count)
        for dot in dots {
            let bin = Int((scale.place(dot.value) - DotRows.left) / width)
            let place = min(max(bin, 0), count - 1)
            if dot.isFull { full[place] += 1 } else { hollow[place] += 1 }
        }
        let most = zip(full, hollow).map(+).max() ?? 1
        for bin in 0..<count where full[bin] + hollow[bin] > 0 {
            let x = DotRows.left + width * Double(bin)
            let unit = 24 / Double(max(1, most))
            let (solid, open) = (Double(full[bin]) * unit, Double(hollow[bin]) * unit)
            canvas.rectangle(x, base - solid, width - 1, solid, fill: colour)
            if open > 0 {
                let y = base - solid - open
                canvas.rectangle(x, y, width - 1, open, fill: Canvas.paper, stroke: colour)
            }
        }
    }

    /// One sentence per row. It lists every value; with more than 30 values, it states only their
    /// number and range.
    var description: [String] {
        rows.map { row in
            guard row.dots.count <= 30 else {
                let values = row.dots.map(\.value)
                let ends = [values.min(), values.max()].compactMap { $0.map(words) }
                return
                    "\(row.label): \(counted(row.dots.count, "value")), \(ends.joined(separator: " to "))."
            }
            let values = row.dots.map { dot in
                "\(dot.participant) \(words(dot.value))" + (dot.isFull ? "" : " without success")
            }
            return "\(row.label): \(values.isEmpty ? "none" : values.joined(separator: ", "))."
        }
    }
}
