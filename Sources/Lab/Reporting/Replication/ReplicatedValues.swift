import CSV
import Diagnostics
import ResultsStore
import Statistics
import StudyDefinition

/// Values from a results file, for comparison with published values.
struct ReplicatedValues {
    /// Texts of table cells, keyed by the headings of their row and column. Headings are compared
    /// without white space and without a final period.
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

    func table(_ source: PublishedTables.Source) throws(DiagnosticError) -> Cells {
        var cells = Cells()
        try requireCondition(of: source)
        switch source.measure {
        case .times:
            for part in try parts(source, where: { !$0.tasks.isEmpty }) {
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
            let (group, questionnaire) = try asked(id, source)
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

    /// Returns the value that `source` names, as text; empty if the results contain no such value.
    func value(_ source: PublishedTables.Source) throws(DiagnosticError) -> String {
        try requireCondition(of: source)
        switch source.measure {
        case .times, .answers: return ""
        case .participants: return "\(Set(entries(source).map(\.participant)).count)"
        case .completed(let choice):
            let chosen = try choice.map { choice throws(DiagnosticError) in
                Set(try answers(choice, source).filter(\.isChosen).map(\.participant))
            }
            let parts = try parts(source, where: { !$0.tasks.isEmpty })
            guard let part = parts.first else { return "" }
            let entries = part.group.entries
            let places = entries.indices.filter { place in
                chosen?.contains(entries[place].participant) ?? true
            }
            let (completed, judged) = part.completion(of: places)
            return outOf(completed, judged)
        case .chose(let choice):
            let answers = try answers(choice, source)
            return outOf(answers.count(where: \.isChosen), answers.count)
        case .environment(let aspect):
            let environments = entries(source).filter { !$0.isImported }.map(\.start.environment)
            let values = environments.map { $0.value(of: aspect) }.filter { !$0.isEmpty }
            return values.distinct.joined(separator: "; ")
        }
    }

    /// Returns the participants who answered the question that `choice` names. `isChosen` is true
    /// if the participant chose the option that `choice` names, alone or with other options.
    private func answers(
        _ choice: PublishedTables.Choice,
        _ source: PublishedTables.Source
    ) throws(DiagnosticError) -> [(participant: String, isChosen: Bool)] {
        let (group, questionnaire) = try asked(choice.questionnaire, source)
        guard let item = questionnaire.items.first(where: { $0.id == choice.item }) else {
            throw notInStudy("item \"\(choice.questionnaire)/\(choice.item)\"", source)
        }
        return zip(group.entries, group.answers(questionnaire, item)).compactMap {
            entry,
            answer in
            guard let value = answer?.value, let text = item.text(for: value) else { return nil }
            var chosen = [text]
            if case .options(let ids) = value.meaning {
                chosen += item.options.filter { ids.contains($0.id) }.map(\.label)
            }
            let label = comparable(choice.label)
            return (entry.participant, chosen.contains { comparable($0) == label })
        }
    }

    private func asked(
        _ id: String,
        _ source: PublishedTables.Source
    ) throws(DiagnosticError) -> (Group, Questionnaire) {
        let isAsked = { (part: ReportAnalysis.Part) in
            part.group.questionnaires.contains { $0.id == id }
        }
        var found = try parts(source, where: isAsked)
        if found.isEmpty, case .completed = source.measure {
            // The source's condition applies to the tasks. The question may be asked outside the
            // conditions.
            var outside = source
            outside.condition = ""
            found = try parts(outside) { isAsked($0) && $0.group.condition == nil }
        }
        guard let group = found.first?.group,
            let questionnaire = group.questionnaires.first(where: { $0.id == id })
        else {
            let place = source.condition.isEmpty ? "" : " in condition \"\(source.condition)\""
            throw notInStudy("questionnaire \"\(id)\"\(place)", source)
        }
        return (group, questionnaire)
    }

    /// Returns the sessions that reached the source's condition; all sessions if no condition is
    /// named.
    private func entries(_ source: PublishedTables.Source) -> [Entry] {
        let id = source.condition
        return analysis.entries.filter {
            id.isEmpty || analysis.sample.reachedConditions(of: $0).contains(id)
        }
    }

    /// Returns the results of each group for which `hasValues` returns true. If the source names a
    /// condition, returns only results of that condition.
    ///
    /// - Throws: `ambiguous-measure` if these results belong to several conditions or versions.
    private func parts(
        _ source: PublishedTables.Source,
        where hasValues: (ReportAnalysis.Part) -> Bool
    ) throws(DiagnosticError) -> [ReportAnalysis.Part] {
        let id = source.condition
        let found = analysis.parts.filter {
            hasValues($0) && (id.isEmpty || $0.group.conditionID == id)
        }
        let conditions = found.compactMap(\.group.condition?.id).distinct
        let versions = found.map(\.group.version).distinct
        guard conditions.count < 2, versions.count < 2 else {
            let isOfConditions = conditions.count > 1
            let several =
                isOfConditions
                ? "in several conditions: \(conditions.joined(separator: ", "))"
                : "with several versions of the study: \(versions.joined(separator: ", "))"
            throw DiagnosticError(
                "ambiguous-measure",
                at: source.cell.place,
                "\"\(source.cell.text)\" was recorded \(several)",
                fix: isOfConditions
                    ? "name one of these conditions in a column \"condition\""
                    : "compare a results file that contains only one version of the study"
            )
        }
        return found
    }

    private func requireCondition(of source: PublishedTables.Source) throws(DiagnosticError) {
        let known = analysis.sample.definitions.values.flatMap(\.conditions).map(\.id)
        guard source.condition.isEmpty || known.contains(source.condition) else {
            throw notInStudy("condition \"\(source.condition)\"", source)
        }
    }

    private func notInStudy(_ name: String, _ source: PublishedTables.Source) -> DiagnosticError {
        DiagnosticError(
            "not-in-study",
            at: source.cell.place,
            "the published values refer to the \(name), which the recorded study does not have",
            fix: "correct the row, or name the study with --study"
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
