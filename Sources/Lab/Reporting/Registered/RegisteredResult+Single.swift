import Foundation
import Statistics
import StudyDefinition

extension RegisteredResult {
    /// Returns the tests of each condition against the registered benchmark.
    static func benchmark(_ test: RegisteredTest, _ input: RegisteredInput) -> RegisteredResult {
        var result = RegisteredResult(test: test)
        guard let against = test.against else { return result }
        if test.measure == .completion {
            result.rows = input.parts.map { rate($0, against) }
            result.notes = [
                """
                Share of participants who completed \(input.parts.everyTask). The exact one-sided mid-p test \
                asks whether the share is above \(decimal(100 * against, 0)) %. Interval by \
                Clopper and Pearson.
                """
            ]
        } else {
            let isTime = test.measure == .time
            let groups = input.groups(test.measure)
            result.rows = groups.map { group, values, limits in
                let own = values.sorted { $0.key < $1.key }.map(\.value)
                let name = group.isEmpty ? "All participants" : group
                let scale: Scale = isTime ? .seconds : .mean
                let found = oneSampleT(own, against: isTime ? log(against) : against)
                var row = found.row(name, scale) { value in
                    let ends =
                        limits.map { value.interval.clipped(to: $0) } ?? value.interval
                    return Row(name, scale, value.difference, ends, isLog: isTime)
                        .tested("t(\(fixed(value.df, 0))) = \(fixed(value.t, 2))", value.p)
                }
                // Equal values have a mean, but no interval and no test.
                if row.value == nil, let centre = mean(own).value {
                    row.value = isTime ? exp(centre) : centre
                }
                return row
            }
            // The note names the mean, because readers could expect the sum of the times.
            let ofTasks =
                isTime && input.observations.tasks.count > 1
                ? ", the geometric mean of the times of the tasks" : ""
            result.notes = [
                "One value per participant\(ofTasks), compared with \(decimal(against, 1)); "
                    + "two-sided t test"
                    + (isTime ? " on logarithms. The estimate is the geometric mean." : ".")
            ]
            if isTime, let uneven = input.observations.unevenTasks {
                result.notes.append(
                    """
                    At least one condition has no time for \(uneven), so the means of the \
                    conditions are over different tasks.
                    """
                )
            }
            if groups.contains(where: { $0.limits != nil }) {
                result.notes.append("The interval is limited to the range of the score.")
            }
        }
        result.holm()
        return result
    }

    /// Words that state the registered value of a benchmark, as in ` against 60.0 s`. Empty for any
    /// other test.
    var benchmarkWords: String {
        guard let against = test.against else { return "" }
        return switch test.measure {
        case .time: " against \(RegisteredResult.decimal(against, 1)) s"
        case .completion: " against \(RegisteredResult.decimal(100 * against, 0)) %"
        case .errors, .score: " against \(RegisteredResult.decimal(against, 1))"
        }
    }

    /// Formats a registered value with all its decimals: at least `least` and at most six.
    private static func decimal(_ value: Double, _ least: Int) -> String {
        let texts = (least...6).map { fixed(value, $0) }
        return texts.first { abs((Double($0) ?? 0) - value) < 1e-9 } ?? texts[texts.count - 1]
    }

    private static func rate(_ part: ReportAnalysis.Part, _ against: Double) -> Row {
        let name = part.name.isEmpty ? "All participants" : part.name
        let (x, n) = part.completion()
        guard let interval = clopperPearson(x, of: n).value else {
            return Row(name, .share, because: "no outcome could be judged")
        }
        return Row(name, .share, Double(x) / Double(n), interval)
            .tested("\(x) of \(n)", midPTest(x, of: n, above: against).value)
    }

    /// Returns the log-rank test, the medians and the hazard ratios of each task.
    static func survival(_ test: RegisteredTest, _ input: RegisteredInput) -> RegisteredResult {
        var result = RegisteredResult(test: test)
        let observations = input.observations
        let groups = observations.tasks.indices.map { task in
            input.conditions.indices.map { condition in
                observations.attempts.compactMap { attempt -> CensoredTime? in
                    guard attempt.task == task, attempt.condition == condition else { return nil }
                    return attempt.ended.map { CensoredTime($0, succeeded: attempt.succeeded) }
                }
            }
        }
        result.rows = zip(observations.tasks, groups).map { title, groups in
            let name = "\(title): log-rank test"
            return logRank(groups).row(name, .joint) { value in
                Row(name, .joint)
                    .tested("χ²(\(value.df)) = \(fixed(value.chiSquared, 2))", value.p)
            }
        }
        result.holm()
        for (task, groups) in groups.enumerated() {
            let title = observations.tasks[task]
            result.rows += zip(input.conditions, groups).map { median("\(title) (\($0))", $1) }
            result.rows += hazards(task, groups, input)
        }
        result.notes = [
            """
            Failed attempts are censored at the time at which they ended. Ties are treated by \
            Efron's method. The intervals of the medians come from log-log intervals of the \
            curves. Several attempts of one participant at a task are treated as independent.
            """
        ]
        if result.rows.contains(where: { $0.scale == .hazard && $0.value != nil }) {
            result.notes.append(
                """
                A hazard ratio above 1 means that participants with the condition named first \
                succeeded sooner.
                """
            )
        }
        return result
    }

    private static func median(_ name: String, _ times: [CensoredTime]) -> Row {
        let curve = kaplanMeier(times)
        let label = "\(name): median"
        guard let value = curve.value, let median = value.median.value else {
            return Row(label, .seconds, because: curve.reason ?? curve.value?.median.reason)
        }
        var row = Row(label, .seconds)
        row.value = median
        let ends = value.medianInterval
        if let low = ends.low { row.interval = Interval(low: low, high: ends.high ?? .infinity) }
        row.statistic = "\(value.successes) of \(value.count) succeeded"
        return row
    }

    private static func hazards(
        _ task: Int,
        _ groups: [[CensoredTime]],
        _ input: RegisteredInput
    ) -> [Row] {
        // The estimated hazard of a group without a timed success is zero. Such a group is left
        // out, so that the ratios of the other groups remain computable.
        let known = groups.indices.filter { groups[$0].contains(where: \.succeeded) }
        let others = known.filter { $0 > 0 }
        let labels = known.flatMap { group in groups[group].map { _ in group } }
        let fixed = others.map { other in
            FixedEffect(input.conditions[other], labels.map { $0 == other ? 1 : 0 })
        }
        let found = proportionalHazards(known.flatMap { groups[$0] }, fixed)
        return groups.indices.dropFirst().map { other in
            let name = "\(input.observations.tasks[task]): \(input.name((0, other), .hazard))"
            if let empty = [0, other].first(where: { !known.contains($0) }) {
                let reason = input.reasonWithoutHazard(task, empty, groups[empty])
                return Row(name, .hazard, because: reason)
            }
            return found.row(name, .hazard) { value in
                let own = value.coefficients[others.firstIndex(of: other) ?? 0]
                return Row(name, .hazard, own.estimate, own.interval(), isLog: true)
                    .tested("z = \(Reporting.fixed(own.estimate / own.error, 2))", own.p)
            }
        }
    }
}

extension AttemptObservations {
    /// The titles of the tasks for which only some of the conditions have times, as text. Conditions
    /// without any time are ignored. Nil if there are no such tasks.
    fileprivate var unevenTasks: String? {
        let timed = attempts.filter { $0.seconds != nil }
        let own = Dictionary(grouping: timed, by: \.condition).values.map { Set($0.map(\.task)) }
        let titles = tasks.indices.filter { task in
            own.contains { $0.contains(task) } && !own.allSatisfy { $0.contains(task) }
        }
        .map { "“\(tasks[$0])”" }
        return titles.isEmpty ? nil : listed(titles)
    }
}

extension RegisteredInput {
    /// Returns the reason why the hazard ratios of a condition cannot be estimated for a task. Call
    /// this only for a condition that has no success with a time in this task.
    fileprivate func reasonWithoutHazard(
        _ task: Int,
        _ condition: Int,
        _ times: [CensoredTime]
    ) -> String {
        let name = "“\(conditions[condition])”"
        if times.isEmpty { return "there are no times with \(name)" }
        let hasSuccess = observations.attempts.contains {
            $0.task == task && $0.condition == condition && $0.succeeded
        }
        return hasSuccess
            ? "no successful attempt with \(name) has a time" : "nobody succeeded with \(name)"
    }
}
