/// A forest plot of the labs' estimates with their intervals, and the pooled estimate.
struct LabForest {
    var rows: [ForestRow]
    var title: String
    var scale: Scale
    var ticks: [Double]
    var words: (Double) -> String
    /// The value that means no difference; nil if the estimates do not compare two conditions.
    var null: Double?

    static let left = 150.0
    static let right = 470.0
    private static let rowHeight = 26.0

    var canvas: Canvas {
        var canvas = Canvas()
        let top = 10.0
        let bottom = top + LabForest.rowHeight * Double(rows.count)
        canvas.height = bottom + 46
        canvas.axis(scale, ticks: ticks, top: top, bottom: bottom, words: words, title: title)
        if let null, scale.range.contains(null) {
            let place = scale.place(null)
            canvas.line(place, top, place, bottom, stroke: Canvas.ink, width: 1.5, dash: "4 3")
        }
        for (index, row) in rows.enumerated() {
            let y = top + LabForest.rowHeight * (Double(index) + 0.5)
            canvas.text(Canvas.short(row.label, 20), 10, y + 4, size: 13, bold: row.isTotal)
            canvas.interval(row.low, row.value, row.high, on: scale, y: y)
            canvas.text(row.words, LabForest.right + 14, y + 4, size: 12, bold: row.isTotal)
        }
        return canvas
    }

    var description: [String] { rows.map { "\($0.label): \($0.words)." } }
}

/// A row of a chart of estimates with their intervals.
struct ForestRow {
    var label: String
    var value: Double?
    var low: Double?
    var high: Double?
    var words: String
    /// Whether the row shows the pooled result of the other rows.
    var isTotal = false
}
