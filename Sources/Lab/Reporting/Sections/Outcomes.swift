import ResultsStore
import Statistics

extension ReportAnalysis {
    var outcomesSection: Section {
        var blocks: [Block] = parts.filter { !$0.tasks.isEmpty }.flatMap { part in
            (outcomes(part).map { [.table($0)] } ?? [])
                + [.table(completion(part))]
                + (part.tasks.contains { $0.attempts > 0 } ? [.figure(figure(part))] : [])
        }
        if !blocks.isEmpty {
            blocks.append(.paragraph(rule))
            if hasImported {
                blocks.append(
                    .paragraph(
                        """
                        An imported time counts as a success unless the file gives another \
                        outcome; a task without time and outcome counts as not attempted.
                        """
                    )
                )
            }
        }
        return Section(id: "outcomes", title: "Outcomes", blocks: blocks)
    }

    /// Returns the table of outcomes. Nil if every attempt had the same outcome, because the
    /// completion table then shows it.
    private func outcomes(_ part: Part) -> Table? {
        let present = Outcome.allCases.filter { outcome in
            part.tasks.contains { $0.count(outcome) > 0 }
        }
        guard present.count > 1 else { return nil }
        return Table(
            caption: title("How the tasks ended", part),
            columns: [.init("Task")]
                + present.map { .init(Phrase(capitalized($0.words)), .figure) },
            rows: part.tasks.map { task in
                [label(task)]
                    + present.map { outcome in "\(task.count(outcome))" }
            }
        )
    }

    private func completion(_ part: Part) -> Table {
        // Imported files do not state which participants were helped.
        let isWatched = part.group.entries.contains { !$0.isImported }
        let hasWilson = part.tasks.contains { IntervalRule(attempts: $0.attempts).isWilsonBeside }
        let rows = part.tasks.map { task -> [Phrase] in
            let wilson = IntervalRule(attempts: task.attempts).isWilsonBeside
            return [label(task)]
                + share(task.successes, task)
                + (hasWilson
                    ? [wilson ? range(Statistics.wilson(task.successes, of: task.attempts)) : "-"]
                    : [])
                + (isWatched ? unassistedShare(task) : [])
        }
        let shares = ["Completed", "LaPlace estimate", "95 % interval"]
        let unassisted = ["Without an assist", "95 % interval"]
        let figures =
            shares + (hasWilson ? ["Wilson's interval"] : []) + (isWatched ? unassisted : [])
        return Table(
            caption: title("Completion", part),
            columns: [.init("Task")]
                + figures.map { .init(Phrase($0), .figure) },
            rows: rows
        )
    }

    private func figure(_ part: Part) -> Figure {
        let rows = ShareRows(
            rows: part.tasks.map { task in
                let interval = completionInterval(task.successes, of: task.attempts).value
                return .init(
                    label: label(task).plain,
                    words: outOf(task.successes, task.attempts),
                    share: task.attempts > 0
                        ? Double(task.successes) / Double(task.attempts) : nil,
                    low: interval?.low,
                    high: interval?.high
                )
            },
            colour: Canvas.colour(part.colour)
        )
        return Figure(
            caption: title(
                """
                Completed, share of attempts (diamond), with its 95 % interval: adjusted Wald up \
                to \
                thirty attempts, Wilson above.
                """,
                part
            ),
            name: "Completion by task",
            description: rows.description,
            canvas: rows.canvas
        )
    }

    private func share(_ successes: Int, _ task: TaskResult) -> [Phrase] {
        [
            "\(outOf(successes, task.attempts))",
            "\(laplace(successes, of: task.attempts).value.map(percent) ?? "-")",
            range(completionInterval(successes, of: task.attempts)),
        ]
    }

    private func unassistedShare(_ task: TaskResult) -> [Phrase] {
        [
            "\(outOf(task.unassisted, task.attempts))",
            range(completionInterval(task.unassisted, of: task.attempts)),
        ]
    }

    private func range(_ interval: Computed<Interval>) -> Phrase {
        "\(interval.value.map(percentages) ?? "-")"
    }

    private var intervals: String {
        rules.isEmpty ? "" : "The interval, at 95 %, is \(listed(rules))."
    }

    private var assists: String {
        isAllImported
            ? ""
            : "“Without an assist” counts \(Outcome.success.words) alone, among the same attempts. "
    }

    private var rules: [String] {
        let all = parts.flatMap { part in
            part.tasks.filter { $0.attempts > 0 }.map { IntervalRule(attempts: $0.attempts) }
        }
        let names = [all.filter { $0.attempts <= 30 }, all.filter { $0.attempts > 30 }]
            .compactMap(\.first?.words)
        return names
            + (all.contains(where: \.isWilsonBeside) ? ["from 10 to 30 also Wilson's"] : [])
    }

    /// A sentence on which outcomes count in the denominator, derived from the outcomes themselves.
    private var rule: Phrase {
        let successes = Outcome.allCases.filter(\.isSuccess).map(\.words)
        let attempts = Outcome.allCases.filter { $0.isAttempt && !$0.isSuccess }.map(\.words)
        let outside = Outcome.allCases.filter { !$0.isAttempt }.map(\.words)
        return """
            “Completed” counts \(listed(successes)) among the attempts. Attempts are these and \
            \(listed(attempts)); not an attempt: \(outside.joined(separator: ", ")). A participant \
            is counted in “completed every task” only where every task was an attempt. \
            \(assists)\(intervals)
            """
    }
}
