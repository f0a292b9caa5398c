import Diagnostics
import ResultsStore
import Statistics
import StudyDefinition

/// Support for imported sessions in which a participant was observed several times in the same task
/// and condition. Tables and paired tests use one value per participant: the geometric mean of the
/// successful observations. Models and survival tests use every observation.
extension Entry {
    /// Returns an imported session's runs of a task in a condition, if there is more than one;
    /// otherwise an empty array. Practice does not count.
    func observations(of tasks: [String], condition: String) -> [SessionResults.Run] {
        guard isImported else { return [] }
        let runs = record.runs.filter {
            $0.condition == condition && !$0.practice && tasks.contains($0.task)
        }
        return runs.count > 1 ? runs : []
    }
}

extension TaskResult.Cell {
    /// Creates the result of one participant from several observations of a task; nil if `runs` is
    /// empty. The task counts as completed if any observation succeeded, and as completed without
    /// an assist if any observation succeeded without an assist. If no observation succeeded, the
    /// last attempt counts. The order of successes does not matter, because the rows of an imported
    /// table can be in any order.
    init?(_ runs: [SessionResults.Run], _ entry: Entry) {
        guard let last = runs.last else { return nil }
        let successes = runs.filter { $0.outcome?.isSuccess == true }
        let best =
            successes.first { $0.outcome?.isUnassisted == true } ?? successes.first
            ?? runs.last { $0.outcome?.isAttempt == true } ?? last
        let times = successes.filter { $0.isTimed && $0.running > 0 }.map {
            Double($0.running) / 1e9
        }
        let mean = geometricMean(times).value
        self.init(
            participant: entry.participant,
            task: last.task,
            taskSet: last.taskSet,
            outcome: best.outcome ?? .endedByFacilitator,
            nanoseconds: mean.map { Int64(($0 * 1e9).rounded()) },
            isAssisted: successes.contains { $0.outcome == .assistedSuccess },
            event: last.event,
            repeats: (times, runs.count { $0.outcome?.isAttempt == true })
        )
    }

    /// Seconds of every successful observation; empty if there are none.
    var successTimes: [Double] { repeats?.successes ?? (successTime.map { [$0] } ?? []) }
}

extension ReportAnalysis {
    /// A note on the participants with several observations of a task; nil if there are none.
    var repeatsNote: Phrase? {
        // Keeps only the few cells with repeats, so that the others are not copied.
        let cells = parts.flatMap { $0.tasks.flatMap { $0.cells.filter { $0.repeats != nil } } }
        guard !cells.isEmpty else { return nil }
        let people = Set(cells.map(\.participant)).count
        let observations = cells.reduce(0) { $0 + ($1.repeats?.attempts ?? 0) }
        let failures =
            study?.analysis?.failures == nil
            ? "" : " The registered rule for failures applies to each failed observation."
        return """
            \(counted(people, "participant")) \(people == 1 ? "has" : "have") several observations \
            of a task in a condition, \(observations) in all. Tables and paired tests use one \
            value for each participant, task and condition: the geometric mean of the successful \
            observations. A task counts as completed if at least one observation succeeded. Models \
            and survival tests use every observation.\(failures)
            """
    }
}
