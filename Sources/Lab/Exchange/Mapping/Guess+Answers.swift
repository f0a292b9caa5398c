import Diagnostics
import JSON
import StudyDefinition

/// A column of answers in a drafted mapping.
struct FoundAnswer {
    var column: String
    /// The questionnaire item; nil if several items fit.
    var target: (questionnaire: String, item: Questionnaire.Item)?
    var comment: String
    /// The texts of the cells if a scale was answered with labels that have no numbers; otherwise
    /// empty.
    var labels: Set<String> = []
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
                comment: "\(remark)perhaps \(choices); \(range(column))"
            )
        }
        var found = FoundAnswer(
            column: column.name,
            target: (first.questionnaire.id, first.item),
            comment: "\(range(column)); \(first.item.levels.prefix(120))"
        )
        if case .scale = first.item.kind {
            found.labels = Set(
                column.values.filter {
                    marks.number($0) == nil && leadingNumber($0) == nil && !isMissing($0)
                }
            )
        }
        return found
    }

    /// Returns a column of ratings that match no item of the study; nil for any other column.
    private func rating(_ column: Column) -> FoundAnswer? {
        let kept = column.values.filter { !isMissing($0) }
        let numbers = kept.compactMap(marks.number)
        guard !study.questionnaires.isEmpty, !numbers.isEmpty,
            numbers.count == kept.count, column.mentions(Words.rating)
        else { return nil }
        return FoundAnswer(
            column: column.name,
            comment: "a rating or a number; \(range(column)); name its item, or move it to ignore"
        )
    }

    private func range(_ column: Column) -> String {
        let kept = column.values.filter { !isMissing($0) }
        let numbers = kept.compactMap(marks.number)
        return numbers.count == kept.count && !numbers.isEmpty
            ? "answers \(plain(numbers.min())) to \(plain(numbers.max()))"
            : "\(Set(kept).count) different answers"
    }

    /// Returns one line per answer; if `isShort`, one line per questionnaire. Labels are written
    /// once and then referenced by a YAML alias.
    func lines(_ answers: [FoundAnswer], isShort: Bool) -> [String] {
        var written: [String: String] = [:]
        func values(_ answer: FoundAnswer) -> String {
            guard let target = answer.target, !answer.labels.isEmpty else { return "" }
            let id = target.questionnaire
            if let name = written[id] { return ", values: *\(name)" }
            let name = "labels\(written.count + 1)"
            written[id] = name
            let all = answers.filter { $0.target?.questionnaire == id }.flatMap(\.labels)
            return ", values: &\(name) {\(Labels.yaml(Set(all), target.item))}"
        }
        let hasOneTask = taskColumn != nil || study.analysedTasks.count < 2
        func task(_ questionnaire: String?) -> String {
            questionnaire == nil || questionnaire != study.afterTask || hasOneTask
                ? "" : ", task: \(FoundTime.open)"
        }
        guard isShort else {
            return answers.map { answer in
                "  - {column: \(jsonText(answer.column)), questionnaire: "
                    + (answer.target?.questionnaire ?? FoundTime.open) + ", item: "
                    + (answer.target?.item.id ?? FoundTime.open)
                    + task(answer.target?.questionnaire) + values(answer)
                    + "}  # \(answer.comment)"
            }
        }
        var groups: [(id: String?, answers: [FoundAnswer])] = []
        for answer in answers {
            if let place = groups.firstIndex(where: { $0.id == answer.target?.questionnaire }) {
                groups[place].answers.append(answer)
            } else {
                groups.append((answer.target?.questionnaire, [answer]))
            }
        }
        return groups.map { group in
            let columns = group.answers.map { jsonText($0.column) }.joined(separator: ", ")
            let items = group.answers.map { $0.target?.item.id ?? FoundTime.open }
            let labelled = group.answers.first { !$0.labels.isEmpty } ?? group.answers[0]
            return "  - {columns: [\(columns)], questionnaire: \(group.id ?? FoundTime.open), "
                + "items: [\(items.joined(separator: ", "))]\(task(group.id))\(values(labelled))}"
                + "  # \(counted(items.count, "column"))"
        }
    }

    private func plain(_ number: Double?) -> String {
        guard let number else { return "" }
        return number == number.rounded() && abs(number) < 1e15
            ? "\(Int64(number))" : "\(number)"
    }
}
