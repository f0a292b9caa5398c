import Statistics

/// Proportions of successful attempts with their intervals: one row per task, on an axis from 0 to
/// 100 %.
struct ShareRows {
    var rows: [ForestRow]
    var colour: String

    var canvas: Canvas {
        var canvas = Canvas()
        let (top, rowHeight) = (6.0, 44.0)
        let bottom = top + rowHeight * Double(rows.count)
        canvas.height = bottom + 46
        // The counts to the right of the axis need about seven units per character.
        let room = Double(rows.map(\.words.count).max() ?? 0) * 7 + 24
        let right = min(540, canvas.width - room)
        let scale = Scale(range: 0...1, from: 22, to: right)
        canvas.axis(
            scale,
            ticks: [0, 0.25, 0.5, 0.75, 1],
            top: top,
            bottom: bottom,
            words: percent,
            title: "Share of attempts completed"
        )
        for (index, row) in rows.enumerated() {
            let y = top + rowHeight * Double(index)
            canvas.text(Canvas.short(row.label), 22, y + 14, size: 13, bold: true)
            canvas.interval(row.low, nil, row.high, on: scale, y: y + 30)
            if let share = row.value {
                canvas.diamond(scale.place(share), y + 30, fill: colour, half: 6)
            }
            canvas.text(row.words, right + 16, y + 34)
        }
        return canvas
    }

    var description: [String] {
        rows.map { row in
            let interval =
                row.low.flatMap { low in row.high.map { Interval(low: low, high: $0) } }
                .map { ", interval \(percentages($0))" } ?? ""
            return "\(row.label): \(row.words)\(interval)."
        }
    }
}
