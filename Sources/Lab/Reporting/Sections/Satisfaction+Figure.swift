import Instruments
import Statistics

extension Findings {
    /// Scores of an instrument: over its bands of grades where it has norms, else side by side where
    /// all have the same ends.
    func figure(_ result: Satisfaction, _ part: Part) -> Figure? {
        let shown: [Satisfaction.ScoreResult]
        if let norms = result.instrument.norms, !norms.grades.isEmpty {
            shown = result.scores.filter { $0.score.id == norms.score }
        } else {
            shown = result.scores
        }
        guard let limits = shown.first?.limits, shown.allSatisfy({ $0.limits == limits }),
            limits.upperBound > limits.lowerBound
        else { return nil }
        let rows = DotRows(
            rows: shown.map { score in
                DotRows.Row(
                    label: score.score.name,
                    dots: zip(result.participants, score.values).compactMap { name, value in
                        value.value.map { .init(participant: name, value: $0) }
                    },
                    centre: score.mean.value,
                    low: score.interval.value?.low,
                    high: score.interval.value?.high
                )
            },
            range: limits,
            isLogarithmic: false,
            colour: part.colour,
            words: { fixed($0, 1) }
        )
        let axis = "Score, \(fixed(limits.lowerBound, 0)) to \(fixed(limits.upperBound, 0))"
        let marks = rows.isBinned ? "Bars: how many participants." : "Every participant is a dot."
        var caption = """
            \(result.instrument.name). \(marks) Diamond and line: the mean and its 95 % t \
            interval, cut at the ends of the score.
            """
        let canvas: Canvas
        if let norms = result.instrument.norms, !norms.grades.isEmpty {
            let bands = norms.grades.sorted { $0.from < $1.from }.map { ($0.name, $0.from) }
            canvas = GradeBand(rows: rows, bands: bands).canvas(title: axis)
            if let range = shown.first.flatMap({ result.grades(of: $0) })?.range {
                caption += " Above, the bands of grades; over the interval: \(range)."
            }
        } else {
            let width = limits.upperBound - limits.lowerBound
            let ticks = (0...4).map { limits.lowerBound + width * Double($0) / 4 }
            canvas = rows.canvas(ticks: ticks, title: axis)
        }
        return Figure(
            caption: title(caption, part),
            name: "Scores: \(result.instrument.name)",
            description: rows.description,
            canvas: canvas
        )
    }
}
