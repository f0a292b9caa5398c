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
    private let columns: [String: Int]
    var people: [Person] = []
    var problems: [Diagnostic] = []
    var notes: [String] = []

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
            mapping.task?.column, mapping.outcome?.column, mapping.long?.item,
            mapping.long?.value,
        ]
        return single.compactMap(\.self) + (mapping.times ?? []).map(\.column)
            + (mapping.answers ?? []).map(\.column)
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

    // MARK: Rows

    private func cell(_ name: String?, _ row: [CSVTable.Cell]) -> CSVTable.Cell? {
        guard let name, let index = columns[folded(name)], row.indices.contains(index) else {
            return nil
        }
        return row[index]
    }

    private mutating func read(_ row: [CSVTable.Cell], number place: Int) {
        let code: String
        if let cell = cell(mapping.participant, row) {
            code = participantCode(folded(cell.text))
            if let problem = ParticipantCode.problem(with: code, at: cell.place) {
                return problems.append(problem)
            }
        } else {
            code = "P\(place + 1)"
        }
        let condition: String?
        if let cell = cell(mapping.condition?.column, row) {
            guard let found = conditionID(cell) else { return }
            condition = found
        } else {
            condition = study.conditions.count == 1 ? study.conditions[0].id : nil
        }
        var person = people.firstIndex { $0.code == code }.map { people[$0] } ?? Person(code: code)
        if let condition {
            let period = cell(mapping.period, row).flatMap { number($0.text) }
            meet(condition, period: period, &person)
        }
        readTimes(row, condition, &person)
        readAnswers(row, condition, &person)
        if let index = people.firstIndex(where: { $0.code == code }) {
            people[index] = person
        } else {
            people.append(person)
        }
    }

    /// A bare number is a participant's code with a P in front.
    private func participantCode(_ text: String) -> String {
        !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber } ? "P\(text)" : text
    }

    private func meet(_ condition: String, period: Double?, _ person: inout Person) {
        if !person.conditions.contains(where: { $0.id == condition }) {
            person.conditions.append((condition, period))
        }
    }

    private mutating func conditionID(_ cell: CSVTable.Cell) -> String? {
        let text = folded(cell.text)
        if let id = mapping.condition?.values?[text] { return id }
        if let found = study.conditions.first(where: { $0.id == text || folded($0.title) == text })
        {
            return found.id
        }
        problems.append(
            Diagnostic(
                "unknown-condition",
                at: cell.place,
                "\"\(text)\" is no condition of the study",
                expected: study.conditions.map(\.id).joined(separator: ", "),
                fix: "add it to `values` of the condition in the mapping"
            )
        )
        return nil
    }

    private mutating func readTimes(
        _ row: [CSVTable.Cell],
        _ condition: String?,
        _ person: inout Person
    ) {
        var outcome = Outcome.success
        if let map = mapping.outcome, let cell = cell(map.column, row) {
            guard
                let found = (map.values[folded(cell.text)] ?? folded(cell.text).lowercased())
                    .description.nilIfEmpty.flatMap(Outcome.init(rawValue:))
            else {
                return problems.append(
                    Diagnostic(
                        "unknown-outcome",
                        at: cell.place,
                        "\"\(folded(cell.text))\" is no outcome",
                        fix: "add it to `values` of the outcome in the mapping"
                    )
                )
            }
            outcome = found
        }
        for column in mapping.times ?? [] {
            guard let cell = cell(column.column, row) else { continue }
            let text = folded(cell.text)
            if Missing.words.contains(text.lowercased()) { continue }
            guard let task = column.task ?? taskID(row) else { continue }
            guard let nanoseconds = nanoseconds(text, unit: column.unit) else {
                problems.append(
                    Diagnostic(
                        "no-time",
                        at: cell.place,
                        "\"\(text)\" is no time",
                        expected: column.unit == "m:ss"
                            ? "minutes and seconds, such as 2:05" : "a number of \(column.unit)"
                    )
                )
                continue
            }
            let perCondition =
                study.analysedTasks.first { $0.task.id == task }?.perCondition ?? false
            let met = perCondition ? column.condition ?? condition : ""
            guard let met else {
                problems.append(
                    Diagnostic(
                        "several-conditions",
                        at: cell.place,
                        "the study has \(study.conditions.count) conditions, and nothing says "
                            + "which this time belongs to",
                        fix: "add `condition` to the mapping"
                    )
                )
                continue
            }
            if perCondition { meet(met, period: nil, &person) }
            let place = Place(task: task, condition: met)
            if person.times[place] != nil {
                problems.append(
                    Diagnostic(
                        "time-twice",
                        at: cell.place,
                        "participant \"\(person.code)\" has a second time for task \"\(task)\"",
                        expected: "one time for each participant, task and condition"
                    )
                )
            }
            person.times[place] = Time(nanoseconds: nanoseconds, outcome: outcome, raw: cell.text)
        }
    }

    private mutating func taskID(_ row: [CSVTable.Cell]) -> String? {
        guard let map = mapping.task, let cell = cell(map.column, row) else { return nil }
        let text = folded(cell.text)
        let id = map.values?[text] ?? text
        let tasks = study.analysedTasks.map(\.task)
        if let task = tasks.first(where: { $0.id == id || folded($0.title) == id }) {
            return task.id
        }
        problems.append(
            Diagnostic(
                "unknown-task",
                at: cell.place,
                "\"\(text)\" is no task of the study",
                expected: tasks.map(\.id).joined(separator: ", "),
                fix: "add it to `values` of the task in the mapping"
            )
        )
        return nil
    }

    private mutating func readAnswers(
        _ row: [CSVTable.Cell],
        _ condition: String?,
        _ person: inout Person
    ) {
        let submitted = cell(mapping.submitted, row).flatMap { $0.text.isEmpty ? nil : $0.text }
        var found:
            [(
                questionnaire: String, item: Questionnaire.Item, cell: CSVTable.Cell,
                of: Mapping.Answer?
            )] = []
        for answer in mapping.answers ?? [] {
            guard let cell = cell(answer.column, row),
                let item = item(answer.questionnaire, answer.item)
            else { continue }
            found.append((answer.questionnaire, item, cell, answer))
        }
        if let long = mapping.long, let name = cell(long.item, row),
            let value = cell(long.value, row)
        {
            let text = folded(name.text)
            let known = study.questionnaires.flatMap { questionnaire in
                questionnaire.items.map { (questionnaire.id, $0) }
            }
            if let match = known.first(where: { $0.1.id == text || folded($0.1.text) == text }) {
                found.append((match.0, match.1, value, nil))
            } else {
                problems.append(
                    Diagnostic(
                        "unknown-item",
                        at: name.place,
                        "\"\(text)\" is no question of the study",
                        fix: suggestion(for: text, among: known.map(\.1.id))
                    )
                )
            }
        }
        for (questionnaire, item, cell, answer) in found {
            let perCondition =
                study.placedQuestionnaires.first { $0.questionnaire.id == questionnaire }?
                .perCondition ?? false
            let met = perCondition ? answer?.condition ?? condition : ""
            guard let met else {
                problems.append(
                    Diagnostic(
                        "several-conditions",
                        at: cell.place,
                        "the study has several conditions, and nothing says which this answer "
                            + "belongs to",
                        fix: "add `condition` to the mapping"
                    )
                )
                continue
            }
            if perCondition { meet(met, period: nil, &person) }
            switch item.read(turned(cell, answer)) {
            case .success(var value):
                value.raw = cell.text
                person.answers.append(
                    Answered(
                        questionnaire: questionnaire,
                        item: item.id,
                        condition: met,
                        value: value,
                        submitted: submitted
                    )
                )
            case .failure(let refusal): problems += refusal.diagnostics
            }
        }
    }

    private func item(_ questionnaire: String, _ id: String) -> Questionnaire.Item? {
        study.questionnaires.first { $0.id == questionnaire }?.items.first { $0.id == id }
    }

    /// A number as the study's scale has it.
    private func turned(_ cell: CSVTable.Cell, _ answer: Mapping.Answer?) -> CSVTable.Cell {
        guard let number = number(cell.text) else { return cell }
        let turned = number * (answer?.factor ?? 1) + (answer?.offset ?? 0)
        var changed = cell
        changed.text =
            turned == turned.rounded() && abs(turned) < 1e15 ? "\(Int64(turned))" : "\(turned)"
        return changed
    }

    func number(_ text: String) -> Double? {
        let text = folded(text)
        guard !text.isEmpty, text.allSatisfy({ $0.isASCII }) else { return nil }
        let plain = mapping.decimal == "," ? text.replacing(",", with: ".") : text
        guard let value = Double(plain), value.isFinite else { return nil }
        return value
    }

    private func nanoseconds(_ text: String, unit: String) -> Int64? {
        if unit == "m:ss" { return clockTime(text) }
        guard let value = number(text), value >= 0 else { return nil }
        let seconds = unit == "ms" ? value / 1000 : unit == "min" ? value * 60 : value
        guard seconds < 1e9 else { return nil }
        return Int64((seconds * 1e9).rounded())
    }
}

/// What stands in tables for nothing.
enum Missing {
    static let words: Set<String> = ["", "na", "n/a", "nan", "null", "-", "–", "."]
}

extension String {
    fileprivate var nilIfEmpty: String? { isEmpty ? nil : self }
}

/// `m:ss` or `h:mm:ss`, perhaps with decimals of a second.
func clockTime(_ text: String) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let last = parts.last else { return nil }
    let whole = parts.dropLast().allSatisfy { part in
        !part.isEmpty && part.count <= 6 && part.allSatisfy { $0.isASCII && $0.isNumber }
    }
    let second = last.replacing(",", with: ".")
    guard whole, second.prefix(2).count == 2,
        second.prefix(2).allSatisfy({ $0.isASCII && $0.isNumber }),
        second.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
        let seconds = Double(second),
        seconds < 60
    else { return nil }
    let minutes = parts.dropLast().reduce(Int64(0)) { $0 * 60 + (Int64($1) ?? 0) }
    return minutes * 60_000_000_000 + Int64((seconds * 1e9).rounded())
}
