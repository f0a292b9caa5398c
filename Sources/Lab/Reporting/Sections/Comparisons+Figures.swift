import Statistics

extension ReportAnalysis {
    func forest(_ comparison: Comparison) -> Figure? {
        let rows = comparison.rows
        guard rows.contains(where: { $0.ratio.estimate.value != nil }) else { return nil }
        let forest = RatioForest(
            rows: rows.map { row in
                let interval = row.ratio.value.value?.ratioInterval
                let digits = decimals(of: interval, atLeast: 2, null: 1)
                let range = interval.map {
                    " [\(fixed($0.low, digits)), \(fixed($0.high, digits))]"
                }
                let words = row.ratio.estimate.value.map { fixed($0, digits) + (range ?? "") }
                return .init(
                    label: row.label,
                    value: row.ratio.estimate.value,
                    low: interval?.low,
                    high: interval?.high,
                    words: words ?? "not computable",
                    isTotal: row.task == nil
                )
            },
            names: comparison.names
        )
        return Figure(
            caption: """
                Ratio of geometric mean times with 95 % intervals; the dashed line means no \
                difference.
                """,
            name: "Ratios of times by task",
            description: forest.description,
            canvas: forest.canvas
        )
    }

    func slopes(_ comparison: Comparison) -> Figure? {
        let panels = comparison.pairs.filter { !$0.pairs.isEmpty }
        let times = panels.flatMap { $0.pairs.flatMap { [$0.first, $0.second] } }
        guard let range = Scale.logarithmic(around: times) else { return nil }
        let slopes = PairedSlopes(
            names: comparison.names,
            panels: panels.map { .init(label: $0.label, pairs: $0.pairs) },
            range: range,
            colours: (
                Canvas.colour(comparison.colours.first), Canvas.colour(comparison.colours.second)
            )
        )
        let marks =
            slopes.isBinned
            ? "Lines connect the 10, 25, 50, 75 and 90 % quantiles of the two conditions."
            : "Each line is a participant who succeeded in both conditions."
        return Figure(
            caption: "Times of the same participants in both conditions. \(marks)",
            name: "Times in both conditions",
            description: slopes.description,
            canvas: slopes.canvas
        )
    }
}
