import CSV
import Diagnostics
import JSON
import ResultsStore
import StudyDefinition

extension MappedReading {
    /// The cells of a row that contain the answer to one item. A multiple-choice item may have a
    /// cell for each option; any other item has one cell.
    private struct Given {
        var questionnaire: String
        var item: Questionnaire.Item
        /// The cells, each with the mapping's entry for its column. The entry is nil if the cell is
        /// read according to the mapping's `long`; the table then has one answer per row.
        var cells: [(cell: CSVTable.Cell, of: Mapping.Answer?)]

        init(
            _ questionnaire: String,
            _ item: Questionnaire.Item,
            _ cell: CSVTable.Cell,
            _ answer: Mapping.Answer?
        ) {
            (self.questionnaire, self.item) = (questionnaire, item)
            cells = [(cell, answer)]
        }

        /// Returns whether `answer`, an entry of the mapping, describes the column of another
        /// option of the same multiple-choice question.
        func isContinued(by answer: Mapping.Answer) -> Bool {
            guard case .multiple = item.kind, let first = cells[0].of else { return false }
            return (first.questionnaire, first.item) == (answer.questionnaire, answer.item)
                && (first.condition, first.task) == (answer.condition, answer.task)
        }
    }

    mutating func readAnswers(
        _ row: [CSVTable.Cell],
        _ condition: String?,
        _ timed: [Place],
        _ person: inout Person
    ) {
        let submitted = cell(mapping.submitted, row).flatMap {
            $0.text.isEmpty || $0.isError ? nil : $0.text
        }
        var found: [Given] = []
        for answer in mapping.allAnswers {
            guard let cell = cell(answer.column, row),
                let item = study.item(answer.questionnaire, answer.item)
            else { continue }
            if let place = found.firstIndex(where: { $0.isContinued(by: answer) }) {
                found[place].cells.append((cell, answer))
            } else {
                found.append(Given(answer.questionnaire, item, cell, answer))
            }
        }
        if let long = mapping.long, let name = cell(long.item, row),
            let value = cell(long.value, row), let (questionnaire, item) = question(name, long)
        {
            found.append(Given(questionnaire, item, value, nil))
        }
        for given in found {
            let (questionnaire, item) = (given.questionnaire, given.item)
            let (cell, answer) = given.cells[0]
            var task: String?
            if questionnaire == study.afterTask {
                guard let named = taskAsked(answer, cell, row) else { continue }
                task = named
            }
            let perCondition =
                task.map(isPerCondition) ?? study.placedQuestionnaires.first {
                    $0.questionnaire.id == questionnaire
                }?
                .perCondition ?? false
            let met = perCondition ? answer?.condition ?? condition : ""
            guard let met else {
                noteUnknownCondition(
                    "the study has several conditions, and neither the mapping nor the row "
                        + "states the condition of this answer",
                    at: cell,
                    person
                )
                continue
            }
            if perCondition { meet(met, &person) }
            guard let value = value(given) else { continue }
            if answer == nil {
                let isMissing = value.meaning == .missing
                longMissing += isMissing ? 1 : 0
                longAnswers["\(questionnaire)/\(item.id)", default: 0] += isMissing ? 0 : 1
            }
            let answered = Answered(
                questionnaire: questionnaire,
                item: item.id,
                condition: met,
                task: task,
                value: value,
                submitted: submitted
            )
            guard let task else {
                add(answered, at: cell.place, &person)
                continue
            }
            let place = Place(task: task, condition: met)
            let time = timed.contains(place) ? person.times[place].map { $0.count - 1 } : nil
            let isSecond =
                time == nil
                && person.taskAnswers.contains {
                    $0.place == place && $0.time == nil && $0.answer.item == item.id
                }
            if isSecond {
                repeats.note(
                    Diagnostic(
                        "answer-twice",
                        at: cell.place,
                        "participant \"\(person.code)\" has a second answer to "
                            + "\"\(item.id)\" after task \"\(task)\"",
                        expected: "one answer for each participant, task and condition",
                        fix: "in the mapping, name the column with the time on task under `times`, "
                            + "and set `repeats: keep`"
                    )
                )
            }
            person.taskAnswers.append(
                TaskAnswer(
                    answer: answered,
                    place: place,
                    time: time,
                    isUntimed: time == nil && !mapping.allTimes.isEmpty
                )
            )
        }
    }

    /// Returns the answer in the cells of `given`. If a multiple-choice item has several cells,
    /// combines the options that are chosen in them. Returns nil if a cell cannot be read.
    private mutating func value(_ given: Given) -> AnswerValue? {
        var values: [AnswerValue] = []
        for (cell, answer) in given.cells {
            if let value = value(of: cell, given, answer) { values.append(value) }
        }
        guard values.count == given.cells.count else { return nil }
        guard values.count > 1, case .multiple(let options) = given.item.kind else {
            return values[0]
        }
        let chosen = values.flatMap { value -> [String] in
            if case .options(let ids) = value.meaning { ids } else { [] }
        }
        let ids = options.map(\.id).filter { chosen.contains($0) }
        let raw = values.map(\.raw).filter { !$0.isEmpty }.joined(separator: "; ")
        return AnswerValue(raw: raw, meaning: ids.isEmpty ? .missing : .options(ids))
    }

    /// Returns the answer in a cell. Returns nil and adds a problem if the cell cannot be read.
    private mutating func value(
        of cell: CSVTable.Cell,
        _ given: Given,
        _ answer: Mapping.Answer?
    ) -> AnswerValue? {
        let item = given.item
        let replaced = named(cell, item, answer)
        var read = isNumber(replaced, of: item, answer) ? turned(replaced, answer) : replaced
        // Some programs write the option 1 as 1.0.
        if case .single = item.kind, case .failure = item.read(read), let number = number(read),
            number == number.rounded(), case .success = item.read(turned(read, answer))
        {
            read = turned(read, answer)
        }
        if read.isError {
            problems.add(
                "cell-error",
                at: cell.place,
                "the cell has the error \(folded(cell.text)) instead of an answer",
                fix: "correct or empty the cell, or add the error to `missing` or `values` in "
                    + "the mapping"
            )
            return nil
        }
        if case .number = item.kind, !read.isNumber, let fix = decimalFix(folded(read.text)) {
            problems.add(
                "no-number",
                at: cell.place,
                "\"\(folded(cell.text))\" cannot be read as a number with the decimal and "
                    + "thousands marks that the mapping sets",
                fix: fix
            )
            return nil
        }
        switch item.read(read) {
        case .success(var value):
            value.raw = item.isNumeric ? cell.shownText : cell.text
            return value
        case .failure(let refusal):
            problems += refusal.diagnostics.map { label($0, cell, given, answer) }
            return nil
        }
    }

    /// Adds an answer. If several rows of a participant answer the same question, the answers have
    /// to agree, but an empty cell agrees with any answer.
    private mutating func add(
        _ answer: Answered,
        at place: Diagnostic.Place,
        _ person: inout Person
    ) {
        let earlier = person.answers.firstIndex {
            $0.item == answer.item && $0.questionnaire == answer.questionnaire
                && $0.condition == answer.condition
        }
        guard let earlier else { return person.answers.append(answer) }
        let known = person.answers[earlier].value
        if known.meaning == .missing { return person.answers[earlier] = answer }
        if answer.value.meaning == .missing || answer.value.meaning == known.meaning { return }
        repeats.note(
            Diagnostic(
                "answers-differ",
                at: place,
                "participant \"\(person.code)\" has two answers to \"\(answer.item)\": "
                    + "\"\(answer.value.raw)\" here, and \"\(known.raw)\" earlier",
                expected: "one answer for each participant"
                    + (answer.condition.isEmpty ? "" : " and condition"),
                fix:
                    "either keep only one of these answers in the table, or list the column under "
                    + "`ignore` in the mapping; if the questionnaire was answered after each task, "
                    + "name it in the study's `after_task`"
            )
        )
    }

    /// Returns the task after which the question was answered. Returns nil and adds a problem if
    /// neither the mapping nor the row names the task.
    private mutating func taskAsked(
        _ answer: Mapping.Answer?,
        _ cell: CSVTable.Cell,
        _ row: [CSVTable.Cell]
    ) -> String? {
        if mapping.task != nil, answer?.task == nil {
            return taskID(row).map { study.counterpart(of: $0, in: taskSet(row)) }
        }
        if let named = answer?.task ?? onlyTask {
            return study.counterpart(of: named, in: taskSet(row))
        }
        repeats.note(
            Diagnostic(
                "answer-task",
                at: cell.place,
                "the question is asked after each task, but neither the mapping nor the row states "
                    + "the task of this answer",
                fix: "name the column that has the task: `task: {column: NAME}`"
            )
        )
        return nil
    }

    /// The task that all entries of the mapping's `times` have in common. If there is no such task,
    /// this is the study's only analyzed task; nil if the study has several or none.
    var onlyTask: String? {
        let timed = Set(mapping.allTimes.compactMap(\.task))
        if timed.count == 1 { return timed.first }
        let analysed = study.analysedTasks.map(\.task.id)
        return analysed.count == 1 ? analysed[0] : nil
    }

    /// Returns the cell with its text converted to a form that the study's item accepts:
    ///
    /// - If the mapping's `values` have an entry for the text, the entry replaces the text.
    /// - A missing answer becomes an empty cell.
    /// - For a numeric item, `85 %` becomes 85; if the item's answers are at most 1, it becomes
    ///   0.85.
    /// - For a scale, a label such as `5 - Strongly agree` becomes its number.
    private func named(
        _ cell: CSVTable.Cell,
        _ item: Questionnaire.Item,
        _ answer: Mapping.Answer?
    ) -> CSVTable.Cell {
        var named = cell
        let text = folded(cell.text)
        if let value = answer?.values?[text] ?? answer?.values?[cell.text] {
            (named.text, named.isError) = (value, false)
            named.isNumber = item.isNumeric && Double(decimal: value) != nil
            return named
        }
        if isMissing(cell, item) {
            (named.text, named.isError) = ("", false)
        } else if item.isNumeric, let percentage = percentage(cell) {
            named.text = plainNumber(item.isProportion ? percentage / 100 : percentage)
            named.isNumber = true
        } else if let number = Labels.number(in: text, of: item, turned: turning(answer)) {
            (named.text, named.isNumber) = (number, true)
        }
        return named
    }

    /// Returns whether a number in a cell is read by its value rather than its spelling, so that
    /// `007` equals 7 and `3.10` equals 3.1. True for a numeric item, and for a number that a
    /// workbook stores as a number. Also true if `answer`, the mapping's entry for the column, has
    /// a factor or an offset.
    private func isNumber(
        _ cell: CSVTable.Cell,
        of item: Questionnaire.Item,
        _ answer: Mapping.Answer?
    ) -> Bool {
        item.isNumeric || cell.isNumber || answer?.factor != nil || answer?.offset != nil
    }

    /// Returns a function that converts a number in the table to the study's scale. The function
    /// uses the factor and the offset of `answer`, an entry of the mapping. If `answer` is nil, the
    /// function returns the number unchanged.
    private func turning(_ answer: Mapping.Answer?) -> (Double) -> Double {
        { answer?.turned($0) ?? $0 }
    }

    /// Returns whether a cell means that there is no answer to the item. True for words in the
    /// mapping's `missing`. Also true for words such as `None`, unless the word is a label of the
    /// item or the answer is free text.
    private func isMissing(_ cell: CSVTable.Cell, _ item: Questionnaire.Item) -> Bool {
        let text = folded(cell.text)
        if mapping.missing?.contains(text) == true { return true }
        if case .text = item.kind, !cell.isError { return false }
        return isMissing(text) && !item.hasLabel(text)
    }

    /// Returns `problem` with a fix. For a number outside the scale, the fix may name the mapping's
    /// `missing`, `offset` and `factor`. Otherwise, the fix asks the user to add `values` to the
    /// column's entry in the mapping. The contents of `values` depend on the item:
    ///
    /// - For a scale, `values` maps each label to a number.
    /// - For a single choice, `values` maps the text of the cell to the label of an option. The
    ///   study itself, which may be locked, stays unchanged.
    /// - For the column of one option of a multiple-choice item, `values` maps the text of the cell
    ///   to this option.
    ///
    /// Returns `problem` unchanged if `values` would not help.
    private func label(
        _ problem: Diagnostic,
        _ cell: CSVTable.Cell,
        _ given: Given,
        _ answer: Mapping.Answer?
    ) -> Diagnostic {
        guard let answer else { return problem }
        let values: String
        if case .scale(let min, let max, _, _) = given.item.kind, let number = number(cell),
            !(Double(min)...Double(max)).contains(answer.turned(number))
        {
            var named = problem
            // `missing` applies to all columns. In another column, a positive number may be a time.
            named.fix =
                number < 0
                ? "correct the cell or, if it means no answer, add \(jsonText(folded(cell.text))) to "
                    + "`missing` in the mapping" : "correct the cell"
            if answer.factor == nil, answer.offset == nil { named.fix? += "; \(renumbering)" }
            return named
        }
        switch given.item.kind {
        case .scale where number(cell) == nil: values = "{LABEL: NUMBER}"
        case .single: values = "{\(jsonText(folded(cell.text))): LABEL}"
        case .multiple where given.cells.count > 1:
            values = "{\(jsonText(folded(cell.text))): LABEL}"
        default: return problem
        }
        var named = problem
        named.fix =
            "in the mapping, add `values: \(values)` to the entry of column \"\(answer.column)\""
        if case .multiple = given.item.kind {
            named.fix? += "; the value \"\" means that the option was not chosen"
        } else if Labels.isShifted(folded(cell.text), of: given.item, turned: turning(answer)) {
            named.fix? += "; \(renumbering) instead"
        }
        return named
    }

    /// The fix if the table numbers the steps of a scale differently from the study.
    private var renumbering: String {
        "if the scale has other numbers in the table than in the study, add `offset` or `factor` to "
            + "all entries of the questionnaire"
    }
}
