import CSV
import Diagnostics
import JSON
import StudyDefinition

/// A column of answers in a draft.
struct FoundAnswer {
    var column: String
    /// Nil where several items fit.
    var target: (questionnaire: String, item: Questionnaire.Item)?
    var comment: String
    /// Texts of the cells, where a scale's answers are labels without numbers.
    var labels: Set<String> = []
}

extension Guess {
    func answer(_ column: Column) -> FoundAnswer? {
        let known = study.questionnaires.flatMap { questionnaire in
            questionnaire.items.enumerated().map { (questionnaire, $0.offset, $0.element) }
        }
        let texts = column.questions
        let exact = known.filter { _, _, item in
            column.name == item.id
                || texts.contains(folded(item.header ?? item.text))
                || texts.contains(folded(item.text))
        }
        var (certain, perhaps) = (exact, exact)
        if exact.isEmpty, let (stem, number) = Guess.numbered(column.low) {
            let numbered = known.filter { $0.0.instrument != nil && $0.1 == number - 1 }
            certain = numbered.filter { [$0.0.id, $0.0.instrument?.id].contains(stem) }
            let isGeneral = ["question", "q", "item", "frage"].contains(stem.filter { $0.isLetter })
            perhaps = isGeneral && certain.isEmpty ? numbered : certain
        }
        guard let first = perhaps.first else { return rating(column) }
        guard certain.count == 1 else {
            let choices = perhaps.map { "\($0.0.id)/\($0.2.id)" }.joined(separator: ", ")
            return FoundAnswer(column: column.name, comment: "perhaps \(choices); \(range(column))")
        }
        var found = FoundAnswer(
            column: column.name,
            target: (first.0.id, first.2),
            comment: "\(range(column)); \(first.2.levels.prefix(120))"
        )
        if case .scale = first.2.kind {
            found.labels = Set(
                column.values.filter {
                    marks.number($0) == nil && leadingNumber($0) == nil
                        && !Missing.words.contains($0.lowercased())
                }
            )
        }
        return found
    }

    /// Ratings of which the study's items tell nothing.
    private func rating(_ column: Column) -> FoundAnswer? {
        let numbers = column.values.compactMap(marks.number)
        guard !study.questionnaires.isEmpty, !numbers.isEmpty,
            numbers.count == column.values.count, column.mentions(Words.rating)
        else { return nil }
        return FoundAnswer(
            column: column.name,
            comment: "a rating or a number; \(range(column)); name its item, or move it to ignore"
        )
    }

    private func range(_ column: Column) -> String {
        let numbers = column.values.compactMap(marks.number)
        return numbers.count == column.values.count && !numbers.isEmpty
            ? "answers \(plain(numbers.min())) to \(plain(numbers.max()))"
            : "\(Set(column.values).count) different answers"
    }

    /// One line each, or one for each questionnaire. Labels are written once and referred to.
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

    /// `SUS_3` and `SUS[SQ003]` as `sus` and 3.
    private static func numbered(_ low: String) -> (stem: String, number: Int)? {
        var text = low[...]
        if text.last == "]", let open = text.lastIndex(of: "[") {
            let code = text[text.index(after: open)...].dropLast()
            text = text[..<open] + "_" + String(code.drop { $0.isLetter })
        }
        let digits = text.reversed().prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(String(digits.reversed())) else { return nil }
        var stem = text.dropLast(digits.count)
        while let last = stem.last, " _-.".contains(last) { stem.removeLast() }
        return (String(stem), number)
    }

    private func plain(_ number: Double?) -> String {
        guard let number else { return "" }
        return number == number.rounded() && abs(number) < 1e15
            ? "\(Int64(number))" : "\(number)"
    }
}

extension Guess.Column {
    /// Texts that may be the question: the heading, the part in brackets that a grid puts last, the
    /// part after a code, and the same of the description.
    fileprivate var questions: Set<String> {
        var texts: Set<String> = []
        for text in [name, description] where !text.isEmpty {
            texts.insert(text)
            if text.last == "]", let open = text.lastIndex(of: "[") {
                texts.insert(folded(String(text[text.index(after: open)...].dropLast())))
            }
            for mark in [". ", " - "] {
                for range in text.ranges(of: mark) {
                    texts.insert(folded(String(text[range.upperBound...])))
                }
            }
        }
        return texts
    }
}
