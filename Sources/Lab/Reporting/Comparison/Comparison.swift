import Foundation
import Parallel
import ResultsStore
import Statistics
import StudyDefinition

/// A comparison of two conditions in one version of a study. Every ratio is first ÷ second.
struct Comparison: Sendable {
    /// The assignment of participants to the conditions.
    enum Design: Sendable {
        /// The same participants worked in both conditions. `single` is the number of participants
        /// who worked in only one condition and are left out.
        case within(participants: Int, single: Int)
        /// Different participants worked in the two conditions. `both` is the number of
        /// participants who worked in both conditions and are left out.
        case between(first: Int, second: Int, both: Int)

        /// Returns whether two conditions are compared within participants. True in two cases:
        ///
        /// - At least half of the participants have both conditions.
        /// - At least two participants have both conditions, and a comparison between groups would
        ///   have fewer than two participants in one group.
        ///
        /// - Parameter alone: number of participants with only the first condition, and number with
        ///   only the second.
        static func isWithin(both: Int, alone: (first: Int, second: Int)) -> Bool {
            both >= max(1, alone.first + alone.second)
                || both > 1 && min(alone.first, alone.second) < 2
        }
    }

    /// The results for one task, or for all tasks together.
    struct Row: Sendable {
        var label: String
        /// The task's id; nil for all tasks together.
        var task: String?
        var ranked: Ranked
        var ratio: Ratio
        var completion: Completion
        /// The p-value of the rank test after Holm's correction. In a row for one task, the
        /// correction is across the tasks. In the row for all tasks together, it is across the
        /// pairs of conditions; the value is nil if there is only one pair.
        var holm: Double?
    }

    /// The rank test, in which every failure ranks worse than every success.
    struct Ranked: Sendable {
        var p: Computed<PValue>
        /// Two p-values from the normal approximation, for comparison with other programs: one
        /// corrected for ties, one corrected for ties and continuity.
        var asymptotic: Computed<(ties: Double, continuity: Double)>
        /// Matched-pairs rank-biserial correlation or Cliff's δ; above zero if the first condition
        /// took longer or failed more often.
        var effect: Computed<Double>
        /// The smallest p-value that the test can give with this number of participants.
        var smallestP: Double
        /// Sample size of the test: the number of pairs, or the total number of participants in the
        /// two groups.
        var count: Int
        /// Number of pairs or participants left out of the ranking, because they lack a judged
        /// attempt or a time that the ranking needs.
        var missing: Int
        /// Number of ranked attempts that ended without success.
        var failures: Int
    }

    /// The ratio of geometric mean times of the participants who succeeded.
    struct Ratio: Sendable {
        var value: Computed<TTest>
        /// The ratio, if it is the same for all pairs or if the times within each group are equal;
        /// otherwise nil. For a constant ratio, there is no t test.
        var constant: Double?
        /// The difference, in standard deviations of ln time: d_z for pairs, Hedges' g for separate
        /// groups.
        var standardized: Computed<(value: Double, interval: Interval)>
        /// Number of complete pairs, or total number of participants in the two groups.
        var count: Int
        /// Number of pairs or participants left out because they lack a success with a time. In the
        /// row for all tasks together, pairs are counted per task, so one participant may count
        /// several times.
        var dropped: Int
        /// Number of pairs or participants that succeeded but have no time above zero. ``dropped``
        /// includes this number.
        var untimed: Int

        /// The ratio, with or without a t test.
        var estimate: Computed<Double> { value.map(\.ratio).or(constant) }

        /// The words ` with a known time`, which follow phrases such as `who succeeded`. Empty if
        /// every success has a time.
        var inKnownTime: String { untimed > 0 ? ReportAnalysis.inKnownTime : "" }
    }

    struct Completion: Sendable {
        var first: (x: Int, n: Int)
        var second: (x: Int, n: Int)
        var difference: Computed<(value: Double, interval: Interval)>
        var p: Computed<Double>
        /// The p-value after Holm's correction across the pairs of conditions; nil if there is only
        /// one pair.
        var holm: Double?
    }

    var version: String
    /// The ids of the conditions. Titles do not identify conditions, because two conditions may
    /// have the same title.
    var conditions: (first: String, second: String)
    var names: (first: String, second: String)
    var colours: (first: Int, second: Int)
    var design: Design
    var overall: Row
    var tasks: [Row]
    /// Titles of the tasks that are not compared, because only one of the conditions has them.
    var unshared: [String]
    /// Whether each condition has at most one task, and at least one condition has a task.
    var hasOneTask: Bool
    /// Times of the participants who have a time in both conditions, for charts. Each element
    /// contains the times of one task. Empty for a comparison between groups.
    var pairs: [(label: String, pairs: [(participant: String, first: Double, second: Double)])]
    var model: SensitivityModel
    /// Scores from questionnaires that were asked in both conditions.
    var scores: [ScoreComparison]

    /// The study's registered analysis, with the registered outcomes; nil if none was registered.
    var analysis: RegisteredAnalysis?

    var isWithin: Bool { if case .within = design { true } else { false } }

    /// The words “every task”; “the task” if there is only one.
    var everyTask: String { hasOneTask ? "the task" : "every task" }

    /// The rows of tables and figures: one for all tasks together, and one for each task. If there
    /// is only one task, there is only one row: the row for all tasks, with the name of the task.
    var rows: [Row] {
        guard hasOneTask, let task = tasks.first else { return [overall] + tasks }
        var row = overall
        (row.label, row.task) = (task.label, task.task)
        return [row]
    }
}

extension ReportAnalysis {
    /// Returns the comparison of every pair of conditions in every version. If a version has more
    /// than six pairs, only pairs that include its first condition are compared.
    static func comparisons(of parts: [Part]) -> [Comparison] {
        conditionsByVersion(parts).flatMap { _, compared in
            let pairs = compared.indices.flatMap { one in
                compared.indices.dropFirst(one + 1).map { (one, $0) }
            }
            let kept = pairs.count > 6 ? pairs.filter { $0.0 == 0 } : pairs
            var found = concurrently(kept) { Comparison(compared[$0.0], compared[$0.1]) }
                .compactMap(\.self)
            guard found.count > 1 else { return found }
            let holm = Multiplicity.holm(found.map { $0.overall.ranked.p.value?.p })
            for (index, p) in holm.enumerated() { found[index].overall.holm = p }
            let completion = Multiplicity.holm(found.map { $0.overall.completion.p.value })
            for (index, p) in completion.enumerated() {
                found[index].overall.completion.holm = p
            }
            ScoreComparison.holm(&found)
            return found
        }
    }

    /// Returns each version of the study with the results of its conditions. Versions are in the
    /// order in which they first occur in `parts`.
    static func conditionsByVersion(_ parts: [Part]) -> [(version: String, parts: [Part])] {
        parts.grouped(by: \.group.version).map { version, parts in
            (version, parts.filter { $0.group.condition != nil })
        }
    }
}

extension Comparison {
    init?(_ first: ReportAnalysis.Part, _ second: ReportAnalysis.Part) {
        guard let one = first.group.condition, let two = second.group.condition else { return nil }
        self.init(
            first,
            second,
            places: Places(first.group, second.group),
            names: (one.title, two.title)
        )
        if tasks.isEmpty, scores.isEmpty { return nil }
    }

    init(
        _ first: ReportAnalysis.Part,
        _ second: ReportAnalysis.Part,
        places: Places,
        names: (first: String, second: String)
    ) {
        let sharesPeople = places.sharesPeople
        let sensitivity = BackgroundValue {
            SensitivityModel(first, second, sharesPeople: sharesPeople)
        }
        version = first.group.version
        conditions = (first.group.conditionID, second.group.conditionID)
        self.names = names
        colours = (first.colour, second.colour)
        design = places.design
        let others = second.countedTasks
        let cells = first.countedTasks.compactMap { one -> Side? in
            guard let two = others.first(where: { $0.task.id == one.task.id }) else {
                return nil
            }
            return Side(
                label: "Task \(one.number): \(one.title)",
                task: one.task.id,
                first: places.first.map { one.cells[$0] },
                second: places.second.map { two.cells[$0] }
            )
        }
        let isWithin = if case .within = places.design { true } else { false }
        overall = isWithin ? Comparison.pairedOverall(cells) : Comparison.separateOverall(cells)
        var rows = cells.map { isWithin ? Comparison.paired($0) : Comparison.separate($0) }
        let holm = Multiplicity.holm(rows.map { $0.ranked.p.value?.p })
        for (index, p) in holm.enumerated() { rows[index].holm = p }
        tasks = rows
        let shared = Set(cells.map(\.task))
        let alone = (first.countedTasks + others).filter { !shared.contains($0.task.id) }
        unshared = alone.map(\.title).distinct
        hasOneTask = [first, second].haveOneTask
        pairs = isWithin ? cells.map { ($0.label, $0.pairsOfTimes) } : []
        scores = ScoreComparison.all(first, second, places, isWithin: isWithin)
        model = sensitivity.value
        analysis = first.group.study.analysis
    }

    /// The sessions that are compared. `first` and `second` contain the indices of the sessions in
    /// the groups of the first and the second condition.
    struct Places {
        var design: Design
        var first: [Int]
        var second: [Int]
        /// Whether a participant code that occurs in both conditions identifies one person.
        var sharesPeople = true
    }

    /// The participants' results (cells) of one task in both conditions. If the conditions are
    /// compared within participants, cells at the same index belong to the same participant.
    struct Side {
        var label: String
        var task: String
        var first: [TaskResult.Cell]
        var second: [TaskResult.Cell]

        /// The two times of each participant who succeeded in both conditions. Participants with a
        /// missing time or a time of zero are left out.
        var pairsOfTimes: [(participant: String, first: Double, second: Double)] {
            zip(first, second).compactMap { one, two in
                guard let a = one.successTime, let b = two.successTime else { return nil }
                return (one.participant, a, b)
            }
        }
    }
}

extension Comparison.Places {
    init(_ first: Group, _ second: Group) {
        let (one, two) = (first.entries, second.entries)
        let places = Dictionary(
            two.enumerated().map { ($1.participant, $0) },
            uniquingKeysWith: { _, last in last }
        )
        let both = one.indices.filter { places[one[$0].participant] != nil }
        let names = Set(both.map { one[$0].participant })
        if Comparison.Places.isWithin(first.assigned, second.assigned) {
            let singles = one.count + two.count - 2 * both.count
            design = .within(participants: both.count, single: singles)
            self.first = both
            self.second = both.compactMap { places[one[$0].participant] }
        } else {
            self.first = one.indices.filter { !names.contains(one[$0].participant) }
            self.second = two.indices.filter { !names.contains(two[$0].participant) }
            design = .between(
                first: self.first.count,
                second: self.second.count,
                both: both.count
            )
        }
    }

    /// Returns whether two conditions are compared within participants. `one` and `two` contain the
    /// participants who were assigned to the conditions. They include participants whose sessions
    /// ended before the condition began, because the assignment defines the design.
    private static func isWithin(_ one: [String], _ two: [String]) -> Bool {
        let others = Set(two)
        let both = one.count { others.contains($0) }
        let alone = (first: one.count - both, second: two.count - both)
        return Comparison.Design.isWithin(both: both, alone: alone)
            || alone.first + alone.second == 0
    }
}

extension Comparison {
    /// Returns the ratio of times that all pairs have in common; nil if the ratios vary. Elements of
    /// `logarithms` are differences of ln time.
    static func commonRatio(_ logarithms: [Double]) -> Double? {
        // A common difference is rounded. The ratio is not, unless there is no difference.
        commonDifference(logarithms).map { $0 == 0 ? 1 : exp(logarithms[0]) }
    }

    /// Returns the ratio of times between two groups whose times do not vary; nil if they vary. The
    /// elements of `first` and `second` are ln time.
    static func commonRatio(_ first: [Double], _ second: [Double]) -> Double? {
        commonDifference(first, second).map { $0 == 0 ? 1 : exp(first[0] - second[0]) }
    }
}

extension Computed {
    /// Returns the value or, if it is not computable, `other`. If `other` is nil too, returns the
    /// reason why the value is not computable.
    func or(_ other: Value?) -> Computed {
        guard value == nil, let other else { return self }
        return .value(other)
    }
}

extension TaskResult.Cell {
    /// Seconds until success; nil if there was no success or its time is not above zero.
    var successTime: Double? {
        guard outcome.isSuccess, let seconds, seconds > 0 else { return nil }
        return seconds
    }
}
