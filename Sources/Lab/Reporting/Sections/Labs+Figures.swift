import Statistics

extension ReportAnalysis {
    /// Returns a figure with each lab's estimate and the pooled estimate; nil if no lab has an
    /// estimate.
    func forest(_ outcome: PooledOutcome) -> Figure? {
        var rows = outcome.labs.map { lab -> ForestRow in
            guard let estimate = lab.estimate.value else {
                return .init(label: lab.lab, words: "not computable")
            }
            return row(outcome, lab.lab, estimate.value, outcome.interval(estimate))
        }
        guard rows.contains(where: { $0.value != nil }) else { return nil }
        if let pooled = outcome.pooled.value?.pooled {
            let interval = pooled.interval.map(outcome.inUnit)
            var total = row(outcome, "All labs", pooled.value, interval)
            total.isTotal = true
            rows.append(total)
        }
        let ends = rows.flatMap { [$0.value, $0.low, $0.high] }.compactMap(\.self)
        let ticks = ticks(outcome, ends)
        guard let low = ticks.first, let high = ticks.last, low < high else { return nil }
        let forest = LabForest(
            rows: rows,
            title: axisTitle(outcome),
            scale: Scale(
                range: low...high,
                from: LabForest.left,
                to: LabForest.right,
                isLogarithmic: outcome.isLogarithmic
            ),
            ticks: ticks,
            words: { words($0, outcome, outcome.kind == .ratio ? 2 : 1) },
            null: outcome.kind == .ratio ? 1 : outcome.kind == .difference ? 0 : nil
        )
        return Figure(
            caption: """
                \(outcome.name) by lab, with 95 % intervals: for a lab, from its standard error; \
                for all labs, by Knapp and Hartung's method.
                """,
            name: "\(outcome.name) by lab",
            description: forest.description,
            canvas: forest.canvas
        )
    }

    private func row(
        _ outcome: PooledOutcome,
        _ label: String,
        _ value: Double,
        _ interval: Interval
    ) -> ForestRow {
        let digits = outcome.kind.digits(of: interval)
        func text(_ value: Double) -> String { words(value, outcome, digits) }
        return .init(
            label: label,
            value: outcome.inUnit(value),
            low: interval.low,
            high: interval.high,
            words: "\(text(outcome.inUnit(value))) [\(text(interval.low)), \(text(interval.high))]"
        )
    }

    /// Formats a value given in the unit of the outcome.
    func words(_ value: Double, _ outcome: PooledOutcome, _ digits: Int) -> String {
        switch outcome.kind {
        case .ratio: fixed(value, value < 10 ? digits : 0)
        case .time: Scale.time(value)
        case .difference, .score: fixed(value, digits)
        }
    }

    private func axisTitle(_ outcome: PooledOutcome) -> String {
        switch outcome.kind {
        case .ratio: "\(outcome.name), logarithmic axis"
        case .time: "Geometric mean time of all tasks, logarithmic axis"
        case .difference: "Difference of mean scores"
        case .score: "Mean score"
        }
    }

    /// Returns the smallest range of consecutive ticks that encloses all values; returns an empty
    /// array if no range does. On logarithmic axes, extreme values are clipped first, because an
    /// interval pooled from only two labs can be very wide.
    private func ticks(_ outcome: PooledOutcome, _ values: [Double]) -> [Double] {
        if outcome.isLogarithmic {
            let ticks = outcome.kind == .ratio ? Scale.ratios : Scale.times
            let limits = outcome.kind == .ratio ? 0.01...100.0 : 0.1...2_592_000.0
            let clipped = values.map { min(max($0, limits.lowerBound), limits.upperBound) }
            guard let range = Scale.logarithmic(around: clipped, ticks: ticks) else { return [] }
            return ticks.filter(range.contains)
        }
        guard let least = values.min(), let greatest = values.max() else { return [] }
        let steps: [Double] = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
        guard let step = steps.first(where: { (greatest - least) / $0 <= 8 }) else { return [] }
        let (low, high) = ((least / step).rounded(.down), (greatest / step).rounded(.up))
        return stride(from: low, through: max(high, low + 1), by: 1).map { $0 * step }
    }
}

extension PooledOutcome.Kind {
    /// Returns the number of decimals for an interval in the unit of the outcome. No end of the
    /// interval is rounded to the value for no difference.
    func digits(of interval: Interval) -> Int {
        switch self {
        case .ratio: decimals(of: interval, atLeast: 2, null: 1)
        case .difference: decimals(of: interval, atLeast: 1, null: 0)
        case .time, .score: 1
        }
    }
}
