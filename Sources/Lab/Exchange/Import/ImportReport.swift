import CSV
import Diagnostics
import ResultsStore
import StudyDefinition

/// Report on how an import matched participants, questions and tasks, for the person who ran the
/// import. The report quotes no answers.
package struct ImportReport: Sendable, Hashable {
    /// Sentences in reading order.
    package var lines: [String]

    package var text: String { lines.joined(separator: "\n") }

    /// - Parameter notes: notes on how the files were read, such as rows that were left out.
    init(
        study: Study,
        pairing: Pairing,
        answers: AnswerSheet?,
        times: TimeTable?,
        notes: [String]
    ) {
        lines =
            notes + ImportReport.pairs(pairing, answers, times)
            + (answers.map { ImportReport.items($0) } ?? [])
            + (times.map { ImportReport.tasks($0) } ?? [])
            + (answers.map { ImportReport.answers($0, pairing, study) } ?? [])
    }

    private static func pairs(
        _ pairing: Pairing,
        _ answers: AnswerSheet?,
        _ times: TimeTable?
    ) -> [String] {
        let count = counted(pairing.participants.count, "participant")
        switch pairing.basis {
        case .ids:
            return [
                "\(count) matched by id: " + pairing.participants.map(\.id).joined(separator: ", ")
            ]
        case .rowOrder:
            let pairs = pairing.participants.map { participant in
                "row \((participant.answerRow ?? 0) + 1) ↔ \(participant.id)"
            }
            let basis = times.map { ", with ids from \($0.file)" } ?? ""
            return [
                "\(count) matched by row order\(basis): "
                    + pairs.joined(separator: ", ")
            ]
        }
    }

    private static func items(_ answers: AnswerSheet) -> [String] {
        ["\(counted(answers.matchedItems, "question")) matched by heading"]
            + answers.absentItems.map { "item \"\($0.id)\" has no column in \(answers.file)" }
    }

    private static func tasks(_ times: TimeTable) -> [String] {
        let matches = times.matches.map { match in
            match.byPosition || match.heading != match.task.id
                ? "\(match.heading) → \(match.task.id)" : match.task.id
        }
        let byPosition = times.matches.contains(where: \.byPosition)
        return [
            "\(counted(times.matches.count, "task")) matched by "
                + (byPosition ? "position" : "name") + ": " + matches.joined(separator: ", ")
        ] + times.absentTasks.map { "task \"\($0.id)\" has no column in \(times.file)" }
            + times.rows.flatMap { row in
                times.matches.filter { row.times[$0.task.id] == nil }.map {
                    "\(folded(row.participant.text)) has no time for task \"\($0.task.id)\""
                }
            }
    }

    private static func answers(
        _ answers: AnswerSheet,
        _ pairing: Pairing,
        _ study: Study
    ) -> [String] {
        var lines: [String] = []
        var submitted = false
        for participant in pairing.participants {
            guard let row = participant.answerRow.map({ answers.rows[$0] }) else { continue }
            submitted = submitted || row.answers.contains { $0.submitted != nil }
            lines += remarks(on: row.answers, of: participant.id, study)
        }
        if submitted {
            lines.append(
                "the answers' time stamps were imported as times of submission, not as start times "
                    + "of sessions"
            )
        }
        return lines
    }

    /// Returns lines about a participant's answers to items whose `show_if` does not hold, and
    /// about required items without an answer. Merges equal lines, for example about several
    /// observations of a task, and appends the number of lines merged.
    static func remarks(
        on answers: [Answered],
        of participant: String,
        _ study: Study
    ) -> [String] {
        let conditions = Set(answers.map(\.condition)).subtracting([""])
        func item(_ answer: Answered) -> String {
            "item \"\(answer.item)\""
                + (answer.task.map { " after task \"\($0)\"" } ?? "")
                + (conditions.count > 1 && !answer.condition.isEmpty
                    ? " in condition \"\(answer.condition)\"" : "")
        }
        let contradictions = answers.filter(\.contradicts).map { answer in
            "\(participant) answered \(item(answer)) although the item's `show_if`"
                + "\(condition(of: answer, study)) does not hold: the answer was kept and flagged"
        }
        let omissions = answers.omissions(in: study).map { answer in
            "\(participant) left the required \(item(answer)) empty: recorded as a missing answer"
        }
        return (contradictions + omissions).grouped(by: \.self).map { lines in
            lines[0] + (lines.count > 1 ? " (\(lines.count) times)" : "")
        }
    }

    private static func condition(of answer: Answered, _ study: Study) -> String {
        guard let showIf = study.item(answer.questionnaire, answer.item)?.showIf else { return "" }
        return " (\(showIf.item) is \(showIf.options.joined(separator: " or ")))"
    }
}
