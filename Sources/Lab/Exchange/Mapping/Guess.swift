import CSV
package import Diagnostics
import Foundation
import JSON
import StudyDefinition

extension MappedImport {
    /// Draft of a mapping: YAML with a comment on the evidence for each guess.
    package func guess(_ data: Importer.File) throws(DiagnosticError) -> String {
        Guess(try CSVTable(url: data.url, name: data.name), study: study).yaml
    }
}

/// Possible role of each column in a table: by its heading if that is a common one, otherwise by
/// its cells.
struct Guess {
    let table: CSVTable
    let study: Study
    /// The column whose cells name tasks, where each row is of one task.
    let taskColumn: Int?

    struct Column {
        var name: String
        /// The heading in small letters.
        var low: String
        /// Cells with something in them.
        var values: [String]

        var different: [String] { Set(values).sorted() }

        func isNamed(_ names: Set<String>) -> Bool { names.contains(low) }

        /// Whether a word of the heading is one of these.
        func mentions(_ words: Set<String>) -> Bool {
            low.split { !$0.isLetter }.contains { words.contains(String($0)) }
        }
    }

    let columns: [Column]

    init(_ table: CSVTable, study: Study) {
        self.table = table
        self.study = study
        let columns = table.header.enumerated().map { index, cell in
            let name = folded(cell.text)
            let values = table.rows.map { folded($0[index].text) }.filter { !$0.isEmpty }
            return Column(name: name, low: name.lowercased(), values: values)
        }
        self.columns = columns
        taskColumn =
            columns.firstIndex { column in
                !column.values.isEmpty
                    && column.values.allSatisfy { Guess.task($0, study) != nil }
            } ?? columns.firstIndex { $0.isNamed(Words.task) }
    }

    var yaml: String {
        var parts: [String] = [
            "# Drafted from \(table.file): read every line before you import.",
            "# Replace each \"?\" by its meaning: the table does not tell it for certain.",
        ]
        parts += table.notes.map { "# \($0)" }
        parts.append("format: 1")
        var (times, answers, ignored): ([String], [String], [String]) = ([], [], [])
        var used: Set<String> = []
        func add(_ key: String, _ line: String?) -> Bool {
            guard let line, used.insert(key).inserted else { return false }
            parts.append(line)
            return true
        }
        let person = participantColumn
        for (index, column) in columns.enumerated() {
            if index == person {
                _ = add("participant", participant(column))
            } else if index == taskColumn {
                _ = add("task", task(column))
            } else if column.isNamed(Words.submitted), add("submitted", submitted(column)) {
                continue
            } else if isPeriod(column), add("period", period(column)) {
                continue
            } else if !used.contains("condition"), add("condition", condition(column)) {
                continue
            } else if !used.contains("outcome"), add("outcome", outcome(column)) {
                continue
            } else if let line = answer(column) {
                answers.append(line)
            } else if let line = time(column) {
                times.append(line)
            } else {
                ignored.append(column.name)
            }
        }
        if person == nil, let line = openParticipant { parts.insert(line, at: parts.count) }
        if let decimal { parts.append(decimal) }
        if !times.isEmpty { parts.append("times:\n" + times.joined(separator: "\n")) }
        if !answers.isEmpty { parts.append("answers:\n" + answers.joined(separator: "\n")) }
        if !ignored.isEmpty {
            let names = ignored.map(jsonText).joined(separator: ", ")
            parts.append("# Not recognised, and not read:\nignore: [\(names)]")
        }
        return parts.joined(separator: "\n") + "\n"
    }

    /// A comma before three digits may divide thousands.
    private var decimal: String? {
        let commas = columns.flatMap(\.values).compactMap { text -> [Substring]? in
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            let areDigits = parts.allSatisfy {
                !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber }
            }
            return parts.count == 2 && areDigits ? parts : nil
        }
        guard !commas.isEmpty else { return nil }
        let isCertain = commas.contains { $0[1].count != 3 || $0[0].count > 3 || $0[0] == "0" }
        return isCertain
            ? "decimal: \",\""
            : "decimal: \"?\"  # \",\" where \(commas[0].joined(separator: ",")) is a fraction; "
                + "thousands with commas cannot be read"
    }

    /// Headings that tables often have, in small letters.
    enum Words {
        static let participant: Set<String> = [
            "participant", "participant id", "participants", "subject", "subject id", "pid",
            "respondent", "person", "teilnehmer", "proband", "vp", "sujet", "participante",
        ]
        /// A heading that names participants in some tables and something else in others.
        static let perhapsParticipant: Set<String> = [
            "id", "response id", "user", "user id", "code", "token",
        ]
        static let task: Set<String> = [
            "task", "task id", "task name", "aufgabe", "exercise", "tarea", "tâche",
        ]
        static let submitted: Set<String> = [
            "timestamp", "submitted", "submitdate", "date submitted", "zeitstempel", "date",
            "datum", "start date",
        ]
        static let period: Set<String> = ["order", "period", "session order", "reihenfolge"]
        static let condition: Set<String> = [
            "condition", "group", "treatment", "tool", "ide", "arm", "technique", "method",
            "system", "environment", "bedingung", "gruppe", "werkzeug",
        ]
        static let outcome: Set<String> = [
            "outcome", "success", "successful", "completed", "complete", "completion", "result",
            "status", "solved", "passed", "correct", "erfolg", "erfolgreich", "gelöst", "ergebnis",
        ]
        /// Of these, the ones that a cell of 0 or 1, yes or no answers.
        static let yesNo = outcome.subtracting(["outcome", "result", "status", "ergebnis"])
        static let units: [(unit: String, words: Set<String>)] = [
            ("ms", ["ms", "msec", "millis", "milliseconds", "millisekunden"]),
            ("min", ["min", "mins", "minute", "minutes", "minuten"]),
            ("s", ["s", "sec", "secs", "second", "seconds", "sek", "sekunden"]),
        ]
        static let time: Set<String> = [
            "time", "times", "seconds", "second", "secs", "sec", "duration", "ms", "minutes", "min",
            "zeit", "dauer", "temps", "tiempo", "task", "aufgabe", "t",
        ]
        static let yes: Set<String> = [
            "yes", "y", "true", "1", "done", "ok", "ja", "oui", "sí", "si",
        ]
        static let success: Set<String> = [
            "success", "successful", "pass", "passed", "completed", "complete", "correct", "solved",
        ]
    }
}
