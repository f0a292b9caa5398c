import ResultsStore
import Statistics
import StudyDefinition

extension Findings {
    var outcomesSection: Section {
        var blocks: [Block] = parts.filter { !$0.tasks.isEmpty }.map { .table(outcomes($0)) }
        if !blocks.isEmpty {
            blocks.append(.paragraph(rule))
            if hasImported {
                blocks.append(
                    .paragraph("An imported time stands for a success: the files hold no outcomes.")
                )
            }
        }
        return Section(id: "outcomes", title: "Outcomes", blocks: blocks)
    }

    private func outcomes(_ part: Part) -> Table {
        let cells = part.tasks.flatMap(\.cells)
        let present = Outcome.allCases.filter { outcome in
            cells.contains { $0.outcome == outcome }
        }
        let rows = part.tasks.map { task -> [Phrase] in
            let interval = adjustedWald(task.successes, of: task.attempts).value
            return [label(task)]
                + present.map { outcome in "\(task.cells.count { $0.outcome == outcome })" }
                + [
                    "\(task.successes) of \(task.attempts)",
                    "\(laplace(task.successes, of: task.attempts).value.map(percent) ?? "-")",
                    "\(interval.map { "\(percent($0.low)) to \(percent($0.high))" } ?? "-")",
                ]
        }
        return Table(
            caption: title("How the tasks ended", part),
            columns: [.init("Task")] + present.map { .init(Phrase(capitalized($0.words)), .figure) }
                + ["Completed", "LaPlace estimate", "95 % interval"].map {
                    .init(Phrase($0), .figure)
                },
            rows: rows
        )
    }

    /// The rule of the denominator, printed from the outcomes themselves.
    private var rule: Phrase {
        let successes = Outcome.allCases.filter(\.isSuccess).map(\.words)
        let attempts = Outcome.allCases.filter { $0.isAttempt && !$0.isSuccess }.map(\.words)
        let outside = Outcome.allCases.filter { !$0.isAttempt }.map(\.words)
        return """
            Completed counts \(listed(successes)) among the attempts. Attempts are these and \
            \(listed(attempts)); no attempt is: \(outside.joined(separator: ", ")). \
            The interval is the adjusted Wald interval, at 95 %.
            """
    }
}
