import Instruments
import Statistics
import StudyDefinition

/// Completion, time and scores of every condition, with one axis per outcome.
struct SideBySide: Sendable {
    struct Row: Sendable {
        var label: String
        var colour: Int
        var value: Double?
        var interval: Interval?
        var words: String

        init(
            _ part: ReportAnalysis.Part,
            _ value: Double?,
            _ interval: Interval?,
            _ words: String
        ) {
            (label, colour) = (part.conditionName, part.colour)
            (self.value, self.interval, self.words) = (value, interval, words)
        }
    }

    struct Panel: Sendable {
        var title: String
        var scale: Scale
        var ticks: [Double]
        var words: @Sendable (Double) -> String
        var rows: [Row]
    }

    var panels: [Panel]
    /// Whether the figure has a panel for times, and at least one comparison above the figure has a
    /// ratio of times.
    private var hasDifferences: Bool

    private static let axis = (from: 176.0, to: 450.0)
    /// Height of a row in drawing units. Two lines of text fit into a row, because on narrow
    /// screens the style sheet moves each value below the name of the condition.
    private static let rowHeight = 30.0

    var figure: Figure? {
        guard !panels.isEmpty else { return nil }
        return Figure(
            caption: """
                Every condition: the estimate and its 95 % interval. The table below has the \
                numbers.\(timeNote)
                """,
            name: "Conditions side by side",
            description: panels.map { panel in
                let rows = panel.rows.map { "\($0.label) \($0.words)" }
                return "\(panel.title): \(rows.joined(separator: "; "))."
            },
            canvas: canvas
        )
    }

    private var timeNote: String {
        hasDifferences
            ? " The differences in time above this figure may be based on different participants "
                + "than the times in the figure." : ""
    }

    private var canvas: Canvas {
        var canvas = Canvas()
        var top = 0.0
        for panel in panels {
            canvas.text(panel.title, 22, top + 16, size: 13, bold: true)
            let first = top + 24
            let bottom = first + SideBySide.rowHeight * Double(panel.rows.count)
            canvas.axis(
                panel.scale,
                ticks: panel.ticks,
                top: first,
                bottom: bottom,
                words: panel.words,
                title: ""
            )
            for (index, row) in panel.rows.enumerated() {
                let y = first + SideBySide.rowHeight * (Double(index) + 0.5)
                canvas.text(Canvas.short(row.label, 22), 22, y + 4, style: "row-name")
                canvas.interval(
                    row.interval?.low,
                    row.value,
                    row.interval?.high,
                    on: panel.scale,
                    y: y,
                    stroke: Canvas.colour(row.colour)
                )
                canvas.text(row.words, 464, y + 4, style: "row-value")
            }
            top = bottom + 30
        }
        canvas.height = top
        return canvas
    }
}

extension SideBySide {
    /// Creates the panels for completion, time and scores.
    ///
    /// - Parameter pairs: the comparisons that the report shows above the figure. The panels for
    ///   the first outcome of the first comparison come first.
    init(_ parts: [ReportAnalysis.Part], under pairs: [Comparison]) {
        let completion = [SideBySide.completion(parts)].compactMap(\.self)
        let time = [SideBySide.time(parts)].compactMap(\.self)
        let scores = SideBySide.scores(parts)
        hasDifferences = !time.isEmpty && pairs.contains { $0.overall.ratio.estimate.value != nil }
        panels =
            switch pairs.first?.outcomes.first?.measure {
            case .time: time + completion + scores
            case .score: scores + completion + time
            case .completion, nil: completion + time + scores
            }
    }

    private static func completion(_ parts: [ReportAnalysis.Part]) -> Panel? {
        let rows = parts.map { part in
            let (completed, judged) = part.completion()
            let share = judged > 0 ? Double(completed) / Double(judged) : nil
            let interval = completionInterval(completed, of: judged).value
            return Row(part, share, interval, outOf(completed, judged))
        }
        guard rows.contains(where: { $0.value != nil }) else { return nil }
        return Panel(
            title: "Completed \(parts.everyTask)",
            scale: Scale(range: 0...1, from: axis.from, to: axis.to),
            ticks: [0, 0.25, 0.5, 0.75, 1],
            words: { "\(fixed(100 * $0, 0)) %" },
            rows: rows
        )
    }

    private static func time(_ parts: [ReportAnalysis.Part]) -> Panel? {
        let rule = TimeRule(comparing: parts.map(\.totals))
        let rows = parts.map { part in
            let typical = TypicalTime(part.totals, rule: rule)
            let interval = typical.interval.value
            let words = typical.value.value.map {
                "\(roundedTime($0, within: interval)) (\(part.totals.count))"
            }
            return Row(part, typical.value.value, interval, words ?? "-")
        }
        let values = rows.flatMap { [$0.value, $0.interval?.low, $0.interval?.high] }
            .compactMap(\.self)
        guard let range = Scale.logarithmic(around: values) else { return nil }
        let known = parts.map(\.inKnownTime).first { !$0.isEmpty } ?? ""
        let time = parts.haveOneTask ? "Time" : "Total time"
        return Panel(
            title: "\(time) of those who completed \(parts.everyTask)\(known); min:s, log axis",
            scale: Scale(range: range, from: axis.from, to: axis.to, isLogarithmic: true),
            ticks: Scale.times,
            words: Scale.time,
            rows: rows
        )
    }

    /// Returns one panel for each main score of an instrument that was answered in every condition.
    private static func scores(_ parts: [ReportAnalysis.Part]) -> [Panel] {
        guard let first = parts.first else { return [] }
        return first.satisfaction.compactMap { result in
            guard let main = result.main else { return nil }
            let all = parts.map { part in
                part.satisfaction.first { $0.questionnaire.id == result.questionnaire.id }?
                    .score(main.score.id)
            }
            guard let limits = main.limits, limits.upperBound > limits.lowerBound,
                all.allSatisfy({ $0 != nil })
            else { return nil }
            return Panel(
                title: "\(result.instrument.name), \(main.score.name), mean",
                scale: Scale(range: limits, from: axis.from, to: axis.to),
                ticks: Scale.quarters(of: limits),
                words: { fixed($0, $0 == $0.rounded() ? 0 : 1) },
                rows: zip(parts, all).map { part, score in
                    let mean = score?.mean.value
                    let count = score?.numbers.count ?? 0
                    let fewer = count < part.group.entries.count ? " (\(count))" : ""
                    let words = mean.map { fixed($0, score?.digits ?? 1) + fewer }
                    return Row(part, mean, score?.interval.value, words ?? "-")
                }
            )
        }
    }
}

extension ReportAnalysis.Part {
    var conditionName: String { group.condition?.title ?? group.conditionID }
}
