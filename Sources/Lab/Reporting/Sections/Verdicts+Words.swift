import Diagnostics
import Statistics

extension ReportAnalysis {
    /// `0.47 (0.41 to 0.53)`, from the better condition.
    func brief(_ verdict: ComparedOutcome) -> String? {
        figures(verdict).map { "\($0.value) (\($0.interval))" }
    }

    /// The size and its interval as printed: a ratio of times below 1, a difference above 0.
    func figures(_ verdict: ComparedOutcome) -> (value: String, interval: String)? {
        guard let size = verdict.size else { return nil }
        let (value, low, high) = (size.value, size.interval.low, size.interval.high)
        let printed: (value: Double, interval: Interval)
        let digits: Int
        if verdict.measure == .time {
            let isBelow = value <= 1
            printed = (
                isBelow ? value : 1 / value,
                isBelow ? size.interval : Interval(low: 1 / high, high: 1 / low)
            )
            digits = decimals(of: printed.interval, atLeast: 2, null: 1)
        } else {
            let scale = verdict.measure == .completion ? 100.0 : 1
            let sign = value < 0 ? -scale : scale
            let ends = [low * sign, high * sign].sorted()
            printed = (value * sign, Interval(low: ends[0], high: ends[1]))
            digits = decimals(
                of: printed.interval,
                atLeast: verdict.measure == .completion ? 0 : 1,
                null: 0
            )
        }
        return (fixed(printed.value, digits), span(printed.interval, digits))
    }

    func people(_ verdict: ComparedOutcome, _ pair: Comparison) -> String {
        people([(pair, verdict)])
    }

    /// Who was compared, of all pairs: `12 participants, each with both`, or of groups `24 of 30
    /// participants, those who completed every task`.
    func people(_ pairs: [(Comparison, ComparedOutcome)]) -> String {
        let counts = pairs.map(\.1.count)
        guard let (pair, verdict) = pairs.first, let least = counts.min(), let most = counts.max()
        else { return "" }
        let who =
            least == most
            ? counted(most, "participant") : "\(least) to \(most) participants"
        if pair.isWithin { return "\(who), each with both" }
        guard verdict.measure == .time, verdict.size != nil,
            case .between(let first, let second, _) = pair.design, least == most,
            most < first + second
        else { return "\(who), each with one" }
        return "\(most) of \(first + second) participants, those who completed every task"
    }
}
