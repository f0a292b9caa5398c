import Parallel
import ResultsStore
import StudyDefinition

/// The report as values, from which every format is written.
struct ReportAnalysis: Sendable {
    struct Part: Sendable {
        var group: Group
        /// Empty if there is only one group of participants.
        var name: String
        var tasks: [TaskResult]
        /// Colour of its marks: the place of its condition in the study.
        var colour: Int
        /// One for each questionnaire with an instrument, in their order.
        var satisfaction: [Satisfaction]
        var problems: Problems
        /// One place for each participant of the group.
        var totalByParticipant: [Double?]
        /// Whether each participant of the group succeeded in every task; nil for who is in no
        /// denominator.
        var completed: [Bool?]
        /// The same without an assist.
        var completedUnassisted: [Bool?]
    }

    var sample: Sample
    var differences: Differences
    let inputs: Inputs
    /// The plan as fixed before data collection. Nil if nothing was fixed or locks are not read.
    var locked: Locked?
    /// Given by whoever asks for the report; never read from a clock.
    var date: String?
    var parts: [Part]
    /// Conditions against each other, two at a time.
    var comparisons: [Comparison]
    /// Comparison with another results file. Empty without one.
    var acrossFiles: [Comparison] = []
    var hasOther = false
    /// Nil if all sessions are of one lab.
    var acrossLabs: AcrossLabs?
    /// Tests over three conditions and more, one for each version with as many.
    var omnibus: [OmnibusTest]
    /// One for each registered test of the latest version.
    var registered: [RegisteredResult] = []
    /// The course of each session that was held here; empty where there are too many to draw.
    var timelines: [Timeline] = []
    /// A paper's tables, to print next to the results. Nil without a paper.
    var replication: Replication?
    /// The latest definition: it names the study.
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

    /// A caption or heading with the part's name, if it has one.
    func title(_ text: String, _ part: Part) -> Phrase {
        part.name.isEmpty ? "\(text)" : "\(text) (\(part.name))"
    }
}

extension ReportAnalysis.Part {
    /// Participants who succeeded in every task, of those who tried every task and could be judged
    /// in every one: the denominator is the same whatever counts as a success.
    func completion(
        of places: [Int]? = nil,
        unassisted: Bool = false
    ) -> (completed: Int, judged: Int) {
        let all = unassisted ? completedUnassisted : completed
        let own = places?.map { all[$0] } ?? all
        return (own.count { $0 == true }, own.count { $0 != nil })
    }

    /// One for each participant; task by task, as the outcomes lie in memory.
    static func completions(_ tasks: [TaskResult], of count: Int) -> [TaskCompletion] {
        var completions = Array(repeating: TaskCompletion(), count: count)
        for task in tasks {
            for place in completions.indices { completions[place].add(task.cells[place].outcome) }
        }
        return completions
    }

    /// Seconds over all tasks of each participant who succeeded in every one.
    var totals: [Double] { totalByParticipant.compactMap(\.self) }

    /// Seconds over all tasks; nil for who did not succeed in every one, or has one without a time.
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
