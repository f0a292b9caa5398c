import Diagnostics
import ResultsStore
import Statistics
import StudyDefinition

/// A participants × problems matrix, from the facilitator's marks.
///
/// Only marks of the types problem, mistake, tool failure and assist count as problems. Undone
/// marks, marks in practice and marks between tasks do not count. Imported marks that name no task
/// do count.
///
/// Marks of the same type and codebook entry are the same problem, even in different tasks. Marks
/// without an entry are the same problem if their type, task and words are the same. Case and the
/// amount of white space are ignored; the words may be empty.
struct Problems: Sendable {
    struct Problem: Sendable, Hashable {
        /// Numbers of the tasks (``TaskResult/number``) in which the problem occurred, in ascending
        /// order. Empty if an imported problem matrix does not name the task.
        var tasks: [Int]
        var kind: Marked.Kind
        /// Title of the codebook entry; without an entry, the words of the problem's first mark.
        var words: String
        /// Id of the codebook entry; nil for a problem without an entry.
        var code: String?
        /// Lowest and highest severity given to the problem's marks; nil if no mark has one.
        var severity: ClosedRange<Int>?
    }

    var participants: [String]
    /// The problems. If any problem has a severity, the problems are sorted by severity and then by
    /// frequency, both descending. Otherwise, they are sorted by task and then by first appearance.
    var problems: [Problem]
    /// Whether each participant (row) had each problem (column).
    var matrix: [[Bool]]

    init(_ group: Group, tasks: [TaskResult]) {
        let entries = group.entries.filter { !$0.isImported || $0.start.isObserved == true }
        participants = entries.map(\.participant)
        let titles = group.study.codeTitles
        var found: [Key: (place: Int, problem: Problem, count: Int)] = [:]
        var met: [Set<Key>] = []
        for entry in entries {
            var own: Set<Key> = []
            for mark in entry.record.marks
            where !mark.isUndone && mark.kind != .note && mark.kind != .question {
                let task = tasks.first { entry.isRun(mark.run, of: $0, group.conditionID) }
                guard task != nil || group.holds(mark, of: entry) else { continue }
                let words = mark.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                let key = Key(mark, task: task?.number, words: words)
                var known =
                    found[key]
                    ?? (
                        found.count,
                        Problem(
                            tasks: [],
                            kind: mark.kind,
                            words: mark.code.map { titles[$0] ?? $0 } ?? words,
                            code: mark.code
                        ), 0
                    )
                known.problem.add(task: task?.number, severity: mark.severity)
                if own.insert(key).inserted { known.count += 1 }
                found[key] = known
            }
            met.append(own)
        }
        let isGraded = found.values.contains { $0.problem.severity != nil }
        let order = found.sorted { one, two in
            func rank(_ value: (place: Int, problem: Problem, count: Int)) -> (Int, Int, Int, Int) {
                (
                    isGraded ? 0 &- (value.problem.severity?.upperBound ?? 0) : 0,
                    isGraded ? -value.count : 0, value.problem.tasks.first ?? 0, value.place
                )
            }
            return rank(one.value) < rank(two.value)
        }
        problems = order.map(\.value.problem)
        matrix = met.map { own in order.map { own.contains($0.key) } }
    }

    private struct Key: Hashable {
        /// Number of the task (``TaskResult/number``). Nil if the mark belongs to no task. Also nil
        /// if the mark has a codebook entry, because marks of the same type and entry are one
        /// problem across all tasks.
        var task: Int?
        var kind: Marked.Kind
        var code: String?
        var words: String

        init(_ mark: SessionRecord.Mark, task: Int?, words: String) {
            kind = mark.kind
            code = mark.code
            self.task = mark.code == nil ? task : nil
            self.words = mark.code == nil ? words.lowercased() : ""
        }
    }

    /// The number of problems of each kind, as in `1 mistake and 2 assists`. Empty if all are
    /// of the kind “problem”.
    var kinds: String {
        if problems.allSatisfy({ $0.kind == .problem }) { return "" }
        let kinds: [Marked.Kind] = [.problem, .mistake, .toolFailure, .assist]
        return listed(
            kinds.compactMap { kind in
                let count = problems.count { $0.kind == kind }
                return count == 0 ? nil : counted(count, kind.words)
            }
        )
    }

    var isGraded: Bool { problems.contains { $0.severity != nil } }

    /// Returns the number of participants who had the problem with the index `problem`.
    func count(of problem: Int) -> Int { matrix.count { $0[problem] } }

    /// Estimates of the number of problems; nil if there are fewer than two participants or no
    /// problems.
    var discovery: ProblemDiscovery? {
        participants.count > 1 ? ProblemDiscovery(matrix) : nil
    }
}

extension Problems.Problem {
    fileprivate mutating func add(task: Int?, severity grade: Int?) {
        if let task, !tasks.contains(task) { tasks = (tasks + [task]).sorted() }
        guard let grade else { return }
        severity =
            min(severity?.lowerBound ?? grade, grade)...max(severity?.upperBound ?? grade, grade)
    }

    /// The severity as text: a grade, such as `3`, or a range, such as `2 to 3`, if the marks
    /// differ. A hyphen if no mark has a severity.
    var severityWords: String {
        guard let severity else { return "-" }
        return severity.lowerBound == severity.upperBound
            ? "\(severity.upperBound)" : "\(severity.lowerBound) to \(severity.upperBound)"
    }
}

extension Group {
    /// Returns whether the group counts `mark`, an imported mark that names no task. Returns false
    /// for any other mark. `entry` is the session of the mark.
    ///
    /// - A group with a condition counts the mark if this is the session's only condition.
    /// - The group without a condition counts the mark in two cases. In the first case, the study
    ///   has no tasks or questionnaires in conditions. In the second case, some session with
    ///   imported problems has no condition or several conditions.
    fileprivate func holds(_ mark: SessionRecord.Mark, of entry: Entry) -> Bool {
        guard entry.start.isObserved == true, mark.run == nil else { return false }
        guard condition == nil else { return entry.start.conditions == [conditionID] }
        return !study.places.contains(where: \.perCondition)
            || entries.contains {
                $0.start.isObserved == true && $0.start.conditions.count != 1
            }
    }
}
