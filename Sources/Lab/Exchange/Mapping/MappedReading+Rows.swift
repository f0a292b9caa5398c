import CSV
import Diagnostics
import ResultsStore
import StudyDefinition

extension MappedReading {
    func cell(_ name: String?, _ row: [CSVTable.Cell]) -> CSVTable.Cell? {
        guard let name, let index = columns[folded(name)], row.indices.contains(index) else {
            return nil
        }
        return row[index]
    }

    mutating func read(_ row: [CSVTable.Cell], number: Int) {
        let code: String
        if let cell = cell(mapping.participant, row) {
            code = participantCode(folded(cell.text))
            if let problem = ParticipantCode.problem(with: code, at: cell.place) {
                return problems.append(problem)
            }
        } else {
            code = "P\(number + 1)"
        }
        let condition: String?
        if let cell = cell(mapping.condition?.column, row) {
            guard let found = conditionID(cell) else { return }
            condition = found
        } else {
            let usual = study.usualConditions
            condition = usual.count == 1 ? usual[0].id : nil
        }
        codes.insert(code)
        let place = places[code] ?? people.count
        if place == people.count {
            people.append(Person(code: code, place: row[0].place))
            places[code] = place
        }
        var person = people[place]
        rowPeriods = periods(row, condition)
        (rowTask, rowTaskSet) = (nil, nil)
        if let condition { meet(condition, &person) }
        let timed = readTimes(row, condition, &person)
        readAnswers(row, condition, timed, &person)
        readProblems(row, condition, &person)
        people[place] = person
    }

    /// A bare number is a participant's code with a P in front.
    private func participantCode(_ text: String) -> String {
        !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber } ? "P\(text)" : text
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
}
