import Diagnostics

/// Times of the same participants in two conditions: one panel per task, one line per participant.
/// With more than ``Figure/mostMarks`` participants, the lines connect equal quantiles of the two
/// distributions instead.
struct PairedSlopes {
    struct Panel {
        var label: String
        var pairs: [(participant: String, first: Double, second: Double)]
    }

    var names: (first: String, second: String)
    var panels: [Panel]
    var range: ClosedRange<Double>
    var colours: (first: String, second: String)

    var isBinned: Bool { panels.contains { $0.pairs.count > Figure.mostMarks } }

    var canvas: Canvas {
        var canvas = Canvas()
        let panelHeight = 210.0
        let rows = (panels.count + 2) / 3
        canvas.height = panelHeight * Double(rows) + 24
        for (index, panel) in panels.enumerated() {
            let left = 52 + 205 * Double(index % 3)
            let top = panelHeight * Double(index / 3) + 6
            draw(panel, on: &canvas, left: left, top: top)
        }
        canvas.text("Time on task, minutes:seconds, logarithmic axis", 22, canvas.height - 6)
        return canvas
    }

    private func draw(_ panel: Panel, on canvas: inout Canvas, left: Double, top: Double) {
        let (first, last) = (top + 26, top + 166)
        let y = Scale(range: range, from: last, to: first, isLogarithmic: true)
        let (x1, x2) = (left + 16, left + 116)
        canvas.text(Canvas.short(panel.label, 26), left - 20, top + 12, size: 12, bold: true)
        var previous = Double.infinity
        for tick in Scale.times where range.contains(tick) {
            let place = y.place(tick)
            guard previous - place >= 14 else { continue }
            previous = place
            canvas.line(left, place, left + 132, place)
            canvas.text(Scale.time(tick), left - 5, place + 4, size: 10, anchor: .end)
        }
        if panel.pairs.count > Figure.mostMarks {
            let first = panel.pairs.map(\.first).sorted()
            let second = panel.pairs.map(\.second).sorted()
            for share in [0.1, 0.25, 0.5, 0.75, 0.9] {
                let from = y.place(PairedSlopes.quantile(first, share))
                let to = y.place(PairedSlopes.quantile(second, share))
                let width = share == 0.5 ? 2.5 : 1
                canvas.polyline([(x1, from), (x2, to)], stroke: Canvas.ink, width: width)
            }
        } else {
            for pair in panel.pairs {
                let (from, to) = (y.place(pair.first), y.place(pair.second))
                canvas.polyline(
                    [(x1, from), (x2, to)],
                    stroke: Canvas.soft,
                    width: 1.2,
                    opacity: panel.pairs.count > 40 ? 0.4 : 0.8
                )
                let title =
                    "\(pair.participant) \(roundedTime(pair.first)), \(roundedTime(pair.second))"
                for (x, place, colour) in [(x1, from, colours.first), (x2, to, colours.second)] {
                    canvas.circle(x, place, radius: 3.5, fill: colour, title: title)
                }
            }
        }
        canvas.text(Canvas.short(names.first, 15), x1, last + 18, size: 11, anchor: .middle)
        canvas.text(Canvas.short(names.second, 15), x2, last + 32, size: 11, anchor: .middle)
    }

    /// Returns the quantile at the proportion `share`, interpolated linearly between sorted values.
    private static func quantile(_ sorted: [Double], _ share: Double) -> Double {
        let place = share * Double(sorted.count - 1)
        let low = Int(place)
        let high = min(low + 1, sorted.count - 1)
        return sorted[low] + (place - Double(low)) * (sorted[high] - sorted[low])
    }

    var description: [String] {
        panels.map { panel in
            let quicker = panel.pairs.count { $0.first < $0.second }
            let pairs = counted(panel.pairs.count, "pair")
            let who =
                panel.pairs.count == 1
                ? (quicker == 1 ? "quicker" : "not quicker")
                : "\(quicker == 0 ? "none" : "\(quicker)") of them quicker"
            return "\(panel.label): \(pairs), \(who) \(withOrUnder(names.first))."
        }
    }
}
