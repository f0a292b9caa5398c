import Diagnostics
import Foundation
import ResultsStore
import Statistics
import StudyDefinition

/// The attempts in all conditions of one version of the study, as used by registered tests. If a
/// task was repeated in a session, only its last run counts. In imported sessions, every run
/// counts.
struct AttemptObservations: Sendable {
    struct Attempt: Sendable {
        var participant: Int
        var condition: Int
        var task: Int
        /// Index of the session among the condition's sessions, id of the task, and number of the
        /// run.
        var source: (entry: Int, task: String, run: Int)
        /// Time in seconds, above zero; nil if there is none. For a success, this is the time on
        /// task. For a failure, it is the time limit of the task, or nil if the registered rule
        /// leaves out failures.
        var seconds: Double?
        /// Seconds until the attempt ended, whatever its outcome; nil if there is no time above
        /// zero.
        var ended: Double?
        var succeeded: Bool
        /// Number of mistakes. Nil if the session was imported, because imported files contain no
        /// mistakes.
        var mistakes: Int?
    }

    /// Titles of the conditions; the first one is the reference condition.
    var conditions: [String]
    /// Titles of the tasks that at least one condition has, in the order of the study.
    var tasks: [String]
    var participants: [String] = []
    var attempts: [Attempt] = []
    /// Number of attempts that each registered exclusion rule left out.
    var excluded: [RegisteredExclusion: Int] = [:]
    /// A sentence with the number of attempts that ``ofCommonTasks(for:)`` left out; nil if there
    /// are none.
    var uncommon: String?

    init(_ parts: [ReportAnalysis.Part], _ analysis: RegisteredAnalysis) {
        conditions = parts.map { $0.group.condition?.title ?? "" }
        let known = parts.flatMap(\.tasks).sorted { $0.number < $1.number }
            .grouped(by: \.task.id)
        tasks = known.compactMap { $0.elements.first?.title }
        var numbers: [String: Int] = [:]
        for (condition, part) in parts.enumerated() {
            let places = part.taskPlaces(among: known.map(\.key))
            let limits = Dictionary(
                part.group.study.tasks.map { ($0.id, $0.timeLimit) },
                uniquingKeysWith: { one, _ in one }
            )
            for (place, entry) in part.group.entries.enumerated() {
                let number = numbers[entry.participant] ?? participants.count
                if number == participants.count {
                    numbers[entry.participant] = number
                    participants.append(entry.participant)
                }
                let mistakes = entry.mistakes
                for run in part.runs(of: entry, places) {
                    let rules = analysis.exclusions ?? []
                    if let rule = rules.first(where: { entry.breaks($0, run) }) {
                        excluded[rule, default: 0] += 1
                        continue
                    }
                    guard let task = places[run.task] else { continue }
                    let ended = run.isTimed ? Double(run.running) / 1e9 : nil
                    let succeeded = run.outcome?.isSuccess ?? false
                    let limit = run.timeLimit > 0 ? run.timeLimit : limits[run.task]
                    let failure = analysis.failures == .timeLimit ? limit : nil
                    let seconds = succeeded ? ended : failure
                    attempts.append(
                        Attempt(
                            participant: number,
                            condition: condition,
                            task: task,
                            source: (place, run.task, run.number),
                            seconds: seconds.flatMap { $0 > 0 ? $0 : nil },
                            ended: ended.flatMap { $0 > 0 ? $0 : nil },
                            succeeded: succeeded,
                            mistakes: entry.isImported ? nil : mistakes[run.number] ?? 0
                        )
                    )
                }
            }
        }
    }

    /// Returns the observations, restricted to tasks for which every condition has values of
    /// `measure`. Other tasks would confound differences between conditions with differences
    /// between tasks. Conditions without any value are ignored.
    func ofCommonTasks(for measure: RegisteredTest.Measure) -> Self {
        let used = attempts.filter { attempt in
            switch measure {
            case .time: attempt.seconds != nil
            case .errors: attempt.mistakes != nil
            case .completion, .score: true
            }
        }
        let own = Dictionary(grouping: used, by: \.condition).values
            .map { Set($0.map(\.task)) }
        let common = own.dropFirst().reduce(own.first ?? []) { $0.intersection($1) }
        let others = tasks.indices.filter { task in
            !common.contains(task) && own.contains { $0.contains(task) }
        }
        guard !others.isEmpty else { return self }
        var result = self
        result.attempts = attempts.filter { common.contains($0.task) }
        let count = counted(attempts.count - result.attempts.count, "attempt")
        let titles = listed(others.map { "“\(tasks[$0])”" })
        result.uncommon =
            "\(count) left out: at least one condition has no value for \(titles)."
        return result
    }

    /// Returns one value for each participant in one condition: the mean over the participant's
    /// tasks. `value` computes the value of one task from the participant's attempts at it. Tasks
    /// for which `value` returns nil are ignored.
    func means(of condition: Int, _ value: ([Attempt]) -> Double?) -> [String: Double] {
        let own = attempts.filter { $0.condition == condition }.grouped(by: \.participant)
        return Dictionary(
            uniqueKeysWithValues: own.compactMap { participant, attempts in
                mean(attempts.grouped(by: \.task).compactMap { value($0.elements) }).value
                    .map { (participants[participant], $0) }
            }
        )
    }

    /// Returns the mean of ln time over a participant's attempts at one task; nil if there is no
    /// time. The registered rule for failures applies to each failed attempt.
    static func logTime(_ attempts: [Attempt]) -> Double? {
        mean(attempts.compactMap { $0.seconds.map { log($0) } }).value
    }
}

extension ReportAnalysis.Part {
    /// Returns the index of each task in `ids`, keyed by task id. A parallel task has the index of
    /// the task that it replaces.
    fileprivate func taskPlaces(among ids: [String]) -> [String: Int] {
        var places: [String: Int] = [:]
        for task in tasks {
            guard let place = ids.firstIndex(of: task.task.id) else { continue }
            for variant in task.variants { places[variant.id] = place }
        }
        return places
    }

    /// Returns the session's runs in this group's condition that are attempts. In an imported
    /// session, every run of a task counts; in other sessions, only the last run of each task.
    fileprivate func runs(of entry: Entry, _ places: [String: Int]) -> [SessionResults.Run] {
        let own = entry.record.runs.filter {
            $0.condition == group.conditionID && !$0.practice && places[$0.task] != nil
        }
        if entry.isImported { return own.filter(isAttempt) }
        // Repeating a task discards its earlier runs, even if the last run is not an attempt.
        var last: [Int: SessionResults.Run] = [:]
        for run in own { last[places[run.task] ?? 0] = run }
        return last.sorted { $0.key < $1.key }.map(\.value).filter(isAttempt)
    }

    private func isAttempt(_ run: SessionResults.Run) -> Bool {
        (run.hasStarted || run.outcome != nil) && (run.outcome ?? .endedByFacilitator).isAttempt
    }
}

extension Entry {
    /// Number of mistakes marked in each run, keyed by run number.
    fileprivate var mistakes: [Int: Int] {
        var counts: [Int: Int] = [:]
        for mark in record.marks where mark.kind == .mistake && !mark.isUndone {
            if let run = mark.run { counts[run, default: 0] += 1 }
        }
        return counts
    }

    fileprivate func breaks(_ rule: RegisteredExclusion, _ run: SessionResults.Run) -> Bool {
        switch rule {
        case .assisted: wasAssisted(in: run)
        case .flagged: run.isFlagged
        }
    }
}
