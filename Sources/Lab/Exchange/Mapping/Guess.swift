import CSV
package import Diagnostics
import JSON
import StudyDefinition

extension MappedImport {
    /// Returns a draft of a mapping: YAML of at most 60 lines, with a comment on the evidence for
    /// each guess.
    ///
    /// - Parameter sheet: name of a workbook's sheet; nil if only one sheet has cells.
    package func guess(
        _ data: Importer.File,
        sheet: String? = nil
    ) throws(DiagnosticError) -> String {
        let (table, summary) = try Summary.read(data, sheet: sheet, study: study)
        return Guess(table, study: study, sheet: sheet, summary: summary).yaml
    }
}

/// The likely role of each column of a table. The role is inferred from the heading if the heading
/// is a common one, and otherwise from the cells.
struct Guess {
    let table: CSVTable
    let study: Study
    let sheet: String?
    /// Index of the column that names the task of each row; nil if there is none.
    let taskColumn: Int?
    let program: SurveyProgram?
    let summary: Summary
    /// The numbers at the ends of headings, keyed by the text before the number. For the headings
    /// `SUS_1` and `SUS_2`, the key is `sus` and the numbers are 1 and 2.
    let runs: [String: [Int]]
    private(set) var marks = NumberMarks([])

    struct Column {
        var name: String
        /// The heading in lowercase.
        var low: String
        /// Text of the question if a second row of headings contains it; otherwise empty.
        var description: String
        /// Texts of the cells that are not empty.
        var values: [String]
        /// Elements of ``values`` that are stored as text; a workbook's numbers are excluded.
        var texts: [String]
        /// Whether all cells are a workbook's numbers that are shown in percent.
        var isPercent = false

        var different: [String] { Set(values).sorted() }

        func isNamed(_ names: Set<String>) -> Bool { names.contains(low) }

        /// Returns whether the heading contains one of `words`.
        func mentions(_ words: Set<String>) -> Bool {
            Guess.words(low[...]).contains(where: words.contains)
        }
    }

    let columns: [Column]

    init(_ table: CSVTable, study: Study, sheet: String? = nil, summary: Summary = Summary()) {
        (self.table, self.study, self.sheet) = (table, study, sheet)
        self.summary = summary
        let columns = Guess.columns(table)
        self.columns = columns
        program = SurveyProgram(columns)
        runs = Guess.runs(columns)
        taskColumn =
            columns.firstIndex { column in
                !column.values.isEmpty
                    && column.values.allSatisfy { Guess.task($0, study) != nil }
            } ?? columns.firstIndex { $0.isNamed(Words.task) }
        marks = numberMarks
    }

    static func columns(_ table: CSVTable) -> [Column] {
        table.header.enumerated().map { index, cell in
            let name = folded(cell.text)
            let cells = table.rows.map { $0[index] }.filter { !folded($0.text).isEmpty }
            let description =
                table.descriptions.indices.contains(index) ? table.descriptions[index] : ""
            return Column(
                name: name,
                low: name.lowercased(),
                description: description,
                values: cells.map { folded($0.text) },
                texts: cells.filter { !$0.isNumber }.map { folded($0.text) },
                isPercent: !cells.isEmpty && cells.allSatisfy(\.isPercent)
            )
        }
    }

    /// Returns whether the text of a cell means a missing value. True for an empty text, a word
    /// such as `n/a`, and the survey program's code for a missing answer.
    func isMissing(_ text: String) -> Bool {
        Missing.words.contains(text.lowercased()) || program?.missing.contains(text) == true
    }

    var yaml: String {
        let long = parts(isShort: false)
        let lines = long.joined(separator: "\n").split(separator: "\n").count
        return (lines <= Guess.mostLines ? long : parts(isShort: true)).joined(separator: "\n")
            + "\n"
    }

    private static let mostLines = 60

    /// Returns the sections of the drafted mapping, each as YAML text.
    ///
    /// - Parameter isShort: whether columns of the same kind share a line.
    private func parts(isShort: Bool) -> [String] {
        var parts: [String] = [
            "# Drafted from \(table.file): read every line before you import.",
            "# Replace each \"?\": the table does not determine these values for certain.",
        ]
        parts += table.notes.prefix(6).map { "# \($0)" }
        if let program {
            parts.append("# The columns are those of a \(program.rawValue) export.")
        }
        parts.append("format: 1")
        if let sheet { parts.append("sheet: \(jsonText(sheet))") }
        if let line = table.headingLine { parts.append("heading_rows: \"\(line)\"") }
        var (times, answers, problems) = ([FoundTime](), [FoundAnswer](), [String]())
        var (ignored, outcomes) = ([Int](), [Int]())
        var used: Set<String> = []
        func add(_ key: String, _ line: String?) -> Bool {
            guard let line, used.insert(key).inserted else { return false }
            parts.append(line)
            return true
        }
        let person = participantColumn
        var conditions: Int?
        for (index, column) in columns.enumerated() {
            if index == person {
                _ = add("participant", participant(column))
            } else if index == taskColumn {
                _ = add("task", task(column))
            } else if column.isNamed(Words.submitted), add("submitted", submitted(column)) {
                continue
            } else if program?.isOwn(column) == true {
                ignored.append(index)
            } else if isPeriod(column), add("period", period(column)) {
                continue
            } else if add("task_set", taskSet(column)) {
                continue
            } else if !used.contains("condition"), add("condition", condition(column)) {
                conditions = index
            } else if isOutcome(column) {
                outcomes.append(index)
            } else if let answer = answer(column) {
                answers.append(answer)
            } else if isProblem(column) {
                problems.append("{column: \(jsonText(column.name))}")
            } else if let time = time(column) {
                times.append(time)
            } else {
                ignored.append(index)
            }
        }
        if person == nil, let line = openParticipant(conditions) { parts.append(line) }
        parts += marks.lines
        let found = self.outcomes(outcomes, &times)
        ignored = (ignored + outcomes.filter { !found.columns.contains($0) }).sorted()
        if let line = found.line { parts.append(line) }
        if let line = missing(times, found) { parts.append(line) }
        if let line = summary.line(table) { parts.append(line) }
        if let line = doubtfulResponses { parts.append(line) }
        if !times.isEmpty, let line = repeats(person, conditions) { parts.append(line) }
        if times.contains(where: { $0.outcome?.isOpen == true }) {
            parts.append("# Each outcome is \(Guess.kinds).")
        }
        if !times.isEmpty { parts += ["times:"] + FoundTime.lines(times, isShort: isShort) }
        let series = series(ignored.filter { program?.isOwn(columns[$0]) != true })
        if times.isEmpty, answers.isEmpty, series.isEmpty, problems.isEmpty, outcomes.isEmpty,
            let line = nothingFound
        {
            parts.append(line)
        }
        if !answers.isEmpty || !series.isEmpty {
            parts += ["answers:"] + lines(answers, isShort: isShort) + series.map(\.line)
        }
        if !problems.isEmpty {
            parts.append("# 1, x or yes means that the participant met the problem:")
            parts +=
                isShort
                ? ["problems: [\(problems.joined(separator: ", "))]"]
                : ["problems:"] + problems.map { "  - \($0)" }
        }
        let named = Set(series.flatMap { $0.columns.map(\.name) })
        let rest = ignored.map { columns[$0].name }.filter { !named.contains($0) }
        if !rest.isEmpty {
            let names = rest.map(jsonText).joined(separator: ", ")
            parts.append("# Not recognised, so not read:\nignore: [\(names)]")
        }
        return parts
    }
}
