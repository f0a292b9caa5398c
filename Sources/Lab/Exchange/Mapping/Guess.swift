package import Diagnostics
import Foundation
import StudyDefinition

extension MappedImport {
    /// A draft of a mapping: YAML with a comment beside each guess that says what it rests on.
    package func guess(_ data: Importer.File) throws(DiagnosticError) -> String {
        Guess(try CSVTable(url: data.url, name: data.name), study: study).yaml
    }
}

/// What each column of a table may be.
struct Guess {
    let table: CSVTable
    let study: Study

    init(_ table: CSVTable, study: Study) {
        self.table = table
        self.study = study
    }

    var yaml: String {
        var parts: [String] = ["# Drafted from \(table.file): read every line before you import."]
        parts += table.notes.map { "# \($0)" }
        parts.append("format: 1")
        var (times, answers, ignored): ([String], [String], [String]) = ([], [], [])
        var used: Set<String> = []
        let decimalComma = hasDecimalComma
        for (index, cell) in table.header.enumerated() {
            let name = folded(cell.text)
            let values = table.rows.map { folded($0[index].text) }.filter { !$0.isEmpty }
            let low = name.lowercased()
            if ["participant", "subject", "id", "response id", "pid", "user", "code"].contains(low),
                !used.contains("participant")
            {
                used.insert("participant")
                parts.append(
                    "participant: \(quoted(name))  # \(Set(values).count) different values"
                )
            } else if ["timestamp", "submitted", "submitdate", "date submitted"].contains(low) {
                parts.append("submitted: \(quoted(name))")
            } else if let words = conditionColumn(values), !used.contains("condition") {
                used.insert("condition")
                parts.append(
                    "condition:  # \(Set(values).sorted().joined(separator: ", "))\n"
                        + "  column: \(quoted(name))\n  values: {\(words)}"
                )
            } else if ["order", "period"].contains(low) {
                parts.append("period: \(quoted(name))")
            } else if low == "task", !used.contains("task") {
                used.insert("task")
                parts.append("task: {column: \(quoted(name))}")
            } else if let line = answer(name, values) {
                answers.append(line)
            } else if let line = time(name, values) {
                times.append(line)
            } else {
                ignored.append(name)
            }
        }
        if decimalComma { parts.append("decimal: \",\"") }
        if !times.isEmpty { parts.append("times:\n" + times.joined(separator: "\n")) }
        if !answers.isEmpty { parts.append("answers:\n" + answers.joined(separator: "\n")) }
        if !ignored.isEmpty {
            parts.append("ignore: [\(ignored.map(quoted).joined(separator: ", "))]")
        }
        return parts.joined(separator: "\n") + "\n"
    }

    private var hasDecimalComma: Bool {
        table.rows.contains { row in
            row.contains { cell in
                let parts = folded(cell.text).split(
                    separator: ",",
                    omittingEmptySubsequences: false
                )
                return parts.count == 2
                    && parts.allSatisfy {
                        !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber }
                    }
            }
        }
    }

    private func quoted(_ text: String) -> String {
        var result = ""
        JSONText.quote(text, into: &result)
        return result
    }

    /// A few words again and again, as many as the study has conditions or of the same names.
    private func conditionColumn(_ values: [String]) -> String? {
        let different = Set(values)
        guard study.conditions.count > 1, different.count == study.conditions.count else {
            return nil
        }
        let byName = different.sorted().compactMap { value in
            study.conditions.first {
                $0.id.lowercased() == value.lowercased()
                    || folded($0.title).lowercased() == value.lowercased()
            }.map { (value, $0.id) }
        }
        if byName.count == different.count {
            return byName.map { "\(quoted($0.0)): \($0.1)" }.joined(separator: ", ")
        }
        // Groups of the same number are no conditions where headings name these.
        let isNamed = table.header.contains { target(folded($0.text)).condition != nil }
        guard !isNamed, different.allSatisfy({ Double($0) == nil }) else { return nil }
        return zip(different.sorted(), study.conditions)
            .map { "\(quoted($0)): \($1.id)" }.joined(separator: ", ")
    }

    private func answer(_ name: String, _ values: [String]) -> String? {
        let known = study.questionnaires.flatMap { questionnaire in
            questionnaire.items.enumerated().map { (questionnaire, $0.offset, $0.element) }
        }
        let exact = known.first {
            folded($0.2.header ?? $0.2.text) == name || $0.2.id == name || folded($0.2.text) == name
                || name.hasSuffix(". " + folded($0.2.text))
        }
        let byNumber = number(in: name).flatMap { number in
            known.first { questionnaire, place, _ in
                questionnaire.instrument != nil && place == number - 1
            }
        }
        guard let (questionnaire, _, item) = exact ?? byNumber else { return nil }
        let basis = exact == nil ? "by its number; " : ""
        let numbers = values.compactMap { Double($0) }
        let range =
            numbers.count == values.count && !numbers.isEmpty
            ? "answers \(plain(numbers.min())) to \(plain(numbers.max()))"
            : "\(Set(values).count) different answers"
        return "  - {column: \(quoted(name)), questionnaire: \(questionnaire.id), item: \(item.id)}"
            + "  # \(basis)\(range); \(item.levels.prefix(120))"
    }

    private func number(in name: String) -> Int? {
        let low = name.lowercased()
        for prefix in ["question ", "q", "item ", "frage "] where low.hasPrefix(prefix) {
            return Int(low.dropFirst(prefix.count))
        }
        return nil
    }

    private func time(_ name: String, _ values: [String]) -> String? {
        let kept = values.filter { !Missing.words.contains($0.lowercased()) }
        guard !kept.isEmpty else { return nil }
        let unit: String
        if kept.allSatisfy({ clockTime($0) != nil }) {
            unit = "m:ss"
        } else {
            let low = name.lowercased()
            let numbers = kept.compactMap { Double($0.replacing(",", with: ".")) }
            guard numbers.count == kept.count, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
            let isNamed = ["time", "seconds", "duration", "_ms", "zeit"].contains {
                low.contains($0)
            }
            guard isNamed || target(name).isNamed else { return nil }
            unit = low.contains("ms") || (numbers.min() ?? 0) > 20_000 ? "ms" : "s"
        }
        let (task, condition, _) = target(name)
        let place = task.map { ", task: \($0)" } ?? ""
        let met = condition.map { ", condition: \($0)" } ?? ""
        return "  - {column: \(quoted(name))\(place)\(met), unit: \(quoted(unit))}"
            + "  # \(kept.count) values, such as \(kept[0])"
    }

    /// Task and condition that a heading names.
    private func target(_ name: String) -> (task: String?, condition: String?, isNamed: Bool) {
        let low = name.lowercased()
        let tasks = study.analysedTasks.map(\.task)
        let condition = study.conditions.first {
            low.contains($0.id.lowercased()) || low.contains(folded($0.title).lowercased())
        }
        let named = tasks.first {
            low.contains($0.id.lowercased()) || low.contains(folded($0.title).lowercased())
        }
        let digits = low.reversed().prefix { $0.isASCII && $0.isNumber }
        let number = Int(String(digits.reversed()))
        let byNumber = number.flatMap { tasks.indices.contains($0 - 1) ? tasks[$0 - 1] : nil }
        let task = named ?? byNumber ?? (tasks.count == 1 ? tasks[0] : nil)
        let hasTaskColumn = table.header.contains { folded($0.text).lowercased() == "task" }
        return (
            hasTaskColumn ? nil : task?.id, condition?.id, named != nil || byNumber != nil
        )
    }

    private func plain(_ number: Double?) -> String {
        guard let number else { return "" }
        return number == number.rounded() ? "\(Int(number))" : "\(number)"
    }
}
