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
            var row = Row(cells, columns, condition: condition, problems: &problems)
            row.answers.flagContradictions(in: study)
            return row
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
        answers = given.map { item, value in
            Answered(
                questionnaire: item.questionnaire,
                item: item.item.id,
                condition: item.perCondition ? condition : "",
                value: value,
                submitted: submitted
            )
        }
    }
}

/// The answers of one participant.
extension [Answered] {
    /// Flags the answers to items whose `show_if` does not hold.
    mutating func flagContradictions(in study: Study) {
        for index in indices where self[index].value.meaning != .missing {
            self[index].contradicts = isShown(self[index], in: study) == false
        }
    }

    /// Returns the missing answers to required items. Items that were not shown because of `show_if`
    /// are left out.
    func omissions(in study: Study) -> [Answered] {
        filter { answer in
            answer.value.meaning == .missing
                && study.item(answer.questionnaire, answer.item)?.required == true
                && isShown(answer, in: study) == true
        }
    }

    /// Returns whether the `show_if` of an answer's item holds. Returns nil if the table has no
    /// answer to the item that `show_if` names. An answer in the same condition takes precedence
    /// over one that belongs to no condition.
    private func isShown(_ answer: Answered, in study: Study) -> Bool? {
        let item = study.item(answer.questionnaire, answer.item)
        guard let showIf = item?.showIf else { return true }
        let found = [answer.condition, ""].lazy.compactMap { condition in
            first(where: { other in
                other.questionnaire == showIf.questionnaire && other.item == showIf.item
                    && other.condition == condition
                    && (other.task == nil || other.task == answer.task && other.run == answer.run)
            })
        }
        guard let meaning = found.first?.value.meaning else { return nil }
        guard case .options(let chosen) = meaning else { return false }
        return !Set(chosen).isDisjoint(with: showIf.options)
    }
}
