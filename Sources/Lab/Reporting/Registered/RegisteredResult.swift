import Diagnostics
import Foundation
import Statistics
import StudyDefinition

/// The result of one test that the study registered.
struct RegisteredResult: Sendable {
    enum Scale: String, Sendable {
        case ratio = "ratio of times"
        case odds = "odds ratio"
        case rate = "ratio of counts"
        case hazard = "hazard ratio"
        case difference
        /// Coefficient of a covariate, in the units of the response.
        case coefficient
        case seconds
        case share = "share"
        case mean
        /// A joint test of several effects, which has no estimate.
        case joint = "test"
    }

    struct Row: Sendable {
        var effect: String
        var scale: Scale
        var value: Double?
        var interval: Interval?
        /// The test statistic as text, such as `t(11.0) = 2.34`.
        var statistic = ""
        var p: Double?
        /// The p-value after Holm's correction, for example across the pairs of conditions; nil if
        /// the p-value is not corrected.
        var holm: Double?
        /// The reason why the row is not computable. If the row has a value, the reason why it has no
        /// interval and no test. Nil if the row was computed.
        var reason: String?
        /// Titles of the two conditions that the row compares; nil if the row does not compare two
        /// conditions.
        var pair: Set<String>?

        init(_ effect: String, _ scale: Scale) { (self.effect, self.scale) = (effect, scale) }

        init(_ effect: String, _ scale: Scale, because reason: String?) {
            self.init(effect, scale)
            self.reason = reason ?? "there are no values"
        }

        /// Creates a row from an estimate and its interval.
        ///
        /// - Parameter isLog: whether `value` and `interval` are logarithms of the estimate.
        init(
            _ effect: String,
            _ scale: Scale,
            _ value: Double,
            _ interval: Interval,
            isLog: Bool = false
        ) {
            self.init(effect, scale)
            self.value = isLog ? exp(value) : value
            self.interval = isLog ? interval.map(exp) : interval
        }

        /// Returns a copy of the row with a test statistic and its p-value.
        func tested(_ statistic: String, _ p: Double?) -> Row {
            var row = self
            (row.statistic, row.p) = (statistic, p)
            return row
        }

        /// Returns a copy of the row with `pair`, the titles of the conditions that it compares.
        func comparing(_ pair: Set<String>) -> Row {
            var row = self
            row.pair = pair
            return row
        }
    }

    var test: RegisteredTest
    var rows: [Row] = []
    var notes: [String] = []
    /// Names of the registered covariates that the model leaves out, because they do not vary or
    /// because other effects determine them.
    var ignored: Set<String> = []
    /// The participants' mean times in each condition; empty if the test uses no mean times.
    var meanTimes: [MeanTimes] = []

    /// The reasons why rows could not be computed, or not in full. Each text begins with the name of
    /// the row's effect.
    var reasons: [String] {
        rows.compactMap { row in row.reason.map { "\(row.effect): \($0)" } }
    }

    /// The elements of ``reasons`` that are departures from the registered analysis. A median that
    /// too few participants reached is a result of a survival test.
    var departures: [String] {
        var known = self
        if test.method == .survival { known.rows.removeAll { $0.scale == .seconds } }
        return known.reasons
    }

    /// The rows with a joint test of several effects and its p-value. Empty for survival tests,
    /// because each of their joint tests covers only one task.
    var jointRows: [Row] {
        test.method == .survival ? [] : rows.filter { $0.scale == .joint && $0.p != nil }
    }

    /// Applies Holm's correction to the rows from index `start` on.
    mutating func holm(from start: Int = 0) { holm(Array(rows.indices[start...])) }

    /// Applies Holm's correction across the rows with these indices.
    mutating func holm(_ places: [Int]) {
        guard places.count > 1 else { return }
        let corrected = Multiplicity.holm(places.map { rows[$0].p })
        for (place, p) in zip(places, corrected) { rows[place].holm = p }
    }
}

/// Counts of the participants' mean times in one condition.
struct MeanTimes: Sendable {
    /// Title of the condition.
    var condition: String
    /// Number of mean times that cover only some of the condition's tasks.
    var partial: Int
    var all: Int
}

extension [MeanTimes] {
    /// Number of mean times that cover only some of the tasks, and number of all mean times, as in
    /// `2 of 24`. Nil if every mean time covers all tasks.
    var partialWords: String? {
        let partial = reduce(0) { $0 + $1.partial }
        return partial == 0 ? nil : "\(partial) of \(reduce(0) { $0 + $1.all })"
    }
}

extension RegisteredResult.Row {
    /// Returns the number of decimals for the estimate and its interval. With these decimals, no
    /// end of the interval is rounded to the value for no difference or, in a benchmark, to the
    /// registered value.
    func digits(_ test: RegisteredTest) -> Int {
        let null: Double? =
            switch scale {
            case .ratio, .odds, .rate, .hazard: 1
            case .difference, .coefficient: 0
            case .seconds, .mean: test.against
            case .share, .joint: nil
            }
        return decimals(of: interval, atLeast: 2, null: null)
    }
}

extension Computed {
    /// Returns the row that `make` creates from the value. If the value is not computable, returns
    /// a row with the reason instead.
    func row(
        _ effect: String,
        _ scale: RegisteredResult.Scale,
        _ make: (Value) -> RegisteredResult.Row
    ) -> RegisteredResult.Row {
        switch self {
        case .value(let value): make(value)
        case .notComputable(let reason): .init(effect, scale, because: reason)
        }
    }
}

/// The conditions of one version of the study, with the data that registered tests need.
struct RegisteredInput: Sendable {
    var parts: [ReportAnalysis.Part]
    /// Results of all participants for the tasks and questions without a condition. Nil if there
    /// are no such tasks and questions, or if `parts` has no conditions.
    var outside: ReportAnalysis.Part?
    var observations: AttemptObservations
    var conditions: [String] { observations.conditions }

    /// Returns sentences about the data that a test uses. The sentences depend on the test's
    /// measure:
    ///
    /// - For a score that is asked after each task, they state how the values of the tasks are
    ///   used.
    /// - For any other score, and for a benchmark of completion, there are no sentences.
    /// - For other tests, they state how many attempts are left out: by a registered exclusion
    ///   rule, for lack of a time, or because some condition has no values for the task. They also
    ///   state how many mean times cover only some of the tasks.
    ///
    /// - Parameter means: the result of ``meanTimes(of:)``.
    func exclusions(of test: RegisteredTest, _ means: [MeanTimes]) -> [String] {
        if case .score(let name) = test.measure { return tasks(of: name, test.method) }
        // A benchmark of completion counts participants, not attempts.
        if test.measure == .completion, test.method == .benchmark { return [] }
        let rules = observations.excluded.sorted { $0.key.rawValue < $1.key.rawValue }
        let sentences = rules.map { rule, count in
            "\(counted(count, "attempt")) left out by the rule “\(rule.rawValue)”."
        }
        let partial = means.partialWords.map { count in
            """
            Values that are means over only some of the tasks: \(count). Because tasks differ in \
            length, such values can cause or hide a difference; a mixed model takes the tasks into \
            account.
            """
        }
        return sentences + [observations.uncommon, untimed(test), partial].compactMap(\.self)
    }

    /// Counts the participants' mean times in each condition. Returns an empty array if the test
    /// uses no mean times.
    func meanTimes(of test: RegisteredTest) -> [MeanTimes] {
        guard test.measure == .time, [.means, .bootstrap, .benchmark].contains(test.method) else {
            return []
        }
        let timed = observations.attempts.filter { $0.seconds != nil }
        return timed.grouped(by: \.condition).map { condition, own in
            let tasks = Set(own.map(\.task)).count
            let people = own.grouped(by: \.participant)
            return MeanTimes(
                condition: conditions[condition],
                partial: people.count { Set($0.elements.map(\.task)).count < tasks },
                all: people.count
            )
        }
    }

    /// Returns a sentence with the number of attempts that a test of times leaves out because they
    /// have no usable time. Returns nil if there are none, or if the test has another measure. Also
    /// returns nil for models, because the tables of models state this number.
    private func untimed(_ test: RegisteredTest) -> String? {
        guard test.measure == .time else { return nil }
        let (lost, reason): ([AttemptObservations.Attempt], String)
        switch test.method {
        case .means, .bootstrap, .benchmark:
            lost = observations.attempts.filter { $0.seconds == nil }
            reason = "no success, or no time"
        case .survival:
            lost = observations.attempts.filter { $0.ended == nil }
            reason = "no time"
        case .mixedModel, .leastSquares: return nil
        }
        return lost.isEmpty ? nil : "\(counted(lost.count, "attempt")) left out: \(reason)."
    }

    /// Describes how a score that is asked after each task combines the values of the tasks, and
    /// which values are left out. Returns an empty array for any other score.
    private func tasks(of name: String, _ method: RegisteredTest.Method) -> [String] {
        let groups = parts + (method == .benchmark ? [outside].compactMap(\.self) : [])
        let all = groups.compactMap { $0.score(named: name)?.afterTasks }.joined()
        if all.isEmpty { return [] }
        if method == .benchmark { return [RegisteredInput.meanOverTasks] }
        let used = scores(named: name).compactMap { $0?.afterTasks }.joined()
        let isModel = method == .mixedModel || method == .leastSquares
        let means = isModel ? [] : [RegisteredInput.meanOverTasks]
        guard used.count < all.count else { return means }
        let common = Set(used.map(\.task))
        let others = parts.flatMap(\.group.tasks).grouped { $0[0].id }
            .filter { id, _ in !common.contains(id) && all.contains { $0.task == id } }
            .map { "“\($0.elements[0].jointTitle)”" }
        let count = counted(all.count - used.count, "value")
        let left = "\(count) left out: at least one condition has no value for \(listed(others))."
        return means + [left]
    }

    private static let meanOverTasks =
        "Asked after each task: a participant's value is the mean over the tasks."

    /// All pairs of conditions, as indices. `base` is the condition that is earlier in the study's
    /// list.
    var pairs: [(base: Int, other: Int)] {
        conditions.indices.flatMap { base in
            conditions.indices.dropFirst(base + 1).map { (base, $0) }
        }
    }

    func titles(_ pair: (base: Int, other: Int)) -> Set<String> {
        [conditions[pair.base], conditions[pair.other]]
    }

    func name(_ pair: (base: Int, other: Int), _ scale: RegisteredResult.Scale) -> String {
        let sign = scale == .difference ? "−" : "÷"
        return "\(conditions[pair.other]) \(sign) \(conditions[pair.base])"
    }

    /// Returns the groups whose values are compared with a benchmark: each condition, or all
    /// participants if the score was asked outside the conditions. `limits` are the smallest and
    /// the greatest possible value of a score; nil if they are unknown.
    func groups(
        _ measure: RegisteredTest.Measure
    ) -> [(name: String, values: [String: Double], limits: ClosedRange<Double>?)] {
        guard case .score(let name) = measure else {
            return zip(parts, values(measure)).map { (name: $0.name, values: $1, limits: nil) }
        }
        let own = parts.map { $0.group(ofScore: name) }
        guard own.allSatisfy(\.values.isEmpty), let found = outside?.group(ofScore: name),
            !found.values.isEmpty
        else { return own }
        return [("", found.values, found.limits)]
    }

    /// Returns the smallest and the greatest possible value of a score. Nil if they are unknown, or
    /// if the measure is not a score.
    func limits(of measure: RegisteredTest.Measure) -> ClosedRange<Double>? {
        guard case .score(let name) = measure else { return nil }
        return parts.compactMap { $0.score(named: name)?.limits }.first
    }

    /// Returns the score in each condition; nil for a condition without this score. To make the
    /// conditions comparable, a score asked after each task uses only tasks for which every
    /// condition has values. Conditions without any value are ignored.
    func scores(named name: String) -> [ScoreValues?] {
        let own = parts.map { $0.score(named: name) }
        var common = ScoreValues.ofCommonTasks(own.compactMap(\.self))[...]
        return own.map { $0.flatMap { _ in common.popFirst() } }
    }

    /// Returns one value per participant for each condition. For a score, this is the participant's
    /// score. For other measures, the value is computed over the participant's tasks: the
    /// proportion completed, the mean number of mistakes, or the mean of ln time. A task counts as
    /// completed if any attempt succeeded.
    func values(_ measure: RegisteredTest.Measure) -> [[String: Double]] {
        let value: ([AttemptObservations.Attempt]) -> Double?
        switch measure {
        case .time: value = AttemptObservations.logTime
        case .completion: value = { $0.contains(where: \.succeeded) ? 1 : 0 }
        case .errors: value = { mean($0.compactMap(\.mistakes).map { Double($0) }).value }
        case .score(let name):
            return zip(parts, scores(named: name)).map { $0.byParticipant($1?.values ?? []) }
        }
        return parts.indices.map { observations.means(of: $0, value) }
    }
}

extension ReportAnalysis.Part {
    /// Returns the participants' values of a score, keyed by participant. Also returns the name of
    /// this group of participants, and the smallest and the greatest possible value of the score.
    fileprivate func group(
        ofScore id: String
    ) -> (name: String, values: [String: Double], limits: ClosedRange<Double>?) {
        let found = score(named: id)
        return (name, byParticipant(found?.values ?? []), found?.limits)
    }
}
