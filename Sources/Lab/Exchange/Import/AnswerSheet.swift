import CSV
import Diagnostics
import ResultsStore
import StudyDefinition

/// A form's export, matched to the questionnaires of a study. It has one row per participant, one
/// column per question, and optional columns for time stamps and participant ids.
struct AnswerSheet {
    struct Row {
        /// The cell with the participant's id; nil if the file has no such column.
        var participant: CSVTable.Cell?
        var answers: [Answered]
        /// Required items without an answer. Items that were not shown because of `show_if` are
        /// left out.
        var unanswered: [Questionnaire.Item]
    }

    let file: String
    var rows: [Row] = []
    /// Items of the study for which the file has no column.
    var absentItems: [Questionnaire.Item] = []
    var matchedItems = 0

    /// Creates a sheet by matching `table` to the study. Reports in `problems` everything that
    /// cannot be matched.
    init(_ table: CSVTable, study: Study, condition: String, problems: inout [Diagnostic]) {
        file = table.file
        let matcher = HeaderMatcher(study)
        let columns = table.header.map { cell in
            matcher.column(for: cell, problems: &problems)
        }
        let matched = Set(columns.compactMap { $0?.item?.key })
        matchedItems = matched.count
        absentItems = matcher.items.filter { !matched.contains($0.key) }.map(\.item)
        if table.rows.isEmpty {
            problems.add("no-rows", at: .init(file: file), "has a header but no participants")
        }
        rows = table.rows.map { cells in
            Row(cells, columns, condition: condition, problems: &problems)
        }
    }
}

extension AnswerSheet.Row {
    init(
        _ cells: [CSVTable.Cell],
        _ columns: [HeaderMatcher.Column?],
        condition: String,
        problems: inout [Diagnostic]
    ) {
        participant = nil
        answers = []
        unanswered = []
        var submitted: String?
        var given: [(item: HeaderMatcher.PlacedItem, value: AnswerValue)] = []
        for (cell, column) in zip(cells, columns) {
            switch column {
            case .participant: participant = cell
            case .submitted: submitted = cell.text.isEmpty ? nil : cell.text
            case .item(let item):
                switch item.item.read(cell) {
                case .success(let value): given.append((item, value))
                case .failure(let refusal): problems.append(contentsOf: refusal.diagnostics)
                }
            case nil: break
            }
        }
        for (item, value) in given {
            let isShown = item.item.showIf.map { shown($0, given: given) } ?? true
            let isMissing = value.meaning == .missing
            if isMissing, item.item.required, isShown { unanswered.append(item.item) }
            answers.append(
                Answered(
                    questionnaire: item.questionnaire,
                    item: item.item.id,
                    condition: item.perCondition ? condition : "",
                    value: value,
                    contradicts: !isShown && !isMissing,
                    submitted: submitted
                )
            )
        }
    }
}

private func shown(
    _ showIf: Questionnaire.ShowIf,
    given: [(item: HeaderMatcher.PlacedItem, value: AnswerValue)]
) -> Bool {
    given.contains { answer in
        guard answer.item.questionnaire == showIf.questionnaire, answer.item.item.id == showIf.item,
            case .options(let chosen) = answer.value.meaning
        else { return false }
        return !Set(chosen).isDisjoint(with: showIf.options)
    }
}
