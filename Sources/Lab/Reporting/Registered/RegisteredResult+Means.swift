import Statistics
import StudyDefinition

extension RegisteredResult {
    /// Returns the t test of the means of each pair of conditions, with Holm's correction across
    /// the pairs. With more than two conditions, the first row is a test of all conditions.
    static func means(_ test: RegisteredTest, _ input: RegisteredInput) -> RegisteredResult {
        var result = RegisteredResult(test: test)
        let values = input.values(test.measure)
        let scale: Scale = test.measure == .time ? .ratio : .difference
        let limits = input.limits(of: test.measure)
        if values.count > 2 { result.rows.append(joint(values, input.parts)) }
        let start = result.rows.count
        result.rows += input.pairs.map { pair in
            let name = input.name(pair, scale)
            let sides = Sides(pair, values, input.parts)
            let found =
                sides.isWithin
                ? pairedT(sides.first, sides.second).map(\.test) : welch(sides.first, sides.second)
            return found.map { $0.limited(to: limits) }.row(name, scale) { found in
                Row(name, scale, found.difference, found.interval, isLog: scale == .ratio)
                    .tested("t(\(fixed(found.df, 1))) = \(fixed(found.t, 2))", found.p)
                    .comparing(input.titles(pair))
            }
        }
        result.holm(from: start)
        result.notes = [
            scale == .ratio
                ? "One value per participant and condition: the mean of ln time over the tasks."
                : "One value per participant and condition."
        ]
        if limits != nil {
            result.notes.append(
                "The interval is limited to the differences that the scale allows."
            )
        }
        return result
    }

    /// Returns BCa bootstrap intervals for the difference between the conditions of each pair,
    /// without a test. For times, the intervals are for ratios. The values are sorted, so that the
    /// random resamples do not depend on the participants' codes.
    static func bootstrap(_ test: RegisteredTest, _ input: RegisteredInput) -> RegisteredResult {
        var result = RegisteredResult(test: test)
        let values = input.values(test.measure)
        let scale: Scale = test.measure == .time ? .ratio : .difference
        result.rows = input.pairs.map { pair in
            let name = input.name(pair, scale)
            let sides = Sides(pair, values, input.parts)
            let difference = sides.means.map { $0 - $1 }
            let interval: Computed<Interval>
            if sides.isWithin {
                let own = zip(sides.first, sides.second).map { $0 - $1 }.sorted()
                // With few differences, all possible resamples are used, so that no random draw is
                // needed.
                let all = Statistics.exhaustiveBootstrap(own, .mean)
                let found = all.value == nil ? Statistics.bootstrap(own, .mean) : all
                interval = found.map(\.bca)
            } else {
                interval = bootstrapDifference(sides.first.sorted(), sides.second.sorted())
            }
            guard let difference, let ends = interval.value else {
                return Row(name, scale, because: interval.reason)
            }
            return Row(name, scale, difference, ends, isLog: scale == .ratio)
                .comparing(input.titles(pair))
        }
        result.notes = [
            """
            BCa intervals. For up to \(exhaustiveLimit) paired differences, they are computed from \
            all resamples; otherwise, from \(bootstrapResamples) random resamples (seed \
            \(bootstrapSeed)). With few participants, their coverage is below 95 %.
            """
        ]
        return result
    }

    private static func joint(
        _ values: [[String: Double]],
        _ parts: [ReportAnalysis.Part]
    ) -> Row {
        if OmnibusTest.isWithin(parts) {
            let rows = OmnibusTest.completeRows(values)
            let found = repeatedMeasures(rows).flatMap { value in value.test.map { (value, $0) } }
            let name = "All conditions (repeated measures)"
            return found.row(name, .joint) { value, test in
                let epsilon = value.greenhouseGeisser.value ?? 1
                return Row(name, .joint).tested(
                    statistic(test, scale: epsilon) + ", ε = \(fixed(epsilon, 3))",
                    value.adjustedP.value ?? test.p
                )
            }
        }
        let groups = OmnibusTest.separateGroups(values, parts)
        let name = "All conditions (Welch's analysis)"
        return welchAnalysis(groups).row(name, .joint) { test in
            Row(name, .joint).tested(statistic(test), test.p)
        }
    }

    private static func statistic(_ test: FTest, scale: Double = 1) -> String {
        "F(\(fixed(test.df1 * scale, 2)), \(fixed(test.df2 * scale, 2))) = \(fixed(test.f, 2))"
    }
}

/// Values of two conditions. In a comparison within participants, the values are pairs, one for
/// each participant with a value in both conditions. Otherwise, they are values of participants who
/// worked in only one of the conditions.
private struct Sides {
    var isWithin: Bool
    var first: [Double]
    var second: [Double]

    /// Selects the values of a pair of conditions. As in the report's other comparisons, only the
    /// assignment to conditions determines whether the comparison is within or between
    /// participants. Missing values have no influence.
    init(
        _ pair: (base: Int, other: Int),
        _ values: [[String: Double]],
        _ parts: [ReportAnalysis.Part]
    ) {
        let (one, two) = (parts[pair.other].group, parts[pair.base].group)
        let places = Comparison.Places(one, two)
        let firsts = Set(places.first.map { one.entries[$0].participant })
        let seconds = Set(places.second.map { two.entries[$0].participant })
        let first = values[pair.other].filter { firsts.contains($0.key) }
        let second = values[pair.base].filter { seconds.contains($0.key) }
        if case .within = places.design {
            isWithin = true
            let both = first.keys.filter { second[$0] != nil }.sorted()
            self.first = both.compactMap { first[$0] }
            self.second = both.compactMap { second[$0] }
        } else {
            isWithin = false
            self.first = first.sorted { $0.key < $1.key }.map(\.value)
            self.second = second.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    var means: (Double, Double)? {
        guard let one = mean(first).value, let two = mean(second).value else { return nil }
        return (one, two)
    }
}
