import Parallel
import ResultsStore
import Statistics
import StudyDefinition

/// Results of a task for all participants of a group.
struct TaskResult: Sendable {
    struct Cell: Sendable {
        var participant: String
        /// The id of the task that was met: of parallel ones, the participant's.
        var task: String
        var taskSet: String?
        var outcome: Outcome
        /// Running time; nil if the task was never started.
        var nanoseconds: Int64?
        var isAssisted: Bool
        /// At least one of its intervals could not be measured.
        var isFlagged: Bool
        var event: Int64?
        /// The outcome of the session, where a repeated check changed it.
        var recorded: Outcome?
        /// Several observations of the participant in the task and condition: seconds of the
        /// successful ones, and the number of all. nil where there is one.
        var repeats: (successes: [Double], attempts: Int)?

        var seconds: Double? { nanoseconds.map { Double($0) / 1e9 } }
    }

    /// The task, and those of other sets that take its place; at least one.
    let variants: [StudyTask]
    /// 1, 2, 3, … among the tasks of the group.
    let number: Int
    /// One for each participant of the group, in their order.
    let cells: [Cell]
    /// Seconds of the successful attempts, assisted ones among them.
    let times: [Double]
    /// Outcome → how many cells; nothing for an outcome that did not come about.
    let counts: [Outcome: Int]
    let attempts: Int
    let successes: Int
    let mean: Computed<Double>
    let median: Computed<Double>
    let deviation: Computed<Double>
    let geometricMean: Computed<Double>
    /// The log-t interval of the geometric mean.
    let interval: Computed<Interval>
    /// The typical time by the rule for this number of times.
    let typical: TypicalTime

    init(_ task: StudyTask, variants: [StudyTask] = [], number: Int, cells: [Cell]) {
        self.variants = [task] + variants
        self.number = number
        self.cells = cells
        var (times, counts) = ([Double](), [Outcome: Int]())
        for cell in cells {
            counts[cell.outcome, default: 0] += 1
            if cell.outcome.isSuccess, let seconds = cell.seconds { times.append(seconds) }
        }
        func computed<Value>(_ statistic: ([Double]) -> Computed<Value>) -> Computed<Value> {
            guard times.isEmpty else { return statistic(times) }
            let hasSuccess = counts.contains { $0.key.isSuccess }
            return .notComputable(
                because: hasSuccess ? "no success has a time" : "nobody succeeded"
            )
        }
        mean = computed(Statistics.mean)
        median = computed(Statistics.median)
        deviation = computed(standardDeviation)
        geometricMean = computed(Statistics.geometricMean)
        interval = computed(logTInterval)
        typical = TypicalTime(times)
        attempts = counts.reduce(0) { $1.key.isAttempt ? $0 + $1.value : $0 }
        successes = counts.reduce(0) { $1.key.isSuccess ? $0 + $1.value : $0 }
        (self.times, self.counts) = (times, counts)
    }

    /// The task of the first set; it represents the variants of the other sets.
    var task: StudyTask { variants[0] }

    var title: String {
        variants.map(\.title).reduce(into: [String]()) { titles, title in
            if !titles.contains(title) { titles.append(title) }
        }.joined(separator: " or ")
    }

    /// A task of this place by its id.
    func variant(_ id: String) -> StudyTask { variants.first { $0.id == id } ?? task }

    /// Successes among attempts, 0 without any.
    var share: Double { attempts > 0 ? Double(successes) / Double(attempts) : 0 }

    var unassisted: Int { count(.success) }

    func count(_ outcome: Outcome) -> Int { counts[outcome] ?? 0 }
}

extension Group {
    /// The group's tasks in their order; where every session was imported, those that a file tells
    /// of: nothing is known of the others, not even whether they were given.
    var taskResults: [TaskResult] {
        let tasks = study.analysedTasks.filter { $0.perCondition == (condition != nil) }
        let isImported = entries.allSatisfy(\.isImported)
        let given = tasks.enumerated().filter { _, placed in
            let ids = [placed.task.id] + study.parallels(of: placed.task).map(\.id)
            return !isImported
                || entries.contains { $0.run(of: ids, condition: conditionID) != nil }
        }
        return concurrently(Array(given)) { index, placed in
            let others = study.parallels(of: placed.task)
            let ids = [placed.task.id] + others.map(\.id)
            return TaskResult(
                placed.task,
                variants: others,
                number: index + 1,
                cells: entries.map { cell(of: ids, $0) }
            )
        }
    }

    private func cell(of tasks: [String], _ entry: Entry) -> TaskResult.Cell {
        let run = entry.run(of: tasks, condition: conditionID)
        if let several = TaskResult.Cell(
            entry.observations(of: tasks, condition: conditionID),
            entry
        ) {
            return several
        }
        guard let run, run.hasStarted || run.outcome != nil else {
            return .init(
                participant: entry.participant,
                task: tasks[0],
                taskSet: nil,
                outcome: .notAttempted,
                nanoseconds: nil,
                isAssisted: false,
                isFlagged: false,
                event: nil
            )
        }
        return .init(
            participant: entry.participant,
            task: run.task,
            taskSet: run.taskSet ?? study.taskSet(of: run.task),
            outcome: run.outcome ?? .endedByFacilitator,
            nanoseconds: run.isTimed ? run.running : nil,
            isAssisted: run.outcome == .assistedSuccess || entry.wasAssisted(in: run.number),
            isFlagged: run.isFlagged,
            event: run.event,
            recorded: run.recorded?.outcome
        )
    }
}

extension Entry {
    /// The latest run of an analysed task or one that takes its place; where a task was repeated,
    /// the last run counts.
    func run(of tasks: [String], condition: String) -> SessionResults.Run? {
        record.runs.last {
            $0.condition == condition && !$0.practice && tasks.contains($0.task)
        }
    }

    func wasAssisted(in run: Int) -> Bool {
        record.marks.contains { $0.run == run && $0.kind == .assist && !$0.isUndone }
    }

    var isImported: Bool { start.source == .import }
}

extension Study {
    /// Tasks of other sets at the position of `task` in the first.
    func parallels(of task: StudyTask) -> [StudyTask] {
        guard let sets = taskSets, let place = sets.first?.tasks.firstIndex(of: task.id) else {
            return []
        }
        return sets.dropFirst().compactMap { set in
            set.tasks.indices.contains(place)
                ? tasks.first { $0.id == set.tasks[place] && $0.id != task.id } : nil
        }
    }

    func taskSet(of task: String) -> String? {
        taskSets?.first { $0.tasks.contains(task) }?.id
    }
}
