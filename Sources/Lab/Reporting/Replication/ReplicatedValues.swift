import Diagnostics
import ResultsStore
import Statistics
import StudyDefinition

/// Values from a results file, for comparison with published values.
struct ReplicatedValues {
    /// Cells, keyed by the normalized headings of their row and column.
    struct Cells {
        private var cells: [String: [String: String]] = [:]

        mutating func set(_ text: String, row: String, column: String) {
            cells[comparable(row), default: [:]][comparable(column)] = text
        }

        func cell(row: String, column: String) -> String? {
            let name = comparable(row)
            let row = cells[name] ?? (Int(name) == nil ? nil : cells["P\(name)"])
            return row?[comparable(column)]
        }
    }

    private let analysis: ReportAnalysis

    init(_ analysis: ReportAnalysis) { self.analysis = analysis }

    func table(_ measure: PublishedTables.Measure) throws(DiagnosticError) -> Cells {
        var cells = Cells()
        switch measure {
        case .times:
            for part in analysis.parts {
                for task in part.tasks {
                    let row = analysis.label(task).plain
                    for cell in task.cells {
                        let text = cell.seconds.map(truncatedTime) ?? "-"
                        cells.set(text, row: row, column: cell.participant)
                    }
                    let mean = task.mean.value.map(truncatedTime) ?? "-"
                    cells.set(mean, row: row, column: "Average")
                }
            }
        case .answers(let id):
            let (group, questionnaire) = try asked(id)
            for item in questionnaire.items {
                for (entry, answer) in zip(group.entries, group.answers(questionnaire, item)) {
                    let text = item.words(for: answer?.value)?.plain ?? "-"
                    cells.set(text, row: entry.participant, column: item.heading)
                }
            }
        case .participants, .completed, .chose, .environment: break
        }
        return cells
    }

    /// Returns the value as text; empty if the results record nothing about it.
    func value(_ measure: PublishedTables.Measure) throws(DiagnosticError) -> String {
        switch measure {
        case .times, .answers: return ""
        case .participants: return "\(Set(analysis.entries.map(\.participant)).count)"
        case .completed(let choice):
            let chosen = try choice.map { choice throws(DiagnosticError) in
                Set(try answers(choice).filter(\.isChosen).map(\.participant))
            }
            guard let part = analysis.parts.first(where: { !$0.tasks.isEmpty }) else { return "" }
            let entries = part.group.entries
            let places = entries.indices.filter { place in
                chosen?.contains(entries[place].participant) ?? true
            }
            let (completed, judged) = part.completion(of: places)
            return outOf(completed, judged)
        case .chose(let choice):
            let answers = try answers(choice)
            return outOf(answers.count(where: \.isChosen), answers.count)
        case .environment(let aspect):
            let environments = analysis.entries.filter { !$0.isImported }.map(\.start.environment)
            let values = environments.map { $0.value(of: aspect) }.filter { !$0.isEmpty }
            return values.distinct.joined(separator: "; ")
        }
    }

    /// Returns each participant who answered, and whether that participant chose the option.
    private func answers(
        _ choice: PublishedTables.Choice
    ) throws(DiagnosticError) -> [(participant: String, isChosen: Bool)] {
        let (group, questionnaire) = try asked(choice.questionnaire)
        guard let item = questionnaire.items.first(where: { $0.id == choice.item }) else {
            throw notInStudy("item \"\(choice.questionnaire)/\(choice.item)\"")
        }
        return zip(group.entries, group.answers(questionnaire, item)).compactMap {
            entry,
            answer in
            guard let text = item.text(for: answer?.value) else { return nil }
            return (entry.participant, comparable(text) == comparable(choice.label))
        }
    }

    private func asked(_ id: String) throws(DiagnosticError) -> (Group, Questionnaire) {
        for part in analysis.parts {
            let found = part.group.questionnaires.first { $0.id == id }
            if let found { return (part.group, found) }
        }
        throw notInStudy("questionnaire \"\(id)\"")
    }

    private func notInStudy(_ name: String) -> DiagnosticError {
        DiagnosticError(
            "not-in-study",
            "the published values refer to the \(name), which the recorded study does not have",
            fix: "correct the column \"measure\", or name the study with --study"
        )
    }
}

extension SessionEnvironment {
    fileprivate func value(of aspect: String) -> String {
        switch aspect {
        case "system": system
        case "memory": memoryWords
        default: tools[aspect] ?? ""
        }
    }
}
