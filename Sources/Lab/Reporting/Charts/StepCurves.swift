import Diagnostics

/// Kaplan–Meier curves, one panel per task. A curve shows the proportion of attempts that have not
/// yet succeeded. Ticks mark the times at which attempts ended without success.
struct StepCurves {
    typealias Step = (time: Double, survival: Double, censored: Int)

    struct Panel {
        var label: String
        /// Time in seconds by which half of the attempts had succeeded; nil if fewer than half
        /// succeeded.
        var half: Double?
        /// The steps in ascending order of time. `survival` is the estimated proportion of attempts
        /// that have not succeeded by `time`. `censored` is the number of attempts that ended
        /// without success at that time.
        var steps: [Step]

        /// Returns the steps to draw: all `steps` if there are at most ``Figure/mostMarks``. If
        /// there are more, returns only the last step in each interval of `width` drawing units,
        /// because more steps would overlap.
        func drawn(_ steps: [Step], every width: Double, along x: Scale) -> [Step] {
            guard steps.count > Figure.mostMarks else { return steps }
            func stretch(_ place: Int) -> Int { Int(x.place(steps[place].time) / width) }
            return steps.indices.compactMap { place in
                let isLast = place + 1 == steps.count || stretch(place + 1) > stretch(place)
                return isLast ? steps[place] : nil
            }
        }
    }

    var panels: [Panel]
    var colour: String

    /// Whether a tick on a curve may represent several attempts.
    var isThinned: Bool { panels.contains { $0.steps.count > Figure.mostMarks } }

    private var longest: Double { max(1, panels.flatMap(\.steps).map(\.time).max() ?? 1) }

    /// Returns the ticks of the time axis, in seconds: multiples of a round time, starting at zero.
    private static func ticks(to longest: Double) -> [Double] {
        let steps: [Double] = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200]
        let step = steps.first { longest / $0 <= 4 } ?? longest / 3
        return stride(from: 0, through: longest, by: step).map(\.self)
    }

    var canvas: Canvas {
        var canvas = Canvas()
        let panelHeight = 150.0
        let rows = (panels.count + 1) / 2
        canvas.height = panelHeight * Double(rows) + 26
        for (index, panel) in panels.enumerated() {
            let left = index % 2 == 0 ? 48.0 : 368.0
            let top = panelHeight * Double(index / 2) + 6
            draw(panel, on: &canvas, left: left, top: top)
        }
        canvas.text(
            "Proportion of attempts not yet successful, by time on task in minutes:seconds",
            22,
            canvas.height - 6
        )
        return canvas
    }

    private func draw(_ panel: Panel, on canvas: inout Canvas, left: Double, top: Double) {
        let (first, last) = (top + 24, top + 116)
        let x = Scale(range: 0...longest, from: left, to: left + 240)
        let y = Scale(range: 0...1, from: last, to: first)
        canvas.text(Canvas.short(panel.label, 38), left, top + 12, size: 13, bold: true)
        for share in [0, 0.5, 1] {
            canvas.line(left, y.place(share), left + 240, y.place(share))
            canvas.text(percent(share), left - 6, y.place(share) + 4, size: 10, anchor: .end)
        }
        for seconds in StepCurves.ticks(to: longest) {
            let (words, place) = (roundedTime(seconds), x.place(seconds))
            canvas.text(words, place, last + 16, size: 11, anchor: .middle)
        }
        var points = [(x: left, y: y.place(1))]
        var survival = 1.0
        for step in panel.drawn(panel.steps, every: 0.5, along: x) {
            let place = x.place(step.time)
            points += [(place, y.place(survival)), (place, y.place(step.survival))]
            survival = step.survival
        }
        canvas.polyline(points, stroke: colour, width: 2)
        let ticks = panel.steps.filter { $0.censored > 0 }
        for step in panel.drawn(ticks, every: 6, along: x) {
            let (across, down) = (x.place(step.time), y.place(step.survival))
            canvas.line(across, down - 6, across, down + 6, stroke: Canvas.ink, width: 1.5)
        }
    }

    var description: [String] {
        panels.map { panel in
            let censored = panel.steps.map(\.censored).reduce(0, +)
            let end = panel.steps.last?.survival ?? 1
            let half = panel.half.map { roundedTime($0) }
            return """
                \(panel.label): \(percent(end)) of attempts had not succeeded at the end of the \
                curve; \(counted(censored, "attempt")) ended without success; time at which half \
                had succeeded: \(half ?? "none").
                """
        }
    }
}
