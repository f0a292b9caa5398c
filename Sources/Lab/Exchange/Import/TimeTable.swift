import CSV
import Diagnostics
import StudyDefinition

/// A table of times with one row per participant and one column per task. The first column holds
/// the participant's id.
struct TimeTable {
    struct Time {
        var nanoseconds: Int64
        var raw: String
    }

    struct Row {
        var participant: CSVTable.Cell
        /// Times, keyed by task id. A task whose cell is empty has no entry.
        var times: [String: Time]
    }

    /// A column of times, and the task to which it was matched.
    struct Match {
        var heading: String
        var task: StudyTask
        var byPosition: Bool
    }

    let file: String
    var rows: [Row] = []
    var matches: [Match] = []
    var absentTasks: [StudyTask] = []

    /// Creates a table of times by matching `table` to the study. Reports in `problems` everything
    /// that cannot be matched.
    init(_ table: CSVTable, study: Study, problems: inout [Diagnostic]) {
        file = table.file
        let tasks = study.analysedTasks.map(\.task)
        let columns = table.header.dropFirst().map { cell in
            match(cell, among: tasks, problems: &problems)
        }
        matches = columns.compactMap(\.self)
        let meanings: [Match?] = [nil] + columns
        table.refuseTwice("task", meanings, key: \.task.id, id: \.task.id, problems: &problems)
        let matched = Set(matches.map(\.task.id))
        absentTasks = tasks.filter { !matched.contains($0.id) }
        table.requireRows(problems: &problems)
        let summaries = table.summaryRows([0], problems: &problems)
        for (place, cells) in table.rows.enumerated() where !summaries.contains(place) {
            guard let id = cells.first else { continue }
            var row = Row(participant: id, times: [:])
            for (cell, column) in zip(cells.dropFirst(), columns) {
                guard let column, let time = time(cell, problems: &problems) else { continue }
                row.times[column.task.id] = time
            }
            rows.append(row)
        }
    }
}

/// Returns the task whose id or title is the heading of a column. The heading can also state the
/// task's position: `task-3` means the third task. If no task fits, adds a problem and returns nil.
private func match(
    _ cell: CSVTable.Cell,
    among tasks: [StudyTask],
    problems: inout [Diagnostic]
) -> TimeTable.Match? {
    let heading = folded(cell.text)
    if let task = tasks.first(where: { $0.id == heading || folded($0.title) == heading }) {
        return .init(heading: heading, task: task, byPosition: false)
    }
    if heading.lowercased().hasPrefix("task-"), let number = Int(heading.dropFirst(5)),
        let task = tasks.element(number: number)
    {
        return .init(heading: heading, task: task, byPosition: true)
    }
    problems.add(
        "unknown-task",
        at: cell.place,
        "no task of the study matches the heading \"\(heading)\"",
        expected: "a task's id, or task-1 to task-\(tasks.count)",
        fix: suggestion(for: heading, among: tasks.map(\.id))
    )
    return nil
}

/// Returns the time in a cell of the form `m:ss` (minutes and seconds). Returns nil for an empty
/// cell. For a cell of any other form, adds a problem and returns nil.
private func time(_ cell: CSVTable.Cell, problems: inout [Diagnostic]) -> TimeTable.Time? {
    let text = cell.text.filter { !$0.isWhitespace }
    guard !text.isEmpty else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let digits = parts.allSatisfy { part in
        !part.isEmpty && part.allSatisfy { $0.isASCII && $0.isNumber }
    }
    if parts.count == 2, digits, parts[1].count == 2, parts[0].count <= 6,
        let minutes = Int64(parts[0]), let seconds = Int64(parts[1]), seconds < 60,
        Double(minutes * 60 + seconds) < longestTime
    {
        return .init(nanoseconds: (minutes * 60 + seconds) * 1_000_000_000, raw: cell.text)
    }
    problems.add(
        "no-time",
        at: cell.place,
        "\"\(folded(cell.text))\" is not a time",
        expected: "minutes and seconds, such as 2:05 (limit: about 104 days)"
    )
    return nil
}
