import CSV
import Foundation
import ResultsStore
import Statistics
import StudyDefinition

extension CSVExport {
    /// Writes the differences between two conditions in each task, including statistics that the
    /// report does not print. Odds ratios and ratios of times are first ÷ second; differences are
    /// first − second.
    func contrasts(to text: inout CSVText) {
        text.addRow([
            "study_version", "first", "second", "task", "statistic", "value", "low", "high",
            "not_computable", "unit", "design", "n_first", "n_second",
        ])
        let parts = findings.parts.filter { $0.group.condition != nil && !$0.tasks.isEmpty }
        for (version, compared) in findings.overAllConditions {
            compared.addRows(after: [version, "all", "", ""], to: &text)
        }
        for (place, one) in parts.enumerated() {
            for two in parts.dropFirst(place + 1) where two.group.version == one.group.version {
                let places = Comparison.Places(one.group, two.group)
                for task in one.tasks {
                    guard let other = two.tasks.first(where: { $0.task.id == task.task.id })
                    else { continue }
                    let first = places.first.map { task.cells[$0] }
                    let second = places.second.map { other.cells[$0] }
                    let about = [
                        one.group.version, one.group.conditionID, two.group.conditionID,
                        task.task.id,
                    ]
                    for compared in contrasts(first, second, places.design) {
                        compared.addRows(after: about, to: &text)
                    }
                }
            }
        }
    }

    /// Statistics that compare conditions. All of them are computed from the same participants.
    struct Compared {
        var isWithin: Bool
        /// Number of participants with a value in the first and in the second condition. In a
        /// comparison of all conditions, `first` counts all participants, and `second` is nil.
        var counts: (first: Int, second: Int?)
        var statistics: [Described]

        fileprivate func addRows(after cells: [String], to text: inout CSVText) {
            let counts = ["\(counts.first)", counts.second.map { "\($0)" } ?? ""]
            for described in statistics {
                described.addRow(
                    after: cells,
                    to: &text,
                    before: [described.unit.rawValue, isWithin ? "within" : "between"] + counts
                )
            }
        }
    }

    private func contrasts(
        _ first: [TaskResult.Cell],
        _ second: [TaskResult.Cell],
        _ design: Comparison.Design
    ) -> [Compared] {
        if case .within = design {
            let pairs = zip(first, second).compactMap { one, two in
                one.successTime.flatMap { a in two.successTime.map { (a, $0) } }
            }
            let outcomes = zip(first, second).compactMap { one, two in
                one.outcome.isAttempt && two.outcome.isAttempt
                    ? (first: one.outcome.isSuccess, second: two.outcome.isSuccess) : nil
            }
            return [
                Compared(
                    isWithin: true,
                    counts: (pairs.count, pairs.count),
                    statistics: paired(pairs.map(\.0), pairs.map(\.1))
                ),
                Compared(
                    isWithin: true,
                    counts: (outcomes.count, outcomes.count),
                    statistics: rates(PairedOutcomes(outcomes))
                ),
            ]
        }
        let times = [first, second].map { $0.compactMap(\.successTime) }
        let attempts = [first, second].map { $0.count(where: \.outcome.isAttempt) }
        let successes = [first, second].map { $0.count(where: \.outcome.isSuccess) }
        let both = TwoRates(successes[0], of: attempts[0], and: successes[1], of: attempts[1])
        return [
            Compared(
                isWithin: false,
                counts: (times[0].count, times[1].count),
                statistics: separate(times[0], times[1])
            ),
            Compared(
                isWithin: false,
                counts: (attempts[0], attempts[1]),
                statistics: both.map(rates) ?? []
            ),
        ]
    }

    private func paired(_ first: [Double], _ second: [Double]) -> [Described] {
        let test = pairedLogT(first, second)
        let logs = zip(first, second).map { log($0) - log($1) }
        let (ratio, interval) = (walshMedian(logs).map { exp($0) }, walshInterval(logs))
        return [
            .init(
                "ratio of geometric means",
                test.map(\.test.ratio).or(Comparison.commonRatio(logs)),
                test.map(\.test.ratioInterval),
                unit: .ratio
            ),
            .probability("paired t of logarithms, p", test.map(\.test.p)),
            .init(
                "ratio, Hodges-Lehmann",
                ratio,
                interval.map { $0.interval.map(exp) },
                unit: .ratio
            ),
            .probability("coverage of the exact Hodges-Lehmann interval", interval.map(\.achieved)),
            .probability("sign test, p", signTest(logs).p),
            .probability("signed rank after Pratt, p", signedRank(logs).flatMap(\.afterPratt)),
            .init("d of logarithms, average deviation", test.map(\.dav), unit: .deviations),
        ]
    }

    private func rates(_ outcomes: PairedOutcomes) -> [Described] {
        let test = outcomes.mcNemar()
        return [
            .probability("McNemar, exact p", test.map(\.exact)),
            .probability("McNemar, p of χ²", test.flatMap(\.chiSquared).map(\.p)),
            .probability("McNemar, p of corrected χ²", test.flatMap(\.corrected).map(\.p)),
            .init("odds ratio of pairs that differ", test.flatMap(\.oddsRatio), unit: .oddsRatio),
        ]
    }

    private func separate(_ first: [Double], _ second: [Double]) -> [Described] {
        let test = welchLog(first, second)
        let common = Comparison.commonRatio(first.map { log($0) }, second.map { log($0) })
        let size = standardizedDifference(first, second)
        let ratio = logarithms(first).flatMap { one in
            logarithms(second).flatMap { two in shift(one, two).map { exp($0) } }
        }
        let ranks = mannWhitney(first, second)
        return [
            .init(
                "share of pairs in which the first takes longer",
                ranks.map(\.superiority),
                unit: .share
            ),
            .probability("Mann-Whitney, p of twice the tail", ranks.flatMap(\.exactDoubled)),
            .init(
                "Hedges' g, approximate",
                size.map { $0.d * $0.approximateCorrection },
                unit: .deviations
            ),
            .init(
                "ratio of geometric means",
                test.map(\.ratio).or(common),
                test.map(\.ratioInterval),
                unit: .ratio
            ),
            .probability("Welch's t of logarithms, p", test.map(\.p)),
            .init("ratio, Hodges-Lehmann", ratio, unit: .ratio),
            .init(
                "Cohen's d, noncentral t",
                size.map(\.d),
                size.flatMap { $0.noncentralInterval() },
                unit: .deviations
            ),
            .init(
                "Cohen's d, normal",
                size.map(\.d),
                size.map { $0.normalInterval() },
                unit: .deviations
            ),
        ]
    }

    private func rates(_ rates: TwoRates) -> [Described] {
        let odds = rates.haldaneOddsRatio()
        let difference = Computed.value(rates.difference)
        return [
            .init("difference, Newcombe", difference, .value(rates.newcombe()), unit: .difference),
            .init(
                "difference, adjusted Wald",
                difference,
                .value(rates.adjustedWaldDifference()),
                unit: .difference
            ),
            .init(
                "difference, Agresti-Caffo",
                difference,
                .value(rates.agrestiCaffo()),
                unit: .difference
            ),
            .init(
                "odds ratio, ½ added",
                .value(odds.ratio),
                .value(odds.interval),
                unit: .oddsRatio
            ),
            .init("odds ratio", rates.oddsRatio, unit: .oddsRatio),
            .init("Cohen's h", .value(rates.cohensH)),
            .probability("Fisher's exact test, p", .value(rates.fisher)),
            .probability("Fisher's exact test, mid-p", .value(rates.fisherMidP)),
            .probability("χ², p", rates.pearson.map(\.p)),
            .probability("χ² after Yates, p", rates.yates.map(\.p)),
        ]
    }
}
