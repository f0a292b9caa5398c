import ResultsStore
import Statistics
import StudyDefinition

/// How a task went for everybody in a group.
struct TaskResult: Sendable {
    struct Cell: Sendable {
        var participant: String
        var outcome: Outcome
        /// Running time; nil where the task was never started.
        var nanoseconds: Int64?
        var isAssisted: Bool
        /// An interval of it could not be measured.
        var isFlagged: Bool
        var event: Int64?

        var seconds: Double? { nanoseconds.map { Double($0) / 1e9 } }
    }

    var task: StudyTask
    /// 1, 2, 3, … among the tasks of the group.
    var number: Int
    /// One for each participant of the group, in their order.
    var cells: [Cell]

    /// Seconds of the successful attempts, assisted ones among them.
    var times: [Double] { cells.filter(\.outcome.isSuccess).compactMap(\.seconds) }
    var attempts: Int { cells.count { $0.outcome.isAttempt } }
    var successes: Int { cells.count { $0.outcome.isSuccess } }
    var unassisted: Int { cells.count { $0.outcome == .success } }

    /// Successes among attempts, 0 without any.
    var share: Double { attempts > 0 ? Double(successes) / Double(attempts) : 0 }

    var mean: Computed<Double> { computed(Statistics.mean) }
    var median: Computed<Double> { computed(Statistics.median) }
    var deviation: Computed<Double> { computed(Statistics.standardDeviation) }
    var geometricMean: Computed<Double> { computed(Statistics.geometricMean) }
    var interval: Computed<Interval> { computed(Statistics.logTInterval) }

    private func computed<Value>(_ statistic: ([Double]) -> Computed<Value>) -> Computed<Value> {
        let times = times
        return times.isEmpty ? .notComputable(because: "nobody succeeded") : statistic(times)
    }
}

extension Group {
    /// The group's tasks in their order.
    var taskResults: [TaskResult] {
        let tasks = study.analysedTasks.filter { $0.perCondition == (condition != nil) }
        return tasks.enumerated().map { index, placed in
            TaskResult(
                task: placed.task,
                number: index + 1,
                cells: entries.map { cell(of: placed.task, $0) }
            )
        }
    }

    private func cell(of task: StudyTask, _ entry: Entry) -> TaskResult.Cell {
        let run = entry.run(of: task.id, condition: conditionID)
        guard let run, run.hasStarted || run.outcome != nil else {
            return .init(
                participant: entry.participant,
                outcome: .notAttempted,
                nanoseconds: nil,
                isAssisted: false,
                isFlagged: false,
                event: nil
            )
        }
        return .init(
            participant: entry.participant,
            outcome: run.outcome ?? .endedByFacilitator,
            nanoseconds: run.hasStarted ? run.running : nil,
            isAssisted: run.outcome == .assistedSuccess || entry.wasAssisted(in: run.number),
            isFlagged: run.isFlagged,
            event: run.event
        )
    }
}

extension Entry {
    /// The latest run of an analysed task; where a task was repeated, the last run counts.
    func run(of task: String, condition: String) -> SessionResults.Run? {
        record.runs.last { $0.task == task && $0.condition == condition && !$0.practice }
    }

    func wasAssisted(in run: Int) -> Bool {
        record.marks.contains { $0.run == run && $0.kind == .assist && !$0.isUndone }
    }

    var isImported: Bool { start.source == .import }
}
