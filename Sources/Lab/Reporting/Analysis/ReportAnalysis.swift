import Parallel
import ResultsStore
import StudyDefinition

/// The computed contents of a report, independent of the output format.
struct ReportAnalysis: Sendable {
    /// The results of one group of participants.
    struct Part: Sendable {
        var group: Group
        /// Name of the group, from ``Sample/name(of:)``; may be empty.
        var name: String
        var tasks: [TaskResult]
        /// Index of the group's color in charts: the position of the condition in the study, or 0
        /// in the group without a condition.
        var colour: Int
        /// Scores of each questionnaire that uses a published instrument, in the order of the
        /// questionnaires.
        var satisfaction: [Satisfaction]
        var problems: Problems
        /// Total seconds of all tasks, one element per participant of the group. Nil for a
        /// participant who did not succeed in every task or has no time for a task.
        var totalByParticipant: [Double?]
        /// Whether each participant of the group succeeded in every task. False if the participant
        /// failed in any task. Otherwise, nil if a task was not attempted or its outcome could not
        /// be judged.
        var completed: [Bool?]
        /// Like `completed`, except that a success with an assist does not count.
        var completedUnassisted: [Bool?]
    }

    var sample: Sample
    var differences: Differences
    let inputs: Inputs
    /// The study definition that was locked before data collection, compared with the sessions. Nil
    /// if the study was not locked, or if ``Report/Options/lockDeviations`` is nil.
    var locked: Locked?
    /// Whether the report is a preview of the analysis, made from simulated data before anyone has
    /// taken part.
    var isPlan = false
    /// The report's date, supplied by the caller and never read from a clock; nil if none is
    /// printed.
    var date: String?
    var parts: [Part]
    /// Pairwise comparisons of the conditions.
    var comparisons: [Comparison]
    /// Comparisons with another results file; empty if there is no other file.
    var acrossFiles: [Comparison] = []
    /// The results file with which the report's own file is compared; nil if there is none.
    var other: OtherFile?
    /// Results for each lab, and results pooled across the labs; nil if all sessions come from one
    /// lab.
    var acrossLabs: AcrossLabs?
    /// Omnibus tests for each version with three or more conditions: one test for times and one for
    /// each score.
    var omnibus: [OmnibusTest]
    /// Results of the registered tests of the latest version, one for each test.
    var registered: [RegisteredResult] = []
    /// The course of each session that was not imported; empty if there are too many to draw.
    var timelines: [Timeline] = []
    /// The tables of a published paper, for comparison with the results; nil if no paper was given.
    var replication: Replication?
    /// The latest study definition, from which the report takes the study's name; nil if there is
    /// none.
    var study: Study?

    init(_ sample: Sample, differences: Differences, date: String? = nil) {
        self.sample = sample
        self.date = date
        self.differences = differences
        inputs = Inputs(sample)
        parts = concurrently(sample.groups) { group in
            let tasks = group.taskResults
            let counted = tasks.counted(in: group)
            let completions = Part.completions(counted, of: group.entries.count)
            return Part(
                group: group,
                name: sample.name(of: group),
                tasks: tasks,
                colour: group.study.conditions.firstIndex { $0.id == group.conditionID } ?? 0,
                satisfaction: group.satisfaction,
                problems: Problems(group, tasks: tasks),
                totalByParticipant: Part.totals(counted, of: group.entries.count),
                completed: completions.map(\.isComplete),
                completedUnassisted: completions.map(\.isCompleteUnassisted)
            )
        }
        comparisons = ReportAnalysis.comparisons(of: parts)
        omnibus = OmnibusTest.all(parts)
        study = sample.versions.last?.study ?? sample.definitions.min { $0.key < $1.key }?.value
        registered = ReportAnalysis.registered(parts, study)
        acrossLabs = AcrossLabs(self)
    }

    var entries: [Entry] { sample.entries }
    var isAllImported: Bool { !entries.isEmpty && entries.allSatisfy(\.isImported) }
    var hasImported: Bool { entries.contains(where: \.isImported) }

    /// Returns `text`, a caption or heading. If the part's group has a name, the name follows in
    /// parentheses.
    func title(_ text: String, _ part: Part) -> Phrase {
        part.name.isEmpty ? "\(text)" : "\(text) (\(part.name))"
    }
}

extension [TaskResult] {
    /// Returns the tasks that count in totals and comparisons. If all sessions of the group were
    /// imported, leaves out tasks that nobody attempted, for example tasks that an imported file
    /// names only in its list of problems.
    func counted(in group: Group) -> Self {
        guard group.entries.allSatisfy(\.isImported) else { return self }
        return filter { task in task.counts.keys.contains { $0 != .notAttempted } }
    }
}

extension Sequence<ReportAnalysis.Part> {
    /// Whether at least one of the groups has a task, and none has more than one.
    var haveOneTask: Bool { map(\.tasks.count).max() == 1 }

    /// The words “every task”; “the task” if there is only one.
    var everyTask: String { haveOneTask ? "the task" : "every task" }

    /// A clause that describes the participants in the denominator of the completion rate.
    var whoAreCounted: String {
        haveOneTask
            ? "with a judged attempt at the task"
            : "who failed a task or have a judged attempt at every task"
    }
}

extension ReportAnalysis.Part {
    /// The words “every task”; “the task” if there is only one.
    var everyTask: String { [self].everyTask }

    /// The tasks that count in totals and in comparisons of conditions.
    var countedTasks: [TaskResult] { tasks.counted(in: group) }

    /// Returns the number of participants who succeeded in every task, and the denominator of the
    /// completion rate. The denominator is the number of participants for whom ``completed`` is not
    /// nil. It does not depend on `unassisted`.
    ///
    /// - Parameters:
    ///   - places: indices of the participants to count; nil for all participants.
    ///   - unassisted: whether to count only successes without an assist.
    func completion(
        of places: [Int]? = nil,
        unassisted: Bool = false
    ) -> (completed: Int, judged: Int) {
        let all = unassisted ? completedUnassisted : completed
        let own = places?.map { all[$0] } ?? all
        return (own.count { $0 == true }, own.count { $0 != nil })
    }

    /// Returns, for each participant, whether all tasks were completed, and whether all were
    /// completed without assistance.
    ///
    /// - Parameter count: number of participants.
    static func completions(_ tasks: [TaskResult], of count: Int) -> [TaskCompletion] {
        var completions = Array(repeating: TaskCompletion(), count: count)
        for task in tasks {
            for place in completions.indices { completions[place].add(task.cells[place].outcome) }
        }
        return completions
    }

    /// Total seconds of all tasks, only for participants who succeeded in every task.
    var totals: [Double] { totalByParticipant.compactMap(\.self) }

    /// The words ` with a known time`, which follow phrases such as `who completed every task`.
    /// Empty if every participant who completed every task has a total time.
    var inKnownTime: String {
        totals.count < completion().completed ? ReportAnalysis.inKnownTime : ""
    }

    /// Returns each participant's total seconds of all tasks. The total is nil if the participant
    /// did not succeed in every task, or if a task has no time. If there are several tasks, a time
    /// of zero counts as missing, because no task takes zero time.
    static func totals(_ tasks: [TaskResult], of count: Int) -> [Double?] {
        var totals: [Int64?] = Array(repeating: tasks.isEmpty ? nil : 0, count: count)
        for task in tasks {
            for place in totals.indices {
                let cell = task.cells[place]
                let isKnown = cell.outcome.isSuccess && (tasks.count == 1 || cell.nanoseconds != 0)
                let own = isKnown ? cell.nanoseconds : nil
                totals[place] = totals[place].flatMap { sum in
                    own.map { Nanoseconds.sum([sum, $0]) }
                }
            }
        }
        return totals.map { $0.map { Double($0) / 1e9 } }
    }
}
