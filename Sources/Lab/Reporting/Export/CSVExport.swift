import ResultsStore
import StudyDefinition

/// The tables as CSV (RFC 4180, LF): one fact a cell, seconds with all their decimals, empty cells
/// for what there is not.
struct CSVExport {
    let findings: Findings

    init(_ findings: Findings) { self.findings = findings }

    var tables: [(name: String, text: String)] {
        let fixed =
            [
                ("participants", participants), ("times", times), ("outcomes", outcomes),
                ("marks", marks),
            ] + further
        let names = Set(fixed.map(\.0))
        let answers = questionnaireIDs.map { id in
            (names.contains(id) ? "questionnaire-\(id)" : id, self.answers(id))
        }
        return (fixed + answers).map { ($0.0, CSVExport.text($0.1)) }
    }

    private static func text(_ rows: [[String]]) -> String {
        rows.map { $0.map(cell).joined(separator: ",") + "\n" }.joined()
    }

    /// Quoted where it must be. What a spreadsheet would take for a formula gets an apostrophe in
    /// front, which spreadsheets do not show.
    static func cell(_ text: String) -> String {
        let dangerous = text.first.map { "=+-@\t\r".contains($0) } ?? false
        let safe = dangerous ? "'" + text : text
        let quoted = safe.contains { [",", "\"", "\n", "\r", "\r\n"].contains($0) }
        return quoted ? "\"\(safe.replacing("\"", with: "\"\""))\"" : safe
    }

    private var participants: [[String]] {
        let tools = Set(findings.entries.flatMap { $0.start.environment.tools.keys }).sorted()
        let header =
            [
                "participant", "session", "source", "state", "study_version", "conditions",
                "definition", "system", "processor", "memory_bytes", "editor",
            ] + tools + background.map { "\($0.questionnaire.id).\($0.item.id)" }
        let rows = findings.entries.map { entry in
            let environment = entry.start.environment
            return [
                entry.participant, String(entry.session), entry.start.source.rawValue,
                entry.record.state.rawValue,
                findings.sample.definitions[entry.start.study]?.version ?? "",
                entry.start.conditions.joined(separator: " "),
                entry.isImported ? "" : entry.start.study, environment.system,
                environment.processor, environment.memory > 0 ? String(environment.memory) : "",
                environment.editor,
            ] + tools.map { environment.tools[$0] ?? "" } + background.map { words($0, of: entry) }
        }
        return [header] + rows
    }

    private typealias Question = (questionnaire: Questionnaire, item: Questionnaire.Item)

    /// The questions that tell who took part, those of all versions of the study.
    private var background: [Question] {
        var questions: [Question] = []
        for questionnaire in findings.parts.flatMap(\.group.introductory) {
            for item in questionnaire.items
            where !questions.contains(where: {
                $0.questionnaire.id == questionnaire.id && $0.item.id == item.id
            }) {
                questions.append((questionnaire, item))
            }
        }
        return questions
    }

    private func words(_ question: Question, of entry: Entry) -> String {
        let column = findings.sample.questions[
            .init(
                condition: "",
                questionnaire: question.questionnaire.id,
                item: question.item.id
            )
        ]
        return question.item.words(for: entry.answer(column)?.value)?.plain ?? ""
    }

    private var times: [[String]] {
        let header = [
            "participant", "study_version", "condition", "task", "title", "seconds", "outcome",
            "assisted", "flagged", "event",
        ]
        return [header]
            + findings.parts.flatMap { part in
                part.tasks.flatMap { task in
                    task.cells.map { cell in
                        [
                            cell.participant, part.group.version, part.group.conditionID,
                            task.task.id, task.task.title, cell.seconds.map { "\($0)" } ?? "",
                            cell.outcome.rawValue, cell.isAssisted ? "yes" : "no",
                            cell.isFlagged ? "yes" : "no", cell.event.map { "\($0)" } ?? "",
                        ]
                    }
                }
            }
    }

    private var outcomes: [[String]] {
        let all = Outcome.allCases
        let header =
            ["study_version", "condition", "task", "title"] + all.map(\.rawValue)
            + ["attempts", "completed"]
        return [header]
            + findings.parts.flatMap { part in
                part.tasks.map { task in
                    [
                        part.group.version, part.group.conditionID, task.task.id, task.task.title,
                    ] + all.map { outcome in "\(task.cells.count { $0.outcome == outcome })" }
                        + ["\(task.attempts)", "\(task.successes)"]
                }
            }
    }

    private var marks: [[String]] {
        let header = [
            "participant", "condition", "task", "run", "mark", "kind", "seconds", "undone", "words",
            "event",
        ]
        return [header]
            + findings.entries.flatMap { entry in
                entry.record.marks.map { mark in
                    let run = entry.record.runs.last { $0.number == mark.run }
                    return [
                        entry.participant, run?.condition ?? "", run?.task ?? "",
                        mark.run.map { "\($0)" } ?? "", "\(mark.number)", mark.kind.rawValue,
                        mark.elapsed.map { "\(Double($0) / 1e9)" } ?? "",
                        mark.isUndone ? "yes" : "no", mark.text, "\(mark.event)",
                    ]
                }
            }
    }
}

// MARK: - Answers

extension CSVExport {
    private var questionnaireIDs: [String] {
        var ids: [String] = []
        for id in findings.parts.flatMap({ $0.group.questionnaires.map(\.id) })
        where !ids.contains(id) { ids.append(id) }
        return ids
    }

    /// One row for each participant and condition, one column for each item of any version.
    private func answers(_ id: String) -> [[String]] {
        let parts = findings.parts.compactMap { part in
            part.group.questionnaires.first { $0.id == id }.map { (part.group, $0) }
        }
        var items: [String] = []
        for item in parts.flatMap({ $0.1.items.map(\.id) }) where !items.contains(item) {
            items.append(item)
        }
        let rows = parts.flatMap { group, questionnaire in
            group.entries.map { entry -> [String] in
                let answers = items.map { id -> String in
                    guard let item = questionnaire.items.first(where: { $0.id == id }) else {
                        return ""
                    }
                    let answer = group.answer(entry, questionnaire, item)
                    return item.words(for: answer?.value)?.plain ?? ""
                }
                return [entry.participant, group.version, group.conditionID] + answers
            }
        }
        return [["participant", "study_version", "condition"] + items] + rows
    }
}
