/// A chart of scores, with the grade bands of published norms in the background.
struct GradeBand {
    var rows: DotRows
    /// Name and lower end of each band, in ascending order.
    var bands: [(name: String, from: Double)]

    func canvas(title: String) -> Canvas {
        var canvas = Canvas()
        let top = 30.0
        let bottom = top + rows.rowHeight * Double(rows.rows.count)
        canvas.height = bottom + 46
        let end = rows.scale.range.upperBound
        for (index, band) in bands.enumerated() {
            let next = index + 1 < bands.count ? bands[index + 1].from : end
            let (from, to) = (rows.scale.place(band.from), rows.scale.place(next))
            if index % 2 == 0 {
                canvas.rectangle(from, top, to - from, bottom - top, fill: Canvas.band)
            }
            canvas.line(from, top, from, bottom)
            // The labels of narrow bands alternate between two heights.
            let y = to - from < 18 && index % 2 == 1 ? 11.0 : 24.0
            canvas.text(band.name, (from + to) / 2, y, size: 11, anchor: .middle)
        }
        canvas.axis(
            rows.scale,
            ticks: [0, 20, 40, 60, 80, 100],
            top: bottom - 4,
            bottom: bottom,
            words: { fixed($0, 0) },
            title: title
        )
        rows.draw(on: &canvas, top: top)
        return canvas
    }
}
