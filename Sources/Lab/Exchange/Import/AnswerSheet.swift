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
        refuseTwice(columns, table.header, problems: &problems)
        let matched = Set(columns.compactMap { $0?.item?.key })
        matchedItems = matched.count
        absentItems = matcher.items.filter { !matched.contains($0.key) }.map(\.item)
        if table.rows.isEmpty {
            problems.add("no-rows", at: .init(file: file), "has a header but no participants")
        }
        // Indices of the columns with participant codes and with time stamps.
        let labels = columns.indices.filter { columns[$0] != nil && columns[$0]?.item == nil }
        let summaries = table.summaryRows(labels, problems: &problems)
        rows = table.rows.indices.filter { !summaries.contains($0) }.map { place in
            var row = Row(table.rows[place], columns, condition: condition, problems: &problems)
            row.answers.flagContradictions(in: study)
            return row
        }
    }
}

/// Adds a problem for each column that matches the same item as an earlier column. For example, the
/// heading of one column is the item's `header`, and the heading of the other column is the item's
/// text.
private func refuseTwice(
    _ columns: [HeaderMatcher.Column?],
    _ header: [CSVTable.Cell],
    problems: inout [Diagnostic]
) {
    var seen: [String: String] = [:]
    for (column, cell) in zip(columns, header) {
        guard let item = column?.item else { continue }
        let heading = folded(cell.text)
        if let first = seen[item.key] {
            problems.add(
                "item-twice",
                at: cell.place,
                "the headings \"\(first)\" and \"\(heading)\" both mean item \"\(item.item.id)\"",
                fix: "leave one of the columns out"
            )
        } else {
            seen[item.key] = heading
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
    private struct Place: Hashable {
        var questionnaire: String
        var item: String
        var condition: String
        var task: String?
        var run: Int?
    }

    private let study: Study
    /// Meanings of the answers, keyed by item, condition, task and run. If several answers have the
    /// same key, only the first is stored.
    private let answers: [Place: AnswerValue.Meaning]

    init(_ answers: [Answered], _ study: Study) {
        self.study = study
        self.answers = Dictionary(
            answers.map { answer in
                let place = Place(
                    questionnaire: answer.questionnaire,
                    item: answer.item,
                    condition: answer.condition,
                    task: answer.task,
                    run: answer.run
                )
                return (place, answer.value.meaning)
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Returns whether the item of `answer` should be shown. Returns true if the item has no
    /// `show_if`. Otherwise, tests the answer to the item that `show_if` names. If several of the
    /// following answers are recorded, tests the first of them, even if it is empty:
    ///
    /// - an answer in the same condition, after the same task and run;
    /// - an answer in the same condition, not after a task;
    /// - an answer without a condition, after the same task and run;
    /// - an answer without a condition, not after a task.
    ///
    /// Returns nil if none of these answers is recorded.
    func isShown(_ answer: Answered) -> Bool? {
        let item = study.item(answer.questionnaire, answer.item)
        guard let showIf = item?.showIf else { return true }
        let places = [answer.condition, ""].flatMap { condition in
            [(answer.task, answer.run), (nil, nil)].map { task, run in
                Place(
                    questionnaire: showIf.questionnaire,
                    item: showIf.item,
                    condition: condition,
                    task: task,
                    run: run
                )
            }
        }
        guard let meaning = places.lazy.compactMap({ answers[$0] }).first else { return nil }
        guard case .options(let chosen) = meaning else { return false }
        return !Set(chosen).isDisjoint(with: showIf.options)
    }
}
