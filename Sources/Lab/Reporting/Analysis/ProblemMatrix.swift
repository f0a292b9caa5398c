import ResultsStore
import Statistics
import StudyDefinition

/// Which participant met which problem, from what the facilitator marked.
///
/// A problem is a mistake, a tool failure or an assist in a task, told apart by its words: white
/// space is folded and case does not count. Marks without words are one problem for each task and
/// kind. Undone marks, notes, questions, practice and marks between tasks are none.
struct Problems: Sendable {
    struct Problem: Sendable, Hashable {
        var task: Int
        var title: String
        var kind: Marked.Kind
        /// As the facilitator first wrote them.
        var words: String
    }

    var participants: [String]
    /// In the order of tasks, then of first appearance.
    var problems: [Problem]
    /// By participant, then by problem.
    var matrix: [[Bool]]

    init(_ group: Group, tasks: [TaskResult]) {
        let entries = group.entries.filter { !$0.isImported }
        participants = entries.map(\.participant)
        var found: [Key: (place: Int, problem: Problem)] = [:]
        var met: [Set<Key>] = []
        for entry in entries {
            var own: Set<Key> = []
            for mark in entry.record.marks
            where !mark.isUndone && mark.kind != .note && mark.kind != .question {
                let task = tasks.first {
                    entry.isRun(mark.run, of: $0, group.conditionID)
                }
                guard let task else { continue }
                let words = mark.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                let key = Key(task: task.number, kind: mark.kind, words: words.lowercased())
                own.insert(key)
                guard found[key] == nil else { continue }
                let problem = Problem(
                    task: task.number,
                    title: task.title,
                    kind: mark.kind,
                    words: words
                )
                found[key] = (found.count, problem)
            }
            met.append(own)
        }
        let order = found.sorted {
            ($0.key.task, $0.value.place) < ($1.key.task, $1.value.place)
        }
        problems = order.map(\.value.problem)
        matrix = met.map { own in order.map { own.contains($0.key) } }
    }

    private struct Key: Hashable {
        var task: Int
        var kind: Marked.Kind
        var words: String
    }

    /// How many participants met a problem.
    func count(of problem: Int) -> Int { matrix.count { $0[problem] } }

    /// Nil below two participants, and where nothing was marked.
    var discovery: ProblemDiscovery? {
        participants.count > 1 ? ProblemDiscovery(matrix) : nil
    }
}
