import Instruments
import Statistics

extension ReportAnalysis {
    /// Returns a figure of an instrument's scores. If the instrument has grades, the figure shows
    /// only the graded score, in front of the grade bands. Otherwise, it shows all scores on one
    /// axis. Nil if a score in the figure has no range, or if the ranges differ.
    func figure(_ result: Satisfaction, _ part: Part) -> Figure? {
        let norms = result.instrument.norms.flatMap { $0.grades.isEmpty ? nil : $0 }
        let shown = result.scores.filter { norms == nil || $0.score.id == norms?.score }
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
        let marks =
            rows.isBinned ? "Bars show the number of participants." : "Every participant is a dot."
        var caption = """
            \(result.instrument.name). \(marks) Diamond and line: the mean and its 95 % t \
            interval, limited to the range of the score.
            """
        let canvas: Canvas
        if let norms {
            let bands = norms.grades.sorted { $0.from < $1.from }.map { ($0.name, $0.from) }
            canvas = GradeBand(rows: rows, bands: bands).canvas(title: axis)
            if let range = shown.first.flatMap({ result.grades(of: $0) })?.range {
                caption += " The bands above are grades; grades in the interval: \(range)."
            }
        } else {
            canvas = rows.canvas(ticks: Scale.quarters(of: limits), title: axis)
        }
        return Figure(
            caption: title(caption, part),
            name: "Scores: \(result.instrument.name)",
            description: rows.description,
            canvas: canvas
        )
    }

    /// Returns a table and a figure of the means of an instrument's items, such as the six items of
    /// the NASA-TLX. Nil if there is only one item, if an item has no name, or if the ranges of the
    /// items differ.
    func profile(_ result: Satisfaction, _ part: Part) -> (Table, Figure)? {
        let items = result.instrument.items
        guard items.count > 1, items.allSatisfy({ $0.name != nil }),
            let scale = items.first?.scale,
            items.allSatisfy({ $0.scale.min == scale.min && $0.scale.max == scale.max })
        else { return nil }
        let columns = items.indices.map { index in
            zip(result.participants, result.responses).compactMap { name, response in
                response.answers[index].map { DotRows.Dot(participant: name, value: $0) }
            }
        }
        let limits = scale.min...scale.max
        let intervals = columns.map { dots -> Interval? in
            meanInterval(dots.map(\.value), within: limits).value
        }
        let names = items.compactMap(\.name)
        let table = Table(
            caption: title("\(result.instrument.name): answers on each scale", part),
            columns: ["Scale"],
            figures: ["n", "Mean", "95 % t interval", "Least", "Most"],
            rows: items.indices.map { index in
                let values = columns[index].map(\.value)
                let digits = decimals(of: intervals[index], atLeast: 1)
                return [
                    "\(names[index])", "\(values.count)", .number(mean(values).value, digits),
                    .span(intervals[index], digits), .number(values.min(), 1),
                    .number(values.max(), 1),
                ]
            },
            notes: [
                "There is no interval if fewer than two participants answered or all answers are equal."
            ]
        )
        let rows = DotRows(
            rows: items.indices.map { index in
                .init(
                    label: names[index],
                    dots: columns[index],
                    centre: mean(columns[index].map(\.value)).value,
                    low: intervals[index]?.low,
                    high: intervals[index]?.high
                )
            },
            range: limits,
            isLogarithmic: false,
            colour: part.colour,
            words: { fixed($0, 0) }
        )
        let figure = Figure(
            caption: title(
                """
                \(result.instrument.name), scale by scale: \
                \(rows.isBinned ? "vertical bars show the number of participants" : "every participant is a dot"); \
                the horizontal bar ends at the mean; the diamond and the line show the mean and \
                its 95 % t interval.
                """,
                part
            ),
            name: "Scales of \(result.instrument.name)",
            description: rows.description,
            canvas: rows.canvas(
                ticks: Scale.quarters(of: limits),
                title: "\(scale.low ?? "low") (\(fixed(scale.min, 0))) to "
                    + "\(scale.high ?? "high") (\(fixed(scale.max, 0)))",
                bars: true
            )
        )
        return (table, figure)
    }
}
