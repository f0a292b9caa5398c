import ResultsStore
import StudyDefinition

/// Lines of the draft, each nil where a column is nothing of the kind.
extension Guess {
    /// By its heading, else the first whose cells are all codes such as P1 or S-07.
    var participantColumn: Int? {
        columns.firstIndex { $0.isNamed(Words.participant) }
            ?? columns.indices.first { index in
                index != taskColumn && !columns[index].values.isEmpty
                    && columns[index].values.allSatisfy(isCode)
            }
    }

    private func isCode(_ text: String) -> Bool {
        let letters = text.prefix { $0.isLetter }
        let digits = text.dropFirst(letters.count).drop { "-_ ".contains($0) }
        return (1...4).contains(letters.count) && !digits.isEmpty
            && digits.allSatisfy { $0.isASCII && $0.isNumber }
    }

    func participant(_ column: Column) -> String {
        "participant: \(Guess.quoted(column.name))  # \(column.different.count) different values"
    }

    func submitted(_ column: Column) -> String { "submitted: \(Guess.quoted(column.name))" }

    func period(_ column: Column) -> String { "period: \(Guess.quoted(column.name))" }

    /// Cells that are no ids or titles are tried by the number in them.
    func task(_ column: Column) -> String {
        let head = "task: {column: \(Guess.quoted(column.name))"
        let others = column.different.filter { Guess.task($0, study, byNumber: false) == nil }
        guard !others.isEmpty else { return head + "}" }
        let values = others.map { value in
            let task = Guess.task(value, study, byNumber: true)
            return "\(Guess.quoted(value)): \(task?.id ?? "\"?\"")"
        }
        return head + ", values: {\(values.joined(separator: ", "))}}  # by number: check each"
    }

    /// Cells that name conditions; under a usual heading, as many different ones as the study has
    /// conditions.
    func condition(_ column: Column) -> String? {
        let different = column.different
        guard study.conditions.count > 1, !different.isEmpty else { return nil }
        let byName = different.compactMap { value in
            study.conditions.first {
                $0.id.lowercased() == value.lowercased()
                    || folded($0.title).lowercased() == value.lowercased()
            }.map { (value, $0.id) }
        }
        var (pairs, basis) = (byName, "")
        if byName.count < different.count {
            guard column.mentions(Words.condition), different.count == study.conditions.count,
                different.allSatisfy({ Double($0) == nil && clockTime($0) == nil })
            else { return nil }
            pairs = zip(different, study.conditions).map { ($0, $1.id) }
            basis = "  # in the order of the alphabet: check each"
        }
        let words = pairs.map { "\(Guess.quoted($0.0)): \($0.1)" }.joined(separator: ", ")
        return "condition:\(basis)\n  column: \(Guess.quoted(column.name))\n  values: {\(words)}"
    }

    /// How the task of a row ended; only rows of one task each have one.
    func outcome(_ column: Column) -> String? {
        guard taskColumn != nil, !column.values.isEmpty else { return nil }
        let different = column.different
        let pairs = different.map { value -> (String, String?) in
            let low = value.lowercased()
            let outcome =
                Outcome.allCases.first { $0.rawValue == low || $0.words == low }?.rawValue
            return (
                value,
                outcome
                    ?? (Words.yes.contains(low)
                        ? "success" : Words.no.contains(low) ? "gave-up" : nil)
            )
        }
        let areOutcomes = different.allSatisfy { value in
            Outcome.allCases.contains { $0.rawValue == value.lowercased() }
        }
        guard areOutcomes || column.mentions(Words.outcome), pairs.allSatisfy({ $0.1 != nil })
        else { return nil }
        let words = pairs.map { "\(Guess.quoted($0.0)): \($0.1 ?? "")" }
        let failures = pairs.contains { $0.1 == "gave-up" && $0.0.lowercased() != "gave-up" }
        let kinds = "gave-up, timed-out or claimed-done"
        return "outcome:\(failures ? "  # failures: \(kinds)" : "")\n"
            + "  column: \(Guess.quoted(column.name))\n  values: {\(words.joined(separator: ", "))}"
    }

    func answer(_ column: Column) -> String? {
        let (name, values) = (column.name, column.values)
        let known = study.questionnaires.flatMap { questionnaire in
            questionnaire.items.enumerated().map { (questionnaire, $0.offset, $0.element) }
        }
        let exact = known.first {
            folded($0.2.header ?? $0.2.text) == name || $0.2.id == name || folded($0.2.text) == name
                || name.hasSuffix(". " + folded($0.2.text))
        }
        let byNumber = Guess.numbered(column.low).flatMap { stem, number in
            known.first { questionnaire, place, _ in
                guard let instrument = questionnaire.instrument, place == number - 1 else {
                    return false
                }
                return ["question", "q", "item", "frage", questionnaire.id, instrument.id]
                    .contains(stem)
            }
        }
        guard let (questionnaire, _, item) = exact ?? byNumber else { return nil }
        let basis = exact == nil ? "by its number; " : ""
        let numbers = values.compactMap { Double($0) }
        let range =
            numbers.count == values.count && !numbers.isEmpty
            ? "answers \(plain(numbers.min())) to \(plain(numbers.max()))"
            : "\(Set(values).count) different answers"
        return "  - {column: \(Guess.quoted(name)), questionnaire: \(questionnaire.id), "
            + "item: \(item.id)}  # \(basis)\(range); \(item.levels.prefix(120))"
    }

    func time(_ column: Column) -> String? {
        let kept = column.values.filter { !Missing.words.contains($0.lowercased()) }
        guard !kept.isEmpty else { return nil }
        let (task, condition, isNamed) = target(column)
        let unit: String
        if kept.allSatisfy({ clockTime($0) != nil }) {
            unit = "m:ss"
        } else {
            let numbers = kept.compactMap { Double($0.replacing(",", with: ".")) }
            guard numbers.count == kept.count, numbers.allSatisfy({ $0 >= 0 }),
                isNamed || column.mentions(Words.time)
            else { return nil }
            unit =
                column.mentions(["ms"]) || (numbers.min() ?? 0) > 20_000
                ? "ms" : column.mentions(["min", "minutes"]) ? "min" : "s"
        }
        let place = task.map { ", task: \($0)" } ?? ""
        let met = condition.map { ", condition: \($0)" } ?? ""
        return "  - {column: \(Guess.quoted(column.name))\(place)\(met), "
            + "unit: \(Guess.quoted(unit))}  # \(counted(kept.count, "value")), such as \(kept[0])"
    }

    /// Task and condition that a heading names; a number names a task beside a word for time.
    private func target(_ column: Column) -> (task: String?, condition: String?, isNamed: Bool) {
        let condition = study.conditions.first {
            column.low.contains($0.id.lowercased())
                || column.low.contains(folded($0.title).lowercased())
        }
        guard taskColumn == nil else { return (nil, condition?.id, false) }
        let tasks = study.analysedTasks.map(\.task)
        let named = tasks.first {
            column.low.contains($0.id.lowercased())
                || column.low.contains(folded($0.title).lowercased())
        }
        let byNumber =
            column.mentions(Words.time) ? Guess.task(column.low, study, byNumber: true) : nil
        let task = named ?? byNumber ?? (tasks.count == 1 ? tasks[0] : nil)
        return (task?.id, condition?.id, named != nil || byNumber != nil)
    }

    /// The task of a cell or heading: by id or title, else by the only number in it.
    static func task(_ text: String, _ study: Study, byNumber: Bool) -> StudyTask? {
        let tasks = study.analysedTasks.map(\.task)
        if !byNumber { return tasks.first { $0.id == text || folded($0.title) == text } }
        let numbers = text.split { !($0.isASCII && $0.isNumber) }.compactMap { Int($0) }
        guard numbers.count == 1, tasks.indices.contains(numbers[0] - 1) else { return nil }
        return tasks[numbers[0] - 1]
    }

    /// `SUS_3` as `sus` and 3.
    private static func numbered(_ low: String) -> (stem: String, number: Int)? {
        let digits = low.reversed().prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(String(digits.reversed())) else { return nil }
        var stem = low.dropLast(digits.count)
        while let last = stem.last, " _-.".contains(last) { stem.removeLast() }
        return (String(stem), number)
    }

    private func plain(_ number: Double?) -> String {
        guard let number else { return "" }
        return number == number.rounded() && abs(number) < 1e15
            ? "\(Int64(number))" : "\(number)"
    }
}
