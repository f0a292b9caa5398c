import Parallel
import ResultsStore
import Statistics
import StudyDefinition

/// Results of a task for all participants of a group.
struct TaskResult: Sendable {
    /// The result of one participant in the task.
    struct Cell: Sendable {
        var participant: String
        /// Id of the task that the participant worked on. With parallel task sets, this is the id
        /// of the participant's own variant.
        var task: String
        var taskSet: String?
        var outcome: Outcome
        /// Time on task; nil if the task was never started or has no time.
        var nanoseconds: Int64?
        var isAssisted = false
        /// Whether at least one interval of the time on task could not be measured.
        var isFlagged = false
        var event: Int64?
        /// Number of the task's first run in the session; it shows the order in which the
        /// participant did the tasks. Nil if there is no run or the session was imported.
        var run: Int?
        /// The outcome recorded in the session, if a check that was repeated after the session has
        /// replaced this outcome; otherwise nil.
        var recorded: Outcome?
        /// The participant's observations of the task in this condition: the seconds of each
        /// successful observation, and the number of attempts. Nil if there was only one
        /// observation.
        var repeats: (successes: [Double], attempts: Int)?

        var seconds: Double? { nanoseconds.map { Double($0) / 1e9 } }
    }

    /// The task, followed by its parallel tasks: those at the same position in the other task sets.
    let variants: [StudyTask]
    /// The task's number within the group, from 1.
    let number: Int
    /// One result (cell) for each participant of the group, in the order of the participants.
    let cells: [Cell]
    /// Seconds of the successful attempts, including assisted ones.
    let times: [Double]
    /// Number of participants with each outcome; an outcome that did not occur has no entry.
    let counts: [Outcome: Int]
    let attempts: Int
    let successes: Int
    let mean: Computed<Double>
    let median: Computed<Double>
    let deviation: Computed<Double>
    let geometricMean: Computed<Double>
    /// The log-t interval of the geometric mean.
    let interval: Computed<Interval>
    /// The typical time of a success, estimated by the method that ``TimeRule`` selects.
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
                because: hasSuccess ? "no successful attempt has a time" : "nobody succeeded"
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

    /// The first variant: the task of the first task set. It represents all variants.
    var task: StudyTask { variants[0] }

    var title: String { variants.jointTitle }

    /// Returns the variant with this id, or the first variant if no variant has this id.
    func variant(_ id: String) -> StudyTask { variants.first { $0.id == id } ?? task }

    /// Proportion of successes among attempts; 0 if there are no attempts.
    var share: Double { attempts > 0 ? Double(successes) / Double(attempts) : 0 }

    var unassisted: Int { count(.success) }

    func count(_ outcome: Outcome) -> Int { counts[outcome] ?? 0 }
}

extension Group {
    /// Results of the group's tasks, in order. If every session was imported, tasks that are absent
    /// from the imported files are left out, because participants may not have been given them.
    var taskResults: [TaskResult] {
        let isImported = entries.allSatisfy(\.isImported)
        let given = tasks.enumerated().filter { _, variants in
            let ids = variants.map(\.id)
            return !isImported
                || entries.contains { $0.run(of: ids, condition: conditionID) != nil }
        }
        return concurrently(Array(given)) { index, variants in
            let ids = variants.map(\.id)
            return TaskResult(
                variants[0],
                variants: Array(variants.dropFirst()),
                number: index + 1,
                cells: entries.map { cell(of: ids, $0) }
            )
        }
    }

    /// The group's analyzed tasks, in the order of the study. If the group has no condition, these
    /// are the tasks without a condition. Each task is followed by its parallel tasks.
    var tasks: [[StudyTask]] {
        study.analysedTasks.filter { $0.perCondition == (condition != nil) }
            .map { [$0.task] + study.parallels(of: $0.task) }
    }

    private func cell(of tasks: [String], _ entry: Entry) -> TaskResult.Cell {
        let several = entry.observations(of: tasks, condition: conditionID)
        if let cell = TaskResult.Cell(several, entry) { return cell }
        guard let run = entry.run(of: tasks, condition: conditionID),
            run.hasStarted || run.outcome != nil
        else {
            return .init(
                participant: entry.participant,
                task: tasks[0],
                outcome: .notAttempted
            )
        }
        return .init(
            participant: entry.participant,
            task: run.task,
            taskSet: run.taskSet ?? study.taskSet(of: run.task)?.id,
            outcome: run.outcome ?? .endedByFacilitator,
            nanoseconds: run.isTimed ? run.running : nil,
            isAssisted: entry.wasAssisted(in: run),
            isFlagged: run.isFlagged,
            event: run.event,
            run: entry.isImported
                ? nil : entry.runs(of: tasks, condition: conditionID).first?.number,
            recorded: run.recorded?.outcome
        )
    }
}

extension Entry {
    /// Returns the last run of a task in a condition, not counting practice; nil if there is no
    /// run. `tasks` contains the id of the task and the ids of its parallel tasks.
    func run(of tasks: [String], condition: String) -> SessionResults.Run? {
        runs(of: tasks, condition: condition).last
    }

    /// Returns the runs of a task in a condition, not counting practice.
    func runs(of tasks: [String], condition: String) -> [SessionResults.Run] {
        record.runs.filter {
            $0.condition == condition && !$0.practice && tasks.contains($0.task)
        }
    }

    /// Returns whether the participant was assisted in the run. For a successful run, only the
    /// outcome matters. Marks of assists are ignored, because an assist after the end of the task
    /// does not change the outcome. For any other run, returns true if an assist was marked and not
    /// undone.
    func wasAssisted(in run: SessionResults.Run) -> Bool {
        if let outcome = run.outcome, outcome.isSuccess { return outcome == .assistedSuccess }
        return record.marks.contains {
            $0.run == run.number && $0.kind == .assist && !$0.isUndone
        }
    }

    var isImported: Bool { start.source == .import }
}

extension [StudyTask] {
    /// The titles of a task and its parallel tasks, without repetitions, joined by ` or `.
    var jointTitle: String { map(\.title).distinct.joined(separator: " or ") }
}

extension Study {
    /// The analyzed tasks, each followed by its parallel tasks, with their numbers in the report's
    /// tables. Tasks in conditions and tasks outside of conditions are numbered separately.
    var numberedTasks: [(number: Int, task: StudyTask)] {
        var numbers: [Bool: Int] = [:]
        var tasks: [(number: Int, task: StudyTask)] = []
        for (task, perCondition) in analysedTasks {
            let number = (numbers[perCondition] ?? 0) + 1
            numbers[perCondition] = number
            tasks += ([task] + parallels(of: task)).map { (number: number, task: $0) }
        }
        return tasks
    }

    /// Returns the parallel tasks of `task`: those at the same position in the other task sets.
    /// Empty if `task` is not in the first set.
    func parallels(of task: StudyTask) -> [StudyTask] {
        guard let sets = taskSets, let place = sets.first?.tasks.firstIndex(of: task.id) else {
            return []
        }
        return sets.dropFirst().compactMap { set in
            set.tasks.indices.contains(place)
                ? tasks.first { $0.id == set.tasks[place] && $0.id != task.id } : nil
        }
    }
}
