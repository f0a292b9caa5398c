import CSV
import Diagnostics
import StudyDefinition

extension MappedReading {
    /// Reads the cells that state which usability problems the row's participant encountered. A
    /// cell such as `1`, `yes` or `x` means that the participant encountered the problem. A cell
    /// such as `0` or `no`, or an empty cell, means the opposite.
    mutating func readProblems(
        _ row: [CSVTable.Cell],
        _ condition: String?,
        _ person: inout Person
    ) {
        for column in mapping.problems ?? [] {
            guard let cell = cell(column.column, row) else { continue }
            person.isObserved = true
            let text = folded(cell.text).lowercased()
            if Met.no.contains(text) || isMissing(text) { continue }
            guard Met.yes.contains(text) else {
                problems.add(
                    "unknown-mark",
                    at: cell.place,
                    "\"\(folded(cell.text))\" does not say whether the participant had the problem",
                    expected: "\"1\", \"yes\" or \"x\" if the participant had the problem; "
                        + "otherwise \"0\", \"no\" or an empty cell"
                )
                continue
            }
            let problem = MetProblem(
                title: column.title ?? folded(column.column),
                task: column.task.map { study.counterpart(of: $0, in: taskSet(row)) },
                condition: column.task.map(isPerCondition) == false ? "" : condition,
                severity: column.severity
            )
            if !person.problems.contains(problem) { person.problems.append(problem) }
        }
    }
}

private enum Met {
    static let yes: Set<String> = [
        "1", "x", "yes", "y", "true", "✓", "✔", "ja", "oui", "tak", "sí",
    ]
    static let no: Set<String> = ["0", "no", "n", "false", "nein", "non", "nie", "○", "✗"]
}
