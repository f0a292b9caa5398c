import ResultsStore
import Statistics

extension ReportAnalysis {
    @ListBuilder<Block> var outcomesBlocks: [Block] {
        let timed = parts.filter { !$0.tasks.isEmpty }
        for part in timed {
            outcomes(part)
            completion(part)
            if part.tasks.contains(where: { $0.attempts > 0 }) { figure(part) }
        }
        if !timed.isEmpty {
            rule
            if hasImported {
                """
                An imported time counts as a success unless the file gives another outcome; a task \
                with neither a time nor an outcome counts as not attempted.
                """
            }
        }
    }

    /// Returns the table of outcomes. Nil if every attempt had the same outcome: in that case, the
    /// completion table already shows the outcome.
    private func outcomes(_ part: Part) -> Table? {
        let present = Outcome.allCases.filter { outcome in
            part.tasks.contains { $0.count(outcome) > 0 }
        }
        guard present.count > 1 else { return nil }
        return Table(
            caption: title("How the tasks ended", part),
            columns: ["Task"],
            figures: present.map { Phrase(capitalized($0.words)) },
            rows: part.tasks.map { task in
                [label(task)] + present.map { "\(task.count($0))" }
            }
        )
    }

    private func completion(_ part: Part) -> Table {
        // Few imported files state which participants were helped.
        let isWatched = part.group.entries.contains { !$0.isImported }
        let hasWilson = part.tasks.contains { IntervalRule(attempts: $0.attempts).isWilsonBeside }
        let rows = part.tasks.map { task -> [Phrase] in
            let wilson = IntervalRule(attempts: task.attempts).isWilsonBeside
            return [label(task)]
                + [
                    "\(outOf(task.successes, task.attempts))",
                    .orDash(laplace(task.successes, of: task.attempts).value.map(percent)),
                    range(completionInterval(task.successes, of: task.attempts)),
                ]
                + (hasWilson
                    ? [wilson ? range(Statistics.wilson(task.successes, of: task.attempts)) : "-"]
                    : [])
                + (isWatched
                    ? [
                        "\(outOf(task.unassisted, task.attempts))",
                        range(completionInterval(task.unassisted, of: task.attempts)),
                    ] : [])
        }
        return Table(
            caption: title("Completion", part),
            columns: ["Task"],
            figures: ["Completed", "LaPlace estimate", "95 % interval"]
                + (hasWilson ? ["Wilson's interval"] : [])
                + (isWatched ? ["Without an assist", "95 % interval"] : []),
            rows: rows
        )
    }

    private func figure(_ part: Part) -> Figure {
        let rows = ShareRows(
            rows: part.tasks.map { task in
                let interval = completionInterval(task.successes, of: task.attempts).value
                return .init(
                    label: label(task).plain,
                    value: task.attempts > 0 ? task.share : nil,
                    low: interval?.low,
                    high: interval?.high,
                    words: outOf(task.successes, task.attempts)
                )
            },
            colour: Canvas.colour(part.colour)
        )
        return Figure(
            caption: title(
                """
                Share of attempts completed (diamond), with its 95 % interval: adjusted Wald up \
                to thirty attempts, Wilson above.
                """,
                part
            ),
            name: "Completion by task",
            description: rows.description,
            canvas: rows.canvas
        )
    }

    private func range(_ interval: Computed<Interval>) -> Phrase {
        .orDash(interval.value.map(percentages))
    }

    private var intervals: String {
        rules.isEmpty ? "" : "The interval, at 95 %, is \(listed(rules))."
    }

    private var assists: String {
        isAllImported
            ? ""
            : "“Without an assist” counts only \(Outcome.success.words), out of the same attempts. "
    }

    private var rules: [String] {
        let all = parts.flatMap { part in
            part.tasks.filter { $0.attempts > 0 }.map { IntervalRule(attempts: $0.attempts) }
        }
        let names = [all.filter { $0.attempts <= 30 }, all.filter { $0.attempts > 30 }]
            .compactMap(\.first?.words)
        return names
            + (all.contains(where: \.isWilsonBeside)
                ? ["also Wilson's interval (10 ≤ n ≤ 30)"] : [])
    }

    /// A sentence on the bias of the share of participants who completed every task. Empty if every
    /// participant with a missing task failed another one, because such a participant did not
    /// complete every task.
    private var downwardBias: String {
        let isMissing = parts.contains {
            !$0.countedTasks.isEmpty && $0.completed.contains(nil)
        }
        return isMissing
            ? "Participants with a task that was not attempted or not judged are counted only if "
                + "they failed another task, so this share is biased downward. " : ""
    }

    /// Sentences that classify the outcomes as completed, attempted but not completed, or not
    /// attempted. These sentences are generated from the properties of ``Outcome``. Further
    /// sentences explain completion of every task, assists and intervals.
    private var rule: Phrase {
        // The quotation marks show where a name ends; some names contain a comma.
        func names(_ isListed: (Outcome) -> Bool) -> [String] {
            Outcome.allCases.filter(isListed).map { "“\($0.words)”" }
        }
        let successes = names(\.isSuccess)
        let attempts = names { $0.isAttempt && !$0.isSuccess }
        let outside = names { !$0.isAttempt }
        let all =
            parts.haveOneTask
            ? ""
            : "For “completed every task”, the denominator is the participants who attempted every "
                + "task or failed at least one. " + downwardBias
        return """
            “Completed” counts the outcomes \(listed(successes)). Attempts also include the \
            outcomes \(listed(attempts)). Not counted as attempts: \
            \(outside.joined(separator: ", ")). \(all)\(assists)\(intervals)
            """
    }
}
