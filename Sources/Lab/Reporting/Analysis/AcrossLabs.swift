import Foundation
import Parallel
import ResultsStore
import Statistics
import StudyDefinition

/// Results for each lab, and results pooled across the labs.
struct AcrossLabs: Sendable {
    struct Lab: Sendable {
        var name: String
        var findings: ReportAnalysis

        /// Returns the lab's own results for the version and condition of `part`; nil if the lab
        /// has none.
        func part(like part: ReportAnalysis.Part) -> ReportAnalysis.Part? {
            findings.parts.first {
                $0.group.version == part.group.version
                    && $0.group.conditionID == part.group.conditionID
            }
        }

        /// Returns whether the lab has results for exactly the tasks of `part`. Total times are
        /// comparable between labs only if the tasks are the same.
        func hasAllTasks(of part: ReportAnalysis.Part) -> Bool {
            guard let own = self.part(like: part) else { return false }
            return own.countedTasks.map(\.task.id) == part.countedTasks.map(\.task.id)
        }
    }

    /// The labs, sorted by name; at least two.
    var labs: [Lab]
    /// Outcomes pooled across the labs, for each comparison of conditions. If there are no
    /// comparisons, the outcomes are pooled for each group of participants. For each comparison or
    /// group, the time comes first, followed by the scores.
    var outcomes: [PooledOutcome]
    /// Models of ln time, at most one for each comparison.
    var models: [LabModel]

    /// Creates the results for each lab; nil if all sessions come from one lab.
    init?(_ findings: ReportAnalysis) {
        let sample = findings.sample
        let names = Set(sample.entries.map(\.record.lab)).sorted()
        guard names.count > 1 else { return nil }
        let labs = concurrently(names) { name in
            Lab(
                name: name.isEmpty ? "without a lab" : name,
                findings: ReportAnalysis(sample.only(lab: name), differences: findings.differences)
            )
        }
        self.labs = labs
        outcomes =
            findings.comparisons.isEmpty
            ? findings.parts.flatMap { PooledOutcome.values(of: $0, labs) }
            : findings.comparisons.flatMap { PooledOutcome.differences(of: $0, labs) }
        models = findings.comparisons.compactMap { LabModel($0, findings.parts) }
    }
}

extension Sample {
    /// Returns a sample that contains only the sessions of one lab.
    fileprivate func only(lab: String) -> Sample {
        var sample = self
        sample.entries.removeAll { $0.record.lab != lab }
        sample.exclusions.removeAll { $0.lab != lab }
        return sample
    }
}

/// A mixed model of the logarithm of time on task, with random intercepts for participants and
/// labs, and fixed effects for condition and task. It uses the times of all successes, including
/// repeated observations of one participant in a task. Equals R's lme4 model `lmer(log(time) ~
/// condition + task + (1 | participant) + (1 | lab))`, provided that participants of different labs
/// have different names.
struct LabModel: Sendable {
    var names: (first: String, second: String)
    var model: Computed<MixedModel>

    /// Creates the model. Nil if one of the conditions has no times, or if all times come from one
    /// lab.
    init?(_ comparison: Comparison, _ parts: [ReportAnalysis.Part]) {
        names = comparison.names
        func part(_ condition: String) -> ReportAnalysis.Part? {
            parts.first {
                $0.group.version == comparison.version && $0.group.condition?.id == condition
            }
        }
        guard let first = part(comparison.conditions.first),
            let second = part(comparison.conditions.second)
        else { return nil }
        var response: [Double] = []
        var (condition, tasks) = ([Double](), [String]())
        var (participants, labs) = ([String](), [String]())
        for (part, isFirst) in [(first, 1.0), (second, 0.0)] {
            for task in part.tasks {
                for (entry, cell) in zip(part.group.entries, task.cells) {
                    for seconds in cell.successTimes {
                        response.append(log(seconds))
                        condition.append(isFirst)
                        tasks.append(task.task.id)
                        participants.append(entry.participant)
                        labs.append(entry.record.lab)
                    }
                }
            }
        }
        guard Set(condition).count == 2, Set(labs).count > 1 else { return nil }
        let fixed =
            [.intercept(response.count), FixedEffect("condition", condition)]
            + FixedEffect.indicators(tasks, levels: Set(tasks).sorted(), dropping: true)
        model = mixedModel(
            response,
            fixed: FixedEffect.independent(fixed).kept,
            groups: LabModel.numbers(participants),
            crossed: LabModel.numbers(labs)
        )
    }

    private static func numbers(_ names: [String]) -> [Int] {
        let places = Dictionary(uniqueKeysWithValues: zip(Set(names).sorted(), 0...))
        return names.compactMap { places[$0] }
    }
}
