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
        guard column.mentions(Words.outcome), !column.mentions(Words.rate), !fit(column).isCertain,
            // A heading with more words is a question.
            Guess.words(column.low[...]).count <= 4
        else { return false }
        // A proportion of successes is between 0 and 1. Under a heading of times, a time may be,
        // too.
        let isTime = column.mentions(Words.duration) || namesUnit(column)
        return different.allSatisfy { value in
            guard let number = marks.number(value) else { return clockTime(value) == nil }
            return number == 0 || number == 1 || !isTime && (0...1).contains(number)
        }
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
    ///   - times: number of columns of times.
    func outcome(_ found: [Int], times: Int) -> (column: Int?, line: String?) {
        guard !found.isEmpty else { return (nil, nil) }
        let hasOneTask =
            taskColumn != nil || times == 1
            || times == 0 && study.analysedTasks.count == 1
        let plain = found.count == 1 ? found : found.filter { areOutcomes(columns[$0]) }
        if hasOneTask, plain.count == 1 { return (plain[0], outcome(columns[plain[0]])) }
        let names = found.map { jsonText(columns[$0].name) }.joined(separator: ", ")
        return (
            nil,
            "outcome: \(FoundTime.open)  # \(names) may tell failures: delete this line and give "
                + "each time its own, as outcome: {column: …, values: …}; without, each is a success"
        )
    }

    /// Returns the line for one column of outcomes. It leaves open which kind a failure is, and
    /// what an empty cell means.
    private func outcome(_ column: Column) -> String {
        let isYesNo = column.mentions(Words.yesNo)
        var pairs = column.different.map { value -> (String, String?) in
            let low = marks.number(value) == 1 ? "1" : value.lowercased()
            let outcome =
                Outcome.allCases.first { $0.rawValue == low || $0.words == low }?.rawValue
            let isSuccess = Words.success.contains(low) || isYesNo && Words.yes.contains(low)
            return (value, outcome ?? (isSuccess ? "success" : nil))
        }
        if column.values.count < table.rows.count { pairs.append(("", nil)) }
        let words = pairs.map { "\(jsonText($0.0)): \($0.1 ?? FoundTime.open)" }
        let isOpen = pairs.contains { $0.1 == nil }
        let kinds = Outcome.allCases.map(\.rawValue).joined(separator: ", ")
        return "outcome:\(isOpen ? "  # of \(kinds)" : "")\n"
            + "  column: \(jsonText(column.name))\n  values: {\(words.joined(separator: ", "))}"
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
