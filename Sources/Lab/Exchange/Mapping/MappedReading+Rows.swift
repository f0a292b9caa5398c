import CSV
import Diagnostics
import JSON
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
        noteErrors(row)
        let code: String
        let label = row.first { !folded($0.text).isEmpty }
        if let label, summaryRows.contains(number) { return refuseSummary(label, row) }
        if let cell = cell(mapping.participant, row) {
            if summaryWords.contains(SummaryRow.word(cell)) { return refuseSummary(cell, row) }
            guard let spelled = spelled(cell, row) else { return }
            code = ParticipantCode.entered(spelled)
            if var problem = ParticipantCode.problem(with: code, in: cell) {
                if code.isEmpty, let label,
                    Guess.Words.summary.contains(SummaryRow.word(label))
                {
                    problem.fix? += "; if the row is not data, \(leaveOut(label, row))"
                }
                return problems.append(problem)
            }
            if places[code] == nil { compare(code, at: cell.place) }
        } else {
            code = "P\(number + 1)"
        }
        let condition: String?
        if let cell = cell(mapping.condition?.column, row) {
            guard let found = conditionID(cell) else { return }
            condition = found
        } else {
            let usual = study.usualConditions
            condition = usual.count == 1 ? usual[0].id : onlyConditions[code]
        }
        codes.insert(code)
        let place = places[code] ?? people.count
        if place == people.count {
            people.append(Person(code: code))
            places[code] = place
        }
        // Move the person out of the array. Otherwise, the person's arrays would have a second
        // reference, and each row would copy them.
        var person = Person(code: code)
        swap(&person, &people[place])
        rowPeriods = periods(row, condition)
        (rowTask, rowTaskSet) = (nil, nil)
        if let condition { meet(condition, &person) }
        let timed = readTimes(row, condition, &person)
        readAnswers(row, condition, timed, &person)
        readProblems(row, condition, &person)
        people[place] = person
    }

    /// Finds the rows that summarize the table, such as means.
    mutating func findSummaries() {
        if let codes = mapping.participant.flatMap({ columns[folded($0)] }) {
            let cells = table.rows.map { $0[codes] }
            summaryWords = SummaryRow.words(in: cells)
            areWholeNumbers = cells.allSatisfy {
                folded($0.text).wholeMatch(of: /([0-9]+(\.0)?)?/) != nil
            }
        }
        let names = (mapping.ignore ?? []) + [mapping.submitted].compactMap(\.self)
        let unread = Set(names.compactMap { columns[folded($0)] })
        for (place, row) in table.rows.enumerated().reversed() {
            guard let first = row.firstIndex(where: { !folded($0.text).isEmpty }),
                unread.contains(first)
            else { break }
            let word = SummaryRow.word(row[first])
            // A word that also occurs in an earlier row is data, such as the skill level `Average`.
            guard Guess.Words.certainSummary.contains(word),
                !table.rows[..<place].contains(where: { SummaryRow.word($0[first]) == word })
            else { break }
            summaryRows.insert(place)
        }
    }

    private mutating func refuseSummary(_ cell: CSVTable.Cell, _ row: [CSVTable.Cell]) {
        let fix = "\(leaveOut(cell, row)); if the row contains data, change this text in the table"
        problems.append(SummaryRow.problem(cell, fix: fix))
    }

    /// Returns a fix that tells the user how to leave out a row that is not data. The text of
    /// `cell` identifies the row.
    func leaveOut(_ cell: CSVTable.Cell, _ row: [CSVTable.Cell]) -> String {
        let text = jsonText(folded(cell.text))
        if let place = row.firstIndex(of: cell),
            row[..<place].contains(where: { !folded($0.text).isEmpty })
        {
            let heading = jsonText(folded(table.header[place].text))
            return "add `leave_out_if: {\(heading): [\(text)]}` to the mapping"
        }
        return "add \(text) to `leave_out` in the mapping"
    }

    /// Adds the row's cells that contain a spreadsheet error to `errors`, except cells in ignored
    /// columns.
    private mutating func noteErrors(_ row: [CSVTable.Cell]) {
        guard row.contains(where: \.isError) else { return }
        let ignored = Set((mapping.ignore ?? []).compactMap { columns[folded($0)] })
        errors += row.indices.filter { row[$0].isError && !ignored.contains($0) }.map { row[$0] }
    }

    /// Returns the code of a row's participant, made from the text of `cell`:
    ///
    /// - In a text such as `Participant 1`, spaces become hyphens. Exception: if all other cells of
    ///   the row are empty, the text may be a title, and stays unchanged. The exception does not
    ///   apply to a table with columns for usability problems, where such a row is a participant
    ///   without problems.
    /// - Any other text with spaces stays unchanged, because it may be a title or the label of a
    ///   summary row.
    /// - A number such as `7` becomes `P7`. The number keeps the leading zeros that the sheet
    ///   displays, because another file may contain the code as text.
    ///
    /// Adds a problem and returns nil if two different texts, such as `Participant 1` and
    /// `Participant-1`, would get the same code.
    private mutating func spelled(_ cell: CSVTable.Cell, _ row: [CSVTable.Cell]) -> String? {
        let text = folded(cell.zeroPadded ?? cell.text)
        let isAlone = row.count { !folded($0.text).isEmpty } == 1
        let isNumbered = text.wholeMatch(of: /\p{L}.* [0-9]+/) != nil
        // If all other cells of the row are empty, the text may be a title of the rows below.
        let isCode = isNumbered && (!isAlone || mapping.layout.codes != nil)
        let code =
            text.contains(" ") && isCode
            ? text.replacing(" ", with: "-") : participantCode(text)
        guard let earlier = spellings[code], earlier != text,
            earlier.contains(" ") || text.contains(" ")
        else {
            spellings[code] = text
            return code
        }
        problems.add(
            "code-twice",
            at: cell.place,
            "\"\(text)\" and \"\(earlier)\" would both get the code \(code)",
            expected: "codes without spaces, different for each participant",
            fix: "in the table, replace the spaces in these codes"
        )
        return nil
    }

    /// Reports a new code that looks like an earlier code (``ParticipantCode/likeness(_:)``), for
    /// example because only case or leading zeros differ. The earlier code may be in this file or
    /// in a file that was read before.
    private mutating func compare(_ code: String, at place: Diagnostic.Place) {
        let likeness = ParticipantCode.likeness(code)
        guard let earlier = likenesses[likeness] else {
            return likenesses[likeness] = (code, place)
        }
        repeats.note(ParticipantCode.problem(code, at: place, alike: earlier))
    }

    /// Returns the participant's code; a bare number gets the prefix P.
    private func participantCode(_ text: String) -> String {
        let number = areWholeNumbers && text.hasSuffix(".0") ? text.dropLast(2) : text[...]
        let isNumber = !number.isEmpty && number.allSatisfy { $0.isASCII && $0.isNumber }
        return isNumber ? "P\(number)" : text
    }

    private mutating func conditionID(_ cell: CSVTable.Cell) -> String? {
        let text = folded(cell.text)
        if let id = mapping.condition?.values?[text] { return id }
        if let found = study.conditions.first(where: { $0.id == text || folded($0.title) == text })
        {
            return found.id
        }
        let problem = "is not a condition of the study"
        refuse(cell, "unknown-condition", problem, "condition", study.conditions.map(\.id))
        return nil
    }

    /// Adds a problem for a cell whose text is unknown. The fix tells the user to add the text to
    /// `values`, or to fill in an empty cell.
    ///
    /// - Parameter key: name of the mapping's entry that has these `values`.
    mutating func refuse(
        _ cell: CSVTable.Cell,
        _ id: String,
        _ problem: String,
        _ key: String,
        _ known: [String]? = nil
    ) {
        let text = folded(cell.text)
        let isOutcome = key == "outcome"
        var fix = "add \"\(text)\" to the `values` of `\(key)` in the mapping"
        if text.isEmpty {
            let merged = isOutcome ? "" : "; in merged cells, only the first cell has a value"
            fix = "fill in the cell\(merged)\(isOutcome ? ", or \(fix)" : "")"
        }
        if !isOutcome, text.isEmpty || Guess.Words.certainSummary.contains(SummaryRow.word(cell)) {
            fix += "; `leave_out` in the mapping leaves out rows that are not data"
        }
        problems.add(
            id,
            at: cell.place,
            text.isEmpty ? "the cell of `\(key)` is empty" : "\"\(text)\" \(problem)",
            expected: known?.joined(separator: ", "),
            fix: fix
        )
    }
}
