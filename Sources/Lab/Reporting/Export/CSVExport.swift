import CSV
import ResultsStore
import StudyDefinition

/// The report's data as CSV tables: one value per cell, seconds with all decimals, empty cells for
/// missing values.
struct CSVExport: Sendable {
    struct File: Sendable {
        var name: String
        var write: @Sendable () -> [UInt8]
    }

    let findings: ReportAnalysis

    init(_ findings: ReportAnalysis) { self.findings = findings }

    var tables: [File] {
        let own = ownTables
        let names = questionnaireNames(besides: own)
        let answers = questionnaireIDs.map { id in
            file(names[id] ?? id) { $0.answers(id, to: &$1) }
        }
        return own + answers
    }

    /// All tables except the tables of the questionnaires.
    private var ownTables: [File] {
        [
            file("participants", CSVExport.participants), file("times", CSVExport.times),
            file("outcomes", CSVExport.outcomes), file("completion", CSVExport.completion),
            file("marks", CSVExport.marks),
        ] + further
    }

    /// Returns the path of a questionnaire's table in the report's folder.
    func path(of questionnaire: String) -> String {
        let names = questionnaireNames(besides: ownTables)
        return "tables/\(names[questionnaire] ?? questionnaire).csv"
    }

    /// Returns the names of the questionnaires' tables, keyed by questionnaire id. Each name is
    /// unique and differs from the names of `tables`, even if case is ignored.
    private func questionnaireNames(besides tables: [File]) -> [String: String] {
        var taken = Set(tables.map { $0.name.lowercased() })
        var names: [String: String] = [:]
        for id in questionnaireIDs {
            var name = id
            while !taken.insert(name.lowercased()).inserted { name = "questionnaire-\(name)" }
            names[id] = name
        }
        return names
    }

    func file(
        _ name: String,
        _ rows: @escaping @Sendable (CSVExport, inout CSVText) -> Void
    ) -> File {
        File(name: name) {
            var text = CSVText()
            rows(self, &text)
            return text.bytes
        }
    }

    private static func participants(_ export: CSVExport, to text: inout CSVText) {
        let findings = export.findings
        let tools = Set(findings.entries.flatMap { $0.start.environment.tools.keys }).sorted()
        let background = export.background
        let columns = background.map {
            findings.sample.questions[
                .init(condition: "", questionnaire: $0.questionnaire.id, item: $0.item.id)
            ]
        }
        text.add([
            "participant", "number", "source", "state", "study_version", "conditions",
            "order_known", "began", "minutes", "definition", "system", "processor", "memory_bytes",
            "editor",
        ])
        text.add(tools)
        text.addRow(background.map { "\($0.questionnaire.id).\($0.item.id)" })
        for entry in findings.entries {
            let environment = entry.start.environment
            text.add(entry.participant)
            text.add(entry.record.number)
            text.add([entry.start.source.rawValue, entry.record.state.rawValue])
            text.add(findings.sample.definitions[entry.start.study]?.version ?? "")
            text.add(entry.start.conditions.joined(separator: " "))
            text.add(yes: entry.start.isOrderKnown)
            text.add(entry.began ?? "")
            text.add(entry.minutes)
            text.add(entry.isImported ? "" : entry.start.study)
            text.add([environment.system, environment.processor])
            text.add(environment.memory > 0 ? environment.memory : nil)
            text.add(environment.editor)
            text.add(tools.map { environment.tools[$0] ?? "" })
            for (question, column) in zip(background, columns) {
                text.add(question.item, entry.answer(column)?.value)
            }
            text.endRow()
        }
    }

    private typealias Question = (questionnaire: Questionnaire, item: Questionnaire.Item)

    /// The questions that describe the participants, from all versions of the study.
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

    private static func times(_ export: CSVExport, to text: inout CSVText) {
        text.addRow([
            "participant", "study_version", "condition", "task", "title", "task_set", "seconds",
            "outcome", "assisted", "flagged", "event",
        ])
        for part in export.findings.parts {
            for task in part.tasks {
                for cell in task.cells {
                    let met = task.variant(cell.task)
                    text.add(cell.participant)
                    text.add([part.group.version, part.group.conditionID])
                    text.add([met.id, met.title, cell.taskSet ?? ""])
                    text.add(cell.seconds)
                    text.add(cell.outcome.rawValue)
                    text.add(yes: cell.isAssisted)
                    text.add(yes: cell.isFlagged)
                    text.add(cell.event)
                    text.endRow()
                }
            }
        }
    }

    private static func outcomes(_ export: CSVExport, to text: inout CSVText) {
        let all = Outcome.allCases
        text.add(["study_version", "condition", "task", "title"])
        text.add(all.map(\.rawValue))
        text.addRow(["attempts", "completed"])
        for part in export.findings.parts {
            for task in part.tasks {
                text.add([part.group.version, part.group.conditionID])
                text.add([task.task.id, task.title])
                for outcome in all { text.add(task.count(outcome)) }
                text.add(task.attempts)
                text.add(task.successes)
                text.endRow()
            }
        }
    }

    /// Writes one row per participant and condition: whether every task was completed, whether
    /// every task was completed without assistance, and the total time. The cells for completion
    /// are empty if ``ReportAnalysis/Part/completed`` is nil.
    private static func completion(_ export: CSVExport, to text: inout CSVText) {
        text.addRow([
            "participant", "study_version", "condition", "completed", "completed_unassisted",
            "seconds",
        ])
        for part in export.findings.parts where !part.tasks.isEmpty {
            for (place, entry) in part.group.entries.enumerated() {
                text.add([entry.participant, part.group.version, part.group.conditionID])
                for completed in [part.completed, part.completedUnassisted] {
                    text.add(completed[place].map { $0 ? "yes" : "no" } ?? "")
                }
                text.add(part.totalByParticipant[place])
                text.endRow()
            }
        }
    }

    private static func marks(_ export: CSVExport, to text: inout CSVText) {
        text.addRow([
            "participant", "condition", "task", "run", "mark", "kind", "code", "severity",
            "level", "seconds", "undone", "words", "event",
        ])
        for entry in export.findings.entries {
            for mark in entry.record.marks {
                let run = entry.record.runs.last { $0.number == mark.run }
                text.add([entry.participant, run?.condition ?? "", run?.task ?? ""])
                text.add(mark.run.map(Int64.init))
                text.add(mark.number)
                text.add([mark.kind.rawValue, mark.code ?? ""])
                text.add(mark.severity.map(Int64.init))
                text.add(mark.level.map(Int64.init))
                text.add(mark.elapsed.map { Double($0) / 1e9 })
                text.add(yes: mark.isUndone)
                text.add(mark.text)
                text.add(mark.event)
                text.endRow()
            }
        }
    }
}
