import Diagnostics
import ResultsStore

/// Timelines of sessions on one axis, one row per session: tasks, pauses, checks and marks.
struct SessionTracks: Sendable {
    struct Row: Sendable {
        var timeline: Timeline
        /// Number of each run's task in the report's tables; nil for a practice run or a task that
        /// is not analyzed.
        var numbers: [Int?]
        /// Color index of each run's condition: the position of the condition in the study.
        var colours: [Int]
    }

    var rows: [Row]
    /// Conditions and their color indices; empty if there is only one condition.
    var legend: [(name: String, colour: Int)]

    private static let axis = (from: 118.0, to: 612.0)
    private static let rowHeight = 56.0
    private static let lane = 14.0
    /// Minimum horizontal distance between the letters of two marks at the same height.
    private static let letterWidth = 8.0

    var canvas: Canvas {
        var canvas = Canvas()
        let top = drawLegend(on: &canvas)
        let bottom = top + SessionTracks.rowHeight * Double(rows.count)
        canvas.height = bottom + 46
        canvas.axis(
            scale,
            ticks: ticks,
            top: top,
            bottom: bottom,
            words: SessionTracks.minutes,
            title: "Minutes since the session began"
        )
        for (index, row) in rows.enumerated() {
            draw(row, on: &canvas, top: top + SessionTracks.rowHeight * Double(index))
        }
        return canvas
    }

    /// Draws the legend of the conditions, in several lines if needed. Returns the y position at
    /// which the rows begin.
    private func drawLegend(on canvas: inout Canvas) -> Double {
        var (x, y) = (22.0, 6.0)
        for (name, colour) in legend {
            let name = Canvas.short(name, 24)
            let width = 34 + 7 * Double(name.count)
            if x > 22, x + width > canvas.width { (x, y) = (22, y + 18) }
            canvas.rectangle(x, y, 12, 12, fill: Canvas.colour(colour))
            canvas.text(name, x + 17, y + 10)
            x += width
        }
        return legend.isEmpty ? 4 : y + 22
    }

    private var longest: Double { rows.map(\.timeline.length).max() ?? 0 }

    private var scale: Scale {
        let (from, to) = SessionTracks.axis
        return Scale(range: 0...max(longest, 1), from: from, to: to)
    }

    /// Times, in seconds, at which the axis has a tick; at most nine. The ticks are multiples of a
    /// round time, such as 30 seconds or one minute.
    private var ticks: [Double] {
        let steps: [Double] = [
            1, 5, 10, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 14400, 43200,
        ]
        let step = steps.first { longest / $0 <= 8 } ?? (longest / 8).rounded(.up)
        return Array(stride(from: 0, through: max(longest, 1), by: step))
    }

    private static func minutes(_ seconds: Double) -> String {
        let text = roundedTime(seconds)
        return text.hasSuffix(":00") ? String(text.dropLast(3)) : text
    }

    private func draw(_ row: Row, on canvas: inout Canvas, top: Double) {
        let timeline = row.timeline
        let (high, low) = (top + 24, top + 24 + SessionTracks.lane)
        let middle = (high + low) / 2
        canvas.text(Canvas.short(timeline.participant, 14), 22, middle + 4, bold: true)
        canvas.line(scale.from, middle, scale.place(timeline.length), middle, stroke: Canvas.soft)
        for (place, run) in timeline.runs.enumerated() {
            let colour = Canvas.colour(row.colours[place])
            let isFull = run.outcome?.isSuccess ?? false
            for stretch in run.stretches where stretch.kind != .paused {
                let (from, to) = (scale.place(stretch.from), scale.place(stretch.to))
                let isRunning = stretch.kind == .running
                canvas.rectangle(
                    from,
                    high + (run.isPractice ? 4 : 0),
                    max(1, to - from),
                    SessionTracks.lane - (run.isPractice ? 8 : 0),
                    fill: !isRunning ? Canvas.soft : isFull ? colour : Canvas.paper,
                    stroke: !isRunning ? "none" : isFull ? Canvas.paper : colour,
                    title: words(run, row.numbers[place])
                )
            }
            if let number = row.numbers[place], let first = run.stretches.first {
                canvas.text("\(number)", scale.place(first.from) + 1, low + 12, size: 10)
            }
        }
        for check in timeline.checks where check.verdict != .passed {
            let x = scale.place(check.at)
            for rise in [4.0, -4] {
                let (from, to) = (middle - rise, middle + rise)
                canvas.line(x - 4, from, x + 4, to, stroke: Canvas.ink, width: 1.5)
            }
        }
        for at in timeline.interruptions {
            let x = scale.place(at)
            canvas.line(x, high - 4, x, low + 4, stroke: Canvas.ink, width: 1.5, dash: "2 2")
        }
        letters(timeline.marks, on: &canvas, y: high - 3)
    }

    /// Draws the letter of each mark at one of two heights. A letter that would overlap others at
    /// both heights is left out of the drawing.
    private func letters(_ marks: [Timeline.Mark], on canvas: inout Canvas, y: Double) {
        var last = [-Double.infinity, -Double.infinity]
        for mark in marks {
            let x = scale.place(mark.at)
            guard let level = last.firstIndex(where: { x - $0 >= SessionTracks.letterWidth })
            else { continue }
            last[level] = x
            let place = y - 9 * Double(level)
            canvas.text(mark.kind.letter, x, place, size: 10, anchor: .middle, bold: true)
        }
    }

    private func words(_ run: Timeline.Run, _ number: Int?) -> String {
        let other = run.isPractice ? "practice" : "a task that is not in the tables"
        let name = number.map { "task \($0)" } ?? other
        return "\(name), \(roundedTime(run.seconds(.running))), \(run.outcome?.words ?? "open")"
    }

    var description: [String] {
        rows.map { row in
            let timeline = row.timeline
            let runs = zip(timeline.runs, row.numbers).map(words)
            let failed = timeline.checks.count { $0.verdict != .passed }
            let marks = timeline.marks.count
            let counts = [
                marks == 0 ? nil : counted(marks, "mark"),
                failed == 0 ? nil : "\(counted(failed, "check")) not passed",
            ]
            let rest = counts.compactMap { $0 }.map { "; \($0)" }.joined()
            return "\(timeline.participant), \(roundedTime(timeline.length)): "
                + "\(runs.joined(separator: "; "))\(rest)."
        }
    }
}

extension Marked.Kind {
    /// The letter key that the facilitator presses to make a mark of this kind.
    var letter: String {
        switch self {
        case .assist: "a"
        case .mistake: "m"
        case .toolFailure: "f"
        case .note: "n"
        case .problem: "p"
        case .question: "q"
        }
    }
}
