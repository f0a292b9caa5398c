import CSV
import Diagnostics
import Foundation
import ResultsStore
import StudyDefinition

/// Reads a table by a mapping: rows of one participant belong together, whatever they hold.
struct MappedReading {
    struct Time {
        var nanoseconds: Int64
        var outcome: Outcome
        var raw: String
        /// False for a success without a time.
        var isTimed: Bool?
    }

    struct Place: Hashable {
        var task: String
        var condition: String
    }

    struct Person {
        var code: String
        /// In the order met, with the period where a column says it.
        var conditions: [(id: String, period: Double?)] = []
        var times: [Place: Time] = [:]
        var answers: [Answered] = []
    }

    let table: CSVTable
    let mapping: Mapping
    let study: Study
    let columns: [String: Int]
    var people: [Person] = []
    /// Code → place among the people.
    var places: [String: Int] = [:]
    var problems: [Diagnostic] = []
    var notes: [String] = []
    /// Attempts of which the table says how they ended, and no time: they are kept with zero.
    var (failuresWithoutTime, successesWithoutTime) = (0, 0)
    /// Condition → its place in the order, by the row that is read.
    var rowPeriods: [String: Double] = [:]

    init(_ table: CSVTable, _ mapping: Mapping, study: Study) {
        self.table = table
        self.mapping = mapping
        self.study = study
        columns = Dictionary(
            table.header.enumerated().map { (folded($1.text), $0) },
            uniquingKeysWith: { first, _ in first }
        )
        checkColumns()
        checkTargets()
        guard problems.isEmpty else { return }
        for (number, row) in table.rows.enumerated() { read(row, number: number) }
        if people.isEmpty, problems.isEmpty {
            problems.append(
                Diagnostic(
                    "no-rows",
                    at: .init(file: table.file),
                    "has a header and no participants"
                )
            )
        }
    }

    // MARK: Columns

    private var named: [String] {
        let single = [
            mapping.participant, mapping.submitted, mapping.condition?.column, mapping.period,
            mapping.order?.column,
            mapping.task?.column, mapping.outcome?.column, mapping.long?.item,
            mapping.long?.value,
        ]
        return single.compactMap(\.self) + (mapping.times ?? []).map(\.column)
            + (mapping.answers ?? []).map(\.column)
            + (mapping.periods ?? [:]).values.filter { Int($0) == nil }.sorted()
    }

    private mutating func checkColumns() {
        let headings = table.header.map { folded($0.text) }
        for name in named + (mapping.ignore ?? []) where columns[folded(name)] == nil {
            problems.append(
                Diagnostic(
                    "mapping-column",
                    at: .init(file: table.file),
                    "has no column \"\(folded(name))\", which the mapping names",
                    fix: suggestion(for: folded(name), among: headings)
                )
            )
        }
        let known = Set((named + (mapping.ignore ?? [])).map(folded))
        for cell in table.header where !known.contains(folded(cell.text)) {
            problems.append(
                Diagnostic(
                    "column-unread",
                    at: cell.place,
                    "the mapping does not say what column \"\(folded(cell.text))\" is",
                    fix: "add it to the mapping, or to its ignore list"
                )
            )
        }
    }

    private mutating func checkTargets() {
        let conditions = study.conditions.map(\.id)
        for time in mapping.times ?? [] {
            if let task = time.task, !study.analysedTasks.contains(where: { $0.task.id == task }) {
                refuse("task", task, among: study.analysedTasks.map(\.task.id))
            }
            if time.task == nil, mapping.task == nil {
                problems.append(
                    Diagnostic(
                        "mapping-task",
                        "the mapping does not say which task column \"\(time.column)\" times",
                        fix: "give it `task: ID`, or name the column that says it: "
                            + "task: {column: NAME}"
                    )
                )
            }
            if let id = time.condition, !conditions.contains(id) {
                refuse("condition", id, among: conditions)
            }
            if !["s", "ms", "min", "m:ss"].contains(time.unit) {
                refuse("unit", time.unit, among: ["s", "ms", "min", "m:ss"])
            }
        }
        for answer in mapping.answers ?? [] {
            let items = study.questionnaires.first { $0.id == answer.questionnaire }?.items
            if items == nil {
                refuse("questionnaire", answer.questionnaire, among: study.questionnaires.map(\.id))
            } else if items?.contains(where: { $0.id == answer.item }) != true {
                refuse("item", answer.item, among: items?.map(\.id) ?? [])
            }
        }
        for value in mapping.condition?.values?.values.sorted() ?? []
        where !conditions.contains(value) {
            refuse("condition", value, among: conditions)
        }
        let ordered =
            Array((mapping.order?.values ?? [:]).values.joined()) + (mapping.periods ?? [:]).keys
        for id in Set(ordered).sorted() where !conditions.contains(id) {
            refuse("condition", id, among: conditions)
        }
        for value in mapping.outcome?.values.values.sorted() ?? []
        where Outcome(rawValue: value) == nil {
            refuse("outcome", value, among: Outcome.allCases.map(\.rawValue))
        }
    }

    private mutating func refuse(_ what: String, _ name: String, among known: [String]) {
        problems.append(
            Diagnostic(
                "mapping-\(what)",
                "the mapping names \(what) \"\(name)\", which there is not",
                expected: known.prefix(12).joined(separator: ", "),
                fix: suggestion(for: name, among: known)
            )
        )
    }
}
