import ResultsStore
import Statistics
import StudyDefinition

extension ReportAnalysis {
    /// Returns a table with a separate row for each parallel task. Nil if all participants worked
    /// on the same task set.
    func taskSets(_ part: Part) -> Table? {
        let rows = part.tasks.flatMap { task -> [[Phrase]] in
            let tried = task.cells.filter { $0.outcome != .notAttempted }
            let met = task.variants.map { variant in
                (variant, tried.filter { $0.task == variant.id })
            }
            .filter { !$0.1.isEmpty }
            guard met.count > 1 else { return [] }
            let results = met.map { TaskResult($0, number: task.number, cells: $1) }
            let rule = TimeRule(comparing: results.map(\.times))
            return results.map { result in
                let typical = TypicalTime(result.times, rule: rule)
                let interval = typical.interval.value
                let digits = decimals(of: interval, atLeast: 1)
                return [
                    "Task \(task.number)", .orDash(result.cells.first?.taskSet), "\(result.title)",
                    "\(outOf(result.successes, result.attempts))",
                    .number(typical.value.value, digits), .span(interval, digits),
                ]
            }
        }
        guard !rows.isEmpty else { return nil }
        return Table(
            caption: title("Parallel tasks, listed separately", part),
            columns: ["Task", "Set", "Title"],
            figures: ["Completed", "Typical time, s", "95 % interval"],
            rows: rows,
            notes: [
                """
                Elsewhere in this report, tasks at the same position of different sets count as \
                one task; here, each task has its own numbers.
                """
            ]
        )
    }
}
