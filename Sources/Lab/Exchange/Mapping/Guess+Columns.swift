import CSV
import Diagnostics
import JSON
import ResultsStore
import StudyDefinition

/// Lines of the draft, each nil if a column is nothing of the kind.
extension Guess {
    /// The column found by its heading; nil if several fit, or only the cells look like codes.
    var participantColumn: Int? {
        for words in [Words.participant, Words.perhapsParticipant] {
            let named = columns.indices.filter { columns[$0].isNamed(words) }
            if let first = named.first { return named.count == 1 ? first : nil }
        }
        return nil
    }

    /// Description of columns that probably hold codes, if none certainly does.
    var openParticipant: String? {
        let likely = columns.indices.filter { index in
            let column = columns[index]
            return column.isNamed(Words.participant) || column.isNamed(Words.perhapsParticipant)
                || index != taskColumn && !column.values.isEmpty && column.values.allSatisfy(isCode)
        }
        guard !likely.isEmpty else { return nil }
        let names = likely.map { jsonText(columns[$0].name) }.joined(separator: " or ")
        return
            "participant: \"?\"  # perhaps \(names); delete the line if each row is a participant"
    }

    /// Whether the cells are places in an order of the study's conditions.
    func isPeriod(_ column: Column) -> Bool {
        let places = Set((1...max(1, study.conditions.count)).map(String.init))
        return column.isNamed(Words.period) && study.conditions.count > 1
            && !column.values.isEmpty && places.isSuperset(of: column.values)
    }

    private func isCode(_ text: String) -> Bool {
        let letters = text.prefix { $0.isLetter }
        let digits = text.dropFirst(letters.count).drop { "-_ ".contains($0) }
        return (1...4).contains(letters.count) && !digits.isEmpty
            && digits.allSatisfy { $0.isASCII && $0.isNumber }
    }

    func participant(_ column: Column) -> String {
        "participant: \(jsonText(column.name))  # \(column.different.count) different values"
    }

    func submitted(_ column: Column) -> String { "submitted: \(jsonText(column.name))" }

    func period(_ column: Column) -> String { "period: \(jsonText(column.name))" }

    /// Cells that are no ids or titles are left open.
    func task(_ column: Column) -> String {
        let head = "task: {column: \(jsonText(column.name))"
        let others = column.different.filter { Guess.task($0, study) == nil }
        guard !others.isEmpty else { return head + "}" }
        let values = others.map { "\(jsonText($0)): \"?\"" }
        let known = study.analysedTasks.map(\.task.id).joined(separator: ", ")
        return head + ", values: {\(values.joined(separator: ", "))}}  # of \(known)"
    }

    /// Cells that name conditions, all or some; under a usual heading, as many different ones as the
    /// study has conditions. Those that are no ids or titles are left open.
    func condition(_ column: Column) -> String? {
        let different = column.different
        guard study.conditions.count > 1, !different.isEmpty else { return nil }
        let pairs = different.map { value in
            (
                value,
                study.conditions.first {
                    $0.id.lowercased() == value.lowercased()
                        || folded($0.title).lowercased() == value.lowercased()
                }?.id
            )
        }
        let isNamed = column.mentions(Words.condition)
        let known = pairs.count { $0.1 != nil }
        guard
            known == pairs.count
                || isNamed && (known > 0 || different.count == study.conditions.count)
        else { return nil }
        let words = pairs.map { "\(jsonText($0.0)): \($0.1 ?? "\"?\"")" }
        let choices = study.conditions.map { "\($0.id) (\($0.title))" }.joined(separator: ", ")
        return "condition:\(known == pairs.count ? "" : "  # of \(choices)")\n"
            + "  column: \(jsonText(column.name))\n  values: {\(words.joined(separator: ", "))}"
    }

    /// Outcome of a row's task. Only rows with one task each have one. The kind of a failure is
    /// left open.
    func outcome(_ column: Column) -> String? {
        guard taskColumn != nil, !column.values.isEmpty, column.different.count <= 12 else {
            return nil
        }
        let different = column.different
        let isYesNo = column.mentions(Words.yesNo)
        let pairs = different.map { value -> (String, String?) in
            let low = value.lowercased()
            let outcome =
                Outcome.allCases.first { $0.rawValue == low || $0.words == low }?.rawValue
            let isSuccess = Words.success.contains(low) || isYesNo && Words.yes.contains(low)
            return (value, outcome ?? (isSuccess ? "success" : nil))
        }
        let areOutcomes = different.allSatisfy { value in
            Outcome.allCases.contains { $0.rawValue == value.lowercased() }
        }
        let isNumber = different.contains { Double($0) != nil && !["0", "1"].contains($0) }
        guard areOutcomes || column.mentions(Words.outcome) && !isNumber else { return nil }
        let words = pairs.map { "\(jsonText($0.0)): \($0.1 ?? "\"?\"")" }
        let isOpen = pairs.contains { $0.1 == nil }
        let kinds = Outcome.allCases.map(\.rawValue).joined(separator: ", ")
        return "outcome:\(isOpen ? "  # of \(kinds)" : "")\n"
            + "  column: \(jsonText(column.name))\n  values: {\(words.joined(separator: ", "))}"
    }

    func answer(_ column: Column) -> String? {
        let (name, values) = (column.name, column.values)
        let known = study.questionnaires.flatMap { questionnaire in
            questionnaire.items.enumerated().map { (questionnaire, $0.offset, $0.element) }
        }
        let exact = known.filter {
            folded($0.2.header ?? $0.2.text) == name || $0.2.id == name || folded($0.2.text) == name
                || name.hasSuffix(". " + folded($0.2.text))
        }
        var (certain, perhaps) = (exact, exact)
        if exact.isEmpty, let (stem, number) = Guess.numbered(column.low) {
            let numbered = known.filter { $0.0.instrument != nil && $0.1 == number - 1 }
            certain = numbered.filter { [$0.0.id, $0.0.instrument?.id].contains(stem) }
            perhaps =
                ["question", "q", "item", "frage"].contains(stem) ? numbered : certain
        }
        guard let first = perhaps.first else { return nil }
        let numbers = values.compactMap { Double($0) }
        let range =
            numbers.count == values.count && !numbers.isEmpty
            ? "answers \(plain(numbers.min())) to \(plain(numbers.max()))"
            : "\(Set(values).count) different answers"
        guard certain.count == 1 else {
            let choices = perhaps.map { "\($0.0.id)/\($0.2.id)" }.joined(separator: ", ")
            return "  - {column: \(jsonText(name)), questionnaire: \"?\", item: \"?\"}"
                + "  # perhaps \(choices); \(range)"
        }
        return "  - {column: \(jsonText(name)), questionnaire: \(first.0.id), "
            + "item: \(first.2.id)}  # \(range); \(first.2.levels.prefix(120))"
    }

    func time(_ column: Column) -> String? {
        let kept = column.values.filter { !Missing.words.contains($0.lowercased()) }
        guard !kept.isEmpty else { return nil }
        let target = target(column)
        var unit = "m:ss"
        if !kept.allSatisfy({ clockTime($0) != nil }) {
            let numbers = kept.compactMap { Double($0.replacing(",", with: ".")) }
            guard numbers.count == kept.count, numbers.allSatisfy({ $0 >= 0 }),
                target.isNamed || column.mentions(Words.time)
            else { return nil }
            let named = Words.units.filter { column.mentions($0.words) }
            unit = named.count == 1 ? named[0].unit : Mapping.openMark
        }
        var line = "  - {column: \(jsonText(column.name))"
        if let task = target.task { line += ", task: \(task)" }
        if let condition = target.condition { line += ", condition: \(condition)" }
        var comment = "\(counted(kept.count, "value")), such as \(kept[0])"
        if unit == Mapping.openMark { comment += "; unit: s, ms or min" }
        if target.task == Guess.open {
            comment += "; task: \(study.analysedTasks.map(\.task.id).joined(separator: ", "))"
        }
        if target.condition == Guess.open {
            comment += "; condition: \(study.conditions.map(\.id).joined(separator: ", "))"
        }
        return line + ", unit: \(jsonText(unit))}  # \(comment)"
    }

    /// An open value, as YAML.
    private static let open = "\"\(Mapping.openMark)\""

    /// Task and condition that a heading names, open where it names several or just a number.
    private func target(_ column: Column) -> (task: String?, condition: String?, isNamed: Bool) {
        let conditions = study.conditions.filter { column.names($0.id) || column.names($0.title) }
        let condition = Guess.certain(conditions.map(\.id))
        guard taskColumn == nil else { return (nil, condition, false) }
        let tasks = study.analysedTasks.map(\.task)
        let named = tasks.filter { column.names($0.id) || column.names($0.title) }
        if let task = Guess.certain(named.map(\.id)) { return (task, condition, true) }
        return (tasks.count == 1 ? tasks[0].id : Guess.open, condition, false)
    }

    /// The only id, or the one that contains all others: `city-list` rather than `list`.
    private static func certain(_ ids: [String]) -> String? {
        guard let longest = ids.max(by: { $0.count < $1.count }) else { return nil }
        return ids.allSatisfy { longest.contains($0) } ? longest : open
    }

    /// The task of a cell by id or title.
    static func task(_ text: String, _ study: Study) -> StudyTask? {
        study.analysedTasks.map(\.task).first { $0.id == text || folded($0.title) == text }
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

extension Guess.Column {
    /// Whether the heading holds a name, with neither letter nor digit next to it.
    fileprivate func names(_ text: String) -> Bool {
        let name = folded(text).lowercased()
        guard !name.isEmpty else { return false }
        func isPart(_ character: Character?) -> Bool {
            character.map { $0.isLetter || $0.isNumber } ?? false
        }
        return low.ranges(of: name).contains { range in
            let before =
                range.lowerBound > low.startIndex ? low[low.index(before: range.lowerBound)] : nil
            let after = range.upperBound < low.endIndex ? low[range.upperBound] : nil
            return !isPart(before) && !isPart(after)
        }
    }
}
