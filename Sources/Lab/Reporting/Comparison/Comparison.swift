import Foundation
import Instruments
import Parallel
import ResultsStore
import Statistics
import StudyDefinition

/// Two conditions of one version of a study, side by side. Every ratio is first ÷ second.
struct Comparison: Sendable {
    /// Assignment of conditions to participants.
    enum Design: Sendable {
        /// Most participants met both conditions; those who met one are left out and counted.
        case within(participants: Int, single: Int)
        /// Most met one; those who met both are left out and counted.
        case between(first: Int, second: Int, both: Int)
    }

    /// One task, or all together.
    struct Row: Sendable {
        var label: String
        /// Nil for all tasks together.
        var task: String?
        var ranked: Ranked
        var ratio: Ratio
        var completion: Completion
        /// p of the ranked test after Holm: for a task over the tasks, for all tasks together over
        /// the pairs of conditions, if there are several.
        var holm: Double?
    }

    /// The test in which a failure is worse than every success.
    struct Ranked: Sendable {
        var p: Computed<PValue>
        /// From the normal distribution, corrected for ties, and for continuity too: as other
        /// programs give it.
        var asymptotic: Computed<(ties: Double, continuity: Double)>
        /// Matched-pairs rank-biserial correlation or Cliff's δ; above zero where the first
        /// condition took longer or failed more.
        var effect: Computed<Double>
        /// The smallest p that so many participants can give.
        var smallestP: Double
        /// Pairs, or participants of both groups.
        var count: Int
        /// Left out because a side was not attempted, could not be judged, or has successes without a
        /// time alone.
        var missing: Int
        /// Attempts without success among those ranked.
        var failures: Int
    }

    /// The ratio of geometric means over those who succeeded.
    struct Ratio: Sendable {
        var value: Computed<TTest>
        /// In standard deviations of ln time: d_z within, Hedges' g between.
        var standardized: Computed<(value: Double, interval: Interval)>
        /// Complete pairs, or participants of both groups.
        var count: Int
        /// Pairs or participants without a success on which a time could be taken.
        var dropped: Int
    }

    struct Completion: Sendable {
        var first: (x: Int, n: Int)
        var second: (x: Int, n: Int)
        var difference: Computed<(value: Double, interval: Interval)>
        var p: Computed<Double>
        /// p after Holm over the pairs of conditions, if there are several.
        var holm: Double?
    }

    var version: String
    var names: (first: String, second: String)
    var colours: (first: Int, second: Int)
    var design: Design
    var overall: Row
    var tasks: [Row]
    /// Complete pairs of times for drawing, by task; empty between participants.
    var pairs: [(label: String, pairs: [(participant: String, first: Double, second: Double)])]
    var model: SensitivityModel
    /// Scores of questionnaires that both conditions asked.
    var scores: [ScoreComparison]

    /// The outcomes that the study registered.
    var analysis: RegisteredAnalysis?

    var isWithin: Bool { if case .within = design { true } else { false } }
}

extension ReportAnalysis {
    /// Every pair of conditions of every version; a report with more than six names only those with
    /// the first condition.
    static func comparisons(of parts: [Part]) -> [Comparison] {
        var versions: [String] = []
        for part in parts where !versions.contains(part.group.version) {
            versions.append(part.group.version)
        }
        return versions.flatMap { version in
            let compared = parts.filter {
                $0.group.version == version && $0.group.condition != nil
            }
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
}

extension Comparison {
    init?(_ first: ReportAnalysis.Part, _ second: ReportAnalysis.Part) {
        guard let one = first.group.condition, let two = second.group.condition else { return nil }
        let shared = first.tasks.compactMap { task in
            second.tasks.first { $0.task.id == task.task.id }.map { (task, $0) }
        }
        self.init(
            first,
            second,
            places: Places(first.group.entries, second.group.entries),
            tasks: shared,
            names: (one.title, two.title)
        )
        if tasks.isEmpty, scores.isEmpty { return nil }
    }

    init(
        _ first: ReportAnalysis.Part,
        _ second: ReportAnalysis.Part,
        places: Places,
        tasks shared: [(TaskResult, TaskResult)],
        names: (first: String, second: String)
    ) {
        let sensitivity = BackgroundValue { SensitivityModel(first, second) }
        version = first.group.version
        self.names = names
        colours = (first.colour, second.colour)
        design = places.design
        let cells = shared.map { one, two in
            Side(
                label: "Task \(one.number): \(one.title)",
                task: one.task.id,
                first: places.first.map(one.cell),
                second: places.second.map(two.cell)
            )
        }
        let isWithin = if case .within = places.design { true } else { false }
        overall = isWithin ? Comparison.pairedOverall(cells) : Comparison.separateOverall(cells)
        var rows = cells.map { isWithin ? Comparison.paired($0) : Comparison.separate($0) }
        let holm = Multiplicity.holm(rows.map { $0.ranked.p.value?.p })
        for (index, p) in holm.enumerated() { rows[index].holm = p }
        tasks = rows
        pairs = isWithin ? cells.map { ($0.label, $0.pairsOfTimes) } : []
        scores = ScoreComparison.all(first, second, places, isWithin: isWithin)
        model = sensitivity.value
        analysis = first.group.study.analysis
    }

    /// Which participants enter on either side: their places among the entries of each.
    struct Places {
        var design: Design
        var first: [Int]
        var second: [Int]

        init(design: Design, first: [Int], second: [Int]) {
            self.design = design
            self.first = first
            self.second = second
        }

        init(_ one: [Entry], _ two: [Entry]) {
            let second = Dictionary(
                two.enumerated().map { ($1.participant, $0) },
                uniquingKeysWith: { _, last in last }
            )
            let both = one.indices.filter { second[one[$0].participant] != nil }
            let names = Set(both.map { one[$0].participant })
            let singles = one.count + two.count - 2 * both.count
            if both.count >= max(1, singles) || singles == 0 {
                design = .within(participants: both.count, single: singles)
                first = both
                self.second = both.compactMap { second[one[$0].participant] }
            } else {
                first = one.indices.filter { !names.contains(one[$0].participant) }
                self.second = two.indices.filter { !names.contains(two[$0].participant) }
                design = .between(
                    first: first.count,
                    second: self.second.count,
                    both: both.count
                )
            }
        }
    }

    /// A task's attempts in both conditions; within participants, place by place the same ones.
    struct Side {
        var label: String
        var task: String
        var first: [TaskResult.Cell]
        var second: [TaskResult.Cell]

        /// Number of participants who succeeded in both, with times above zero.
        var pairsOfTimes: [(participant: String, first: Double, second: Double)] {
            zip(first, second).compactMap { one, two in
                guard let a = one.successTime, let b = two.successTime else { return nil }
                return (one.participant, a, b)
            }
        }
    }
}

extension TaskResult {
    func cell(_ place: Int) -> Cell { cells[place] }
}

extension TaskResult.Cell {
    /// Seconds of a success, above zero.
    var successTime: Double? {
        guard outcome.isSuccess, let seconds, seconds > 0 else { return nil }
        return seconds
    }
}
