import Parallel
import ResultsStore
import StudyDefinition

/// The contents of the report as values, from which every output format is written.
struct ReportAnalysis: Sendable {
    struct Part: Sendable {
        var group: Group
        /// The part's name; empty if there is only one group of participants.
        var name: String
        var tasks: [TaskResult]
        /// Index of the colour for the part's marks in charts: the position of its condition in the
        /// study.
        var colour: Int
        /// One for each questionnaire that uses a published instrument, in the order of the
        /// questionnaires.
        var satisfaction: [Satisfaction]
        var problems: Problems
        /// Seconds over all tasks, one element per participant of the group; nil if there is no
        /// such total.
        var totalByParticipant: [Double?]
        /// Whether each participant of the group succeeded in every task; nil for a participant who
        /// is not in the denominator.
        var completed: [Bool?]
        /// The same, but a success with an assist does not count.
        var completedUnassisted: [Bool?]
    }

    var sample: Sample
    var differences: Differences
    let inputs: Inputs
    /// The plan as fixed before data collection. Nil if no plan was fixed or locks are not read.
    var locked: Locked?
    /// The report's date, supplied by the caller and never read from a clock; nil for none.
    var date: String?
    var parts: [Part]
    /// Pairwise comparisons of the conditions.
    var comparisons: [Comparison]
    /// Comparison with another results file; empty if there is no other file.
    var acrossFiles: [Comparison] = []
    var hasOther = false
    /// Nil if all sessions come from one lab.
    var acrossLabs: AcrossLabs?
    /// Tests over three or more conditions, one for each version that has at least three.
    var omnibus: [OmnibusTest]
    /// Results of the registered tests of the latest version, one for each test.
    var registered: [RegisteredResult] = []
    /// The course of each session that was not imported; empty if there are too many to draw.
    var timelines: [Timeline] = []
    /// A paper's tables, to print next to the results. Nil if no paper was given.
    var replication: Replication?
    /// The latest study definition; its name is printed as the study's.
    var study: Study?

    init(_ sample: Sample, differences: Differences, date: String? = nil) {
        self.sample = sample
        self.date = date
        self.differences = differences
        inputs = Inputs(sample)
        parts = concurrently(sample.groups) { group in
            let tasks = group.taskResults
            let completions = Part.completions(tasks, of: group.entries.count)
            return Part(
                group: group,
                name: sample.name(of: group),
                tasks: tasks,
                colour: group.study.conditions.firstIndex { $0.id == group.conditionID } ?? 0,
                satisfaction: group.satisfaction,
                problems: Problems(group, tasks: tasks),
                totalByParticipant: Part.totals(tasks, of: group.entries.count),
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

    /// Returns a caption or heading followed by the part's name, if the part has one.
    func title(_ text: String, _ part: Part) -> Phrase {
        part.name.isEmpty ? "\(text)" : "\(text) (\(part.name))"
    }
}

extension ReportAnalysis.Part {
    /// Returns how many participants succeeded in every task, and how many are in the denominator:
    /// those who tried every task and whose every outcome could be judged. The denominator is the
    /// same whether or not assisted successes count.
    func completion(
        of places: [Int]? = nil,
        unassisted: Bool = false
    ) -> (completed: Int, judged: Int) {
        let all = unassisted ? completedUnassisted : completed
        let own = places?.map { all[$0] } ?? all
        return (own.count { $0 == true }, own.count { $0 != nil })
    }

    /// Returns one completion per participant. The outer loop is over tasks, because the outcomes
    /// are stored by task.
    static func completions(_ tasks: [TaskResult], of count: Int) -> [TaskCompletion] {
        var completions = Array(repeating: TaskCompletion(), count: count)
        for task in tasks {
            for place in completions.indices { completions[place].add(task.cells[place].outcome) }
        }
        return completions
    }

    /// Seconds over all tasks, only for participants who succeeded in every one.
    var totals: [Double] { totalByParticipant.compactMap(\.self) }

    /// Returns each participant's seconds over all tasks; nil if the participant did not succeed in
    /// every task or a task has no time.
    static func totals(_ tasks: [TaskResult], of count: Int) -> [Double?] {
        var totals: [Int64?] = Array(repeating: tasks.isEmpty ? nil : 0, count: count)
        for task in tasks {
            for place in totals.indices {
                let cell = task.cells[place]
                let own = cell.outcome.isSuccess ? cell.nanoseconds : nil
                totals[place] = totals[place].flatMap { sum in
                    own.map { Nanoseconds.sum([sum, $0]) }
                }
            }
        }
        return totals.map { $0.map { Double($0) / 1e9 } }
    }
}
