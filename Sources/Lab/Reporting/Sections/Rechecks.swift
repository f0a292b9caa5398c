import Diagnostics
import ResultsStore

extension ReportAnalysis {
    /// Checks whose verdict changed when they were run again after the session. If no verdict
    /// changed, contains only a sentence that states this. Empty if no check was run again.
    @ListBuilder<Block> var recheckBlocks: [Block] {
        let all = rechecked
        let rows = all.compactMap { row($0, $1) }
        let were = runAgain(all.count)
        if !rows.isEmpty {
            "\(were) after the sessions; \(counted(rows.count, "verdict")) changed."
            Table(
                caption: "Checks whose verdict changed when they were run again",
                columns: [
                    .init("Participant"), .init("Task"), .init("Attempt", .figure),
                    .init("Verdict then"), .init("Verdict now"), .init("Reason"),
                    .init("Outcome in the session"), .init("Outcome in this report"),
                ],
                rows: Array(rows.prefix(Document.mostMarks)),
                notes: [note(on: all.map(\.1))]
            )
        } else if !all.isEmpty {
            "\(were); \(all.count == 1 ? "its verdict" : "their verdicts") did not change."
        }
    }

    /// A sentence for the first screen that states how many checks were run again, and how many
    /// results changed. Nil if no result changed, for example because no new verdict was applied.
    var changedResults: Phrase? {
        let runs = entries.flatMap(\.record.runs).filter { !$0.practice }
        let changed = runs.count { run in
            run.recorded.map { $0.outcome != run.outcome || $0.running != run.running } ?? false
        }
        guard changed > 0 else { return nil }
        return """
            \(runAgain(rechecked.count)) after the sessions and changed \
            \(counted(changed, "recorded result")) (outcome or time): see “Checks” in the report.
            """
    }

    /// The checks that were run again, each with its session and its most recent recheck.
    private var rechecked: [(Entry, SessionRecord.Recheck)] {
        entries.flatMap { entry in latest(entry).map { (entry, $0) } }
    }

    private func runAgain(_ count: Int) -> String {
        "\(counted(count, "check")) \(count == 1 ? "was" : "were") run again"
    }

    /// Returns the most recent recheck of each check that was run again.
    private func latest(_ entry: Entry) -> [SessionRecord.Recheck] {
        entry.record.rechecks.grouped { [$0.value.run, $0.value.attempt] }
            .compactMap(\.elements.last)
    }

    private func row(_ entry: Entry, _ recheck: SessionRecord.Recheck) -> [Phrase]? {
        let value = recheck.value
        let attempt = entry.record.attempts.first {
            $0.run == value.run && $0.number == value.attempt
        }
        let run = entry.record.runs.last { $0.number == value.run }
        guard let attempt, let run, attempt.verdict != value.verdict else { return nil }
        let then = run.recorded.map { ($0.outcome, $0.running) } ?? (run.outcome, run.running)
        return [
            Phrase(words: entry.participant), "\(entry.taskTitle(run: run.number, in: sample))",
            "\(value.attempt)", "\(attempt.verdict.words)", "\(value.verdict.words)",
            value.reason.isEmpty ? "-" : Phrase(words: value.reason),
            "\(words(then.0, then.1))", "\(words(run.outcome, run.running))",
        ]
    }

    private func words(_ outcome: Outcome?, _ running: Int64) -> String {
        "\(outcome?.words ?? "not finished"), \(truncatedTime(Double(running) / 1e9))"
    }

    private func note(on rechecks: [SessionRecord.Recheck]) -> Phrase {
        rechecks.contains { $0.value.isApplied == true }
            ? """
            Where the two outcomes differ, this report uses the verdict of the repeated check. The \
            task then ends with its first check that passes, if one passes.
            """
            : """
            This report uses the outcomes recorded in the sessions. Run evalrun recheck with \
            --apply to use the new verdicts.
            """
    }
}
