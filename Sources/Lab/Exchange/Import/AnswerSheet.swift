import CSV
import Diagnostics
import ResultsStore
import StudyDefinition

/// A form's export, matched to the questionnaires of a study. It has one row per participant, one
/// column per question, and optional columns for timestamps and participant ids.
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
        // Two columns can match the same item: one by the item's `header`, one by the item's text.
        let meanings = columns.map { $0?.item }
        table.refuseTwice("item", meanings, key: \.key, id: \.item.id, problems: &problems)
        let matched = Set(columns.compactMap { $0?.item?.key })
        matchedItems = matched.count
        absentItems = matcher.items.filter { !matched.contains($0.key) }.map(\.item)
        table.requireRows(problems: &problems)
        // Indices of the columns with participant codes and with timestamps.
        let labels = columns.indices.filter { columns[$0] != nil && columns[$0]?.item == nil }
        let summaries = table.summaryRows(labels, problems: &problems)
        rows = table.rows.indices.filter { !summaries.contains($0) }.map { place in
            var row = Row(table.rows[place], columns, condition: condition, problems: &problems)
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
        let deciding = DecidingAnswers(self, study)
        for index in indices where self[index].value.meaning != .missing {
            self[index].contradicts = deciding.isShown(self[index]) == false
        }
    }

    /// Returns the missing answers to required items. Items whose `show_if` does not hold, or
    /// cannot be evaluated, are left out.
    func omissions(in study: Study) -> [Answered] {
        let deciding = DecidingAnswers(self, study)
        return filter { answer in
            answer.value.meaning == .missing
                && study.item(answer.questionnaire, answer.item)?.required == true
                && deciding.isShown(answer) == true
        }
    }
}

/// One participant's answers, for evaluating the `show_if` conditions of questionnaire items.
private struct DecidingAnswers {
    private let study: Study
    /// Meanings of the answers. If several answers have the same key, only the first is stored.
    private let answers: [SessionRecord.AnswerKey: AnswerValue.Meaning]

    init(_ answers: [Answered], _ study: Study) {
        self.study = study
        self.answers = Dictionary(
            answers.map { ($0.key, $0.value.meaning) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Returns whether the item of `answer` should be shown. Returns true if the item has no
    /// `show_if`. Otherwise, tests the answer that `SessionRecord.AnswerKey.deciding(_:)` selects,
    /// even if this answer is empty. Returns nil if the participant has no such answer.
    func isShown(_ answer: Answered) -> Bool? {
        let item = study.item(answer.questionnaire, answer.item)
        guard let showIf = item?.showIf else { return true }
        let meanings = answer.key.deciding(showIf).lazy.compactMap { answers[$0] }
        return meanings.first.map { showIf.isMet(by: $0) }
    }
}
