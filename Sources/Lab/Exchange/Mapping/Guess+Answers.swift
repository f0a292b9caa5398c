import Diagnostics
import JSON
import StudyDefinition

/// A column of answers in a drafted mapping.
struct FoundAnswer {
    var column: String
    /// The questionnaire item that the column answers; nil if no item certainly fits the column.
    var target: (questionnaire: String, item: Questionnaire.Item)?
    var comment: String
    /// Labels without a number, such as `agree`, in the column of a scale. Labels that contain the
    /// number, such as `4 - agree`, are left out.
    var labels: Set<String> = []
    /// Whether the table numbers the ends of the scale differently from the study. For example, the
    /// table has `0 - disagree`, and the study has 1 for `disagree`.
    var isShifted = false
    /// Whether any answer is a number, or a label that contains a number.
    var hasNumbers = false
}

extension Guess {
    func answer(_ column: Column) -> FoundAnswer? {
        let fit = fit(column)
        guard let first = fit.items.first else {
            return fit.remark.isEmpty
                ? rating(column)
                : FoundAnswer(column: column.name, comment: "\(fit.remark); \(range(column))")
        }
        guard fit.isCertain else {
            let choices = fit.items.map { "\($0.questionnaire.id)/\($0.item.id)" }
                .joined(separator: ", ")
            let remark = fit.remark.isEmpty ? "" : "\(fit.remark); "
            return FoundAnswer(
                column: column.name,
                comment: "\(remark)perhaps \(choices); \(range(column, fit.items.map(\.item)))"
            )
        }
        let levels = first.item.levels.isEmpty ? "" : "; \(first.item.levels.prefix(120))"
        var found = FoundAnswer(
            column: column.name,
            target: (first.questionnaire.id, first.item),
            comment: range(column, [first.item]) + levels
        )
        if case .scale = first.item.kind {
            let kept = answers(column, [first.item])
            let labels = kept.filter {
                number($0) == nil && Labels.number(in: $0, of: first.item) == nil
            }
            found.labels = Set(labels.filter { !Labels.isShifted($0, of: first.item) })
            found.isShifted = labels.contains { Labels.isShifted($0, of: first.item) }
            found.hasNumbers = kept.contains { !found.labels.contains($0) }
        }
        return found
    }

    /// Returns the column if it holds ratings that match no item of the study; nil otherwise.
    private func rating(_ column: Column) -> FoundAnswer? {
        let kept = answers(column)
        let numbers = kept.compactMap(number)
        guard !study.questionnaires.isEmpty, !numbers.isEmpty,
            numbers.count == kept.count, column.mentions(Words.rating)
        else { return nil }
        return FoundAnswer(
            column: column.name,
            comment: "a rating or a number; \(range(column)); enter the questionnaire and the "
                + "item, or move the column to `ignore`"
        )
    }

    /// Returns the column's values except those that mean a missing answer. A label of one of
    /// `items` always counts as an answer.
    private func answers(_ column: Column, _ items: [Questionnaire.Item] = []) -> [String] {
        column.values.filter { value in
            !isMissing(value) || items.contains { $0.hasLabel(value) }
        }
    }

    /// Returns the number in an answer, which may have a percent sign; nil if the answer is not a
    /// number.
    private func number(_ text: String) -> Double? { marks.number(withoutPercentSign(text)) }

    private func range(_ column: Column, _ items: [Questionnaire.Item] = []) -> String {
        let kept = answers(column, items)
        let numbers = kept.compactMap(number)
        guard numbers.count == kept.count, let least = numbers.min(), let most = numbers.max()
        else {
            return "\(Set(kept).count) different answers"
        }
        if column.isPercent {
            return "answers \(plainNumber(percentage(least))) % to "
                + "\(plainNumber(percentage(most))) %"
        }
        let sign = kept.contains { $0.last == "%" } ? " %" : ""
        return "answers \(plainNumber(least))\(sign) to \(plainNumber(most))\(sign)"
    }

    /// Returns the lines of the mapping for the columns of answers, one line per column. If
    /// `isShort` is true, returns one line per questionnaire. The labels of a questionnaire are in
    /// the first line that needs them. Later lines refer to the labels with a YAML alias.
    ///
    /// If the table numbers a scale differently from the study, the user must give an offset. The
    /// draft then has the offset `?` for all scale columns of the same questionnaire that have
    /// numbers. If `isShort` is true, columns without an offset are in a separate line.
    /// A comment line about offsets precedes the other lines.
    func lines(_ answers: [FoundAnswer], isShort: Bool) -> [String] {
        let shifted = Set(answers.filter(\.isShifted).compactMap { $0.target?.questionnaire })
        func offset(_ answer: FoundAnswer) -> String {
            // If no answer has a number, the draft assigns the study's numbers to the labels.
            guard let target = answer.target, case .scale = target.item.kind, answer.hasNumbers,
                shifted.contains(target.questionnaire)
            else { return "" }
            return ", offset: \(FoundTime.open)"
        }
        let note =
            "  # `offset` is added to the table's numbers, including those in `values`, to get the "
            + "study's numbers; a reversed scale also needs `factor: -1`"
        return (shifted.isEmpty ? [] : [note]) + entries(answers, isShort: isShort, offset)
    }

    private func entries(
        _ answers: [FoundAnswer],
        isShort: Bool,
        _ offset: (FoundAnswer) -> String
    ) -> [String] {
        // The offset also converts the numbers of labels, so only columns with the same offset
        // share labels.
        func key(_ answer: FoundAnswer) -> [String?] {
            [answer.target?.questionnaire, offset(answer)]
        }
        var written: [[String?]: String] = [:]
        func values(_ answer: FoundAnswer) -> String {
            guard let target = answer.target, !answer.labels.isEmpty else { return "" }
            let own = key(answer)
            if let name = written[own] { return ", values: *\(name)" }
            let name = "labels\(written.count + 1)"
            written[own] = name
            let all = Set(answers.filter { key($0) == own }.flatMap(\.labels))
            let yaml = Labels.yaml(all, target.item, isOpen: !offset(answer).isEmpty)
            return ", values: &\(name) {\(yaml)}"
        }
        let hasOneTask = taskColumn != nil || study.analysedTasks.count < 2
        func task(_ questionnaire: String?) -> String {
            questionnaire == nil || questionnaire != study.afterTask || hasOneTask
                ? "" : ", task: \(FoundTime.open)"
        }
        guard isShort else {
            return answers.map { answer in
                let more = task(answer.target?.questionnaire) + offset(answer) + values(answer)
                return "  - {column: \(jsonText(answer.column)), questionnaire: "
                    + (answer.target?.questionnaire ?? FoundTime.open) + ", item: "
                    + (answer.target?.item.id ?? FoundTime.open) + more
                    + "}  # \(answer.comment)"
            }
        }
        return answers.grouped { key($0) }.map { group in
            let id = group[0].target?.questionnaire
            let columns = group.map { jsonText($0.column) }.joined(separator: ", ")
            let items = group.map { $0.target?.item.id ?? FoundTime.open }
            let labelled = group.first { !$0.labels.isEmpty } ?? group[0]
            let more = task(id) + offset(group[0]) + values(labelled)
            return "  - {columns: [\(columns)], questionnaire: \(id ?? FoundTime.open), "
                + "items: [\(items.joined(separator: ", "))]\(more)}"
                + "  # \(counted(items.count, "column"))"
        }
    }
}
