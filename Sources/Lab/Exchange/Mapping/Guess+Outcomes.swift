import CSV
import Diagnostics
import JSON
import ResultsStore
import StudyDefinition

extension Guess {
    /// Returns whether the cells seem to state how tasks ended.
    func isOutcome(_ column: Column) -> Bool {
        let different = column.different
        guard !study.analysedTasks.isEmpty, !different.isEmpty, different.count <= 12 else {
            return false
        }
        if areOutcomes(column) { return true }
        guard meansOutcome(column), !column.mentions(Words.rate), !fit(column).isCertain,
            different.contains(where: statesOutcome)
        else { return false }
        // A proportion of successes is between 0 and 1.
        return different.allSatisfy { value in
            guard let number = marks.number(value) else { return !isDateOrTime(value) }
            return (0...1).contains(number)
        }
    }

    /// Returns whether the heading has a word for an outcome, and besides only names of tasks and
    /// conditions and words without a meaning of their own. Facts about persons have others:
    /// `employment status`.
    private func meansOutcome(_ column: Column) -> Bool {
        let words = Guess.words(column.low[...])
        let own = names(in: column)
        return words.contains { Words.outcome.contains($0) && !own.contains($0) }
            && words.allSatisfy { word in
                Words.outcome.contains(word) || Words.outcomeFillers.contains(word)
                    || nameWords.contains(word)
            }
    }

    /// Returns whether the cell is a usual word for an end of a task, or 0 or 1.
    private func statesOutcome(_ value: String) -> Bool {
        if let number = marks.number(value) { return number == 0 || number == 1 }
        let low = value.lowercased()
        return [Words.success, Words.noTime, Words.yes, Words.no].contains { $0.contains(low) }
            || Outcome.allCases.contains { $0.rawValue == low || $0.words == low }
    }

    private func isDateOrTime(_ value: String) -> Bool {
        clockTime(value) != nil || seconds(value) != nil
            || value.prefixMatch(of: /[0-9]{1,4}[-.\/][0-9]{1,2}[-.\/][0-9]{1,4}/) != nil
    }

    private func areOutcomes(_ column: Column) -> Bool {
        !column.values.isEmpty
            && column.values.allSatisfy { Outcome(rawValue: $0.lowercased()) != nil }
    }

    /// Returns the mapping's line on outcomes and the index of the column in that line. The line is
    /// left open if several columns may be the outcome, or if there are several columns of times.
    ///
    /// - Parameters:
    ///   - found: indices of columns that seem to be outcomes.
    ///   - times: columns of times.
    func outcome(_ found: [Int], _ times: [FoundTime]) -> (column: Int?, line: String?) {
        guard !found.isEmpty else { return (nil, nil) }
        let hasOneTask =
            taskColumn != nil || times.count == 1
            || times.isEmpty && study.analysedTasks.count == 1
        let plain = found.count == 1 ? found : found.filter { areOutcomes(columns[$0]) }
        if hasOneTask, plain.count == 1 { return (plain[0], outcome(plain[0], times)) }
        let names = found.map { jsonText(columns[$0].name) }.joined(separator: ", ")
        return (
            nil,
            "outcome: \(FoundTime.open)  # \(names) may tell failures: delete this line and give "
                + "each time its own, as outcome: {column: …, values: …}; without, each is a success"
        )
    }

    /// Returns the line for one column of outcomes. It leaves open which kind a failure is.
    private func outcome(_ place: Int, _ times: [FoundTime]) -> String {
        let column = columns[place]
        let isYesNo = column.mentions(Words.yesNo)
        var pairs = column.different.filter { !isMissing($0) }.map { value -> (String, String?) in
            let low = marks.number(value) == 1 ? "1" : value.lowercased()
            let outcome =
                Outcome.allCases.first { $0.rawValue == low || $0.words == low }?.rawValue
            let isSuccess = Words.success.contains(low) || isYesNo && Words.yes.contains(low)
            return (value, outcome ?? (isSuccess ? "success" : nil))
        }
        pairs += emptyOutcomes(place, times).map { ($0, nil) }
        let words = pairs.map { "\(jsonText($0.0)): \($0.1 ?? FoundTime.open)" }
        let isOpen = pairs.contains { $0.1 == nil }
        let kinds = Outcome.allCases.map(\.rawValue).joined(separator: ", ")
        return "outcome:\(isOpen ? "  # of \(kinds)" : "")\n"
            + "  column: \(jsonText(column.name))\n  values: {\(words.joined(separator: ", "))}"
    }

    /// Returns the cells without an outcome in rows with a time. Without a time, such a task was
    /// not attempted.
    private func emptyOutcomes(_ place: Int, _ times: [FoundTime]) -> [String] {
        let timed = columns.indices.filter { index in
            times.contains { $0.column == columns[index].name }
        }
        let rows = table.rows.filter { row in
            timed.contains { !isMissing(folded(row[$0].text)) }
        }
        return Set(rows.map { folded($0[place].text) }.filter(isMissing)).sorted()
    }

    /// Returns the mapping's line on cells without a value: codes of the survey program, and words
    /// in columns of times. The words are certain if an outcome states how such a task ended.
    ///
    /// - Parameter outcome: index of the column of outcomes.
    func missing(_ times: [FoundTime], outcome: Int?) -> String? {
        let codes = (program?.missing ?? []).filter { code in
            columns.contains { $0.values.contains(code) }
        }
        let words = Set(times.flatMap(\.words)).subtracting(codes).sorted()
        let list = (codes + words).map(jsonText).joined(separator: ", ")
        guard !words.isEmpty else {
            return codes.isEmpty ? nil : "missing: [\(list)]  # -9 not answered, -1 don't know"
        }
        let timed = times.filter { !$0.words.isEmpty }.map(\.column)
        let others = columns.indices.filter { place in
            place != outcome && !timed.contains(columns[place].name)
                && !Set(columns[place].values).isDisjoint(with: words)
        }
        let names = timed.map(jsonText).joined(separator: ", ")
        if outcome != nil, others.isEmpty,
            words.allSatisfy({ Words.noTime.contains($0.lowercased()) })
        {
            return "missing: [\(list)]  # in \(names): no time, and the outcome counts"
        }
        let also = others.prefix(3).map { jsonText(columns[$0].name) }.joined(separator: ", ")
        return "missing: \(FoundTime.open)  # [\(list)], if they are no times in \(names)"
            + (others.isEmpty ? "" : "; also in \(also), where they would have no meaning either")
            + (outcome == nil ? "; without an outcome such tasks count as not attempted" : "")
    }

    /// A question in the draft, for use if no column with results was found; nil if the study has
    /// neither analysed tasks nor questionnaires.
    var nothingFound: String? {
        let key: String
        if !study.analysedTasks.isEmpty, program == nil || study.questionnaires.isEmpty {
            key = "times"
        } else if !study.questionnaires.isEmpty {
            key = "answers"
        } else {
            return nil
        }
        return
            "\(key): \(FoundTime.open)  # no column was recognised as results, and none would be "
            + "read; name some, or use outcome, long or problems, or delete the line"
    }
}
