import CSV
import Diagnostics
import JSON
import StudyDefinition

/// Functions that write lines of the drafted mapping. Each line describes the columns with one
/// role, such as the columns that name conditions. If a function returns an optional, nil means
/// that the column does not have this role.
extension Guess {
    /// Index of the column that contains the participants' codes according to its heading. Nil in
    /// two cases:
    ///
    /// - No column has such a heading, or several columns have one.
    /// - It is uncertain that the column contains codes. For example, the column may contain
    ///   answers to a question, or another column may contain the codes.
    var participantColumn: Int? {
        for words in [Words.participant, Words.perhapsParticipant] {
            let named = columns.indices.filter {
                columns[$0].isKey(words) && !columns[$0].values.isEmpty
            }
            guard let first = named.first else { continue }
            return named.count == 1 && hasCertainCodes(first) ? first : nil
        }
        return nil
    }

    /// Returns whether a column with a heading for participants certainly contains their codes.
    private func hasCertainCodes(_ place: Int) -> Bool {
        let column = columns[place]
        guard column.isKey(Words.participant) else {
            // A column `id` may contain response numbers, and another column the participants'
            // codes.
            return !columns.indices.contains { $0 != place && mayHoldCodes($0) }
        }
        // A heading such as `Q5. Developer` may be a question with a few different answers.
        return column.codeAndText.isEmpty || column.different.count == column.values.count
    }

    /// Returns whether the column may hold the participants' codes: its heading or its question
    /// mentions codes, or all its cells look like codes.
    private func mayHoldCodes(_ place: Int) -> Bool {
        let column = columns[place]
        if place == taskColumn || column.values.isEmpty || fit(column).isCertain { return false }
        if column.isNamed(Words.reference) { return true }
        if program?.isOwn(column) == true { return false }
        if mentionsCodes(column), column.values.allSatisfy({ $0.split(separator: " ").count < 3 }) {
            return true
        }
        return column.values.allSatisfy(isCode) && !hasCodesOfOptions(column)
            && !column.mentions(Words.condition) && condition(column) == nil
            && taskSet(column) == nil
    }

    /// Returns whether the heading or the question of a column mentions codes of participants.
    private func mentionsCodes(_ column: Column) -> Bool {
        let names = names(in: column)
        let words = Guess.words("\(column.low) \(column.description.lowercased())"[...])
        if words.contains(where: Words.rating.contains) || column.mentions(Words.duration) {
            return false
        }
        // In studies of programming, a question may also be about source code. If a column has few
        // distinct answers, they are not participant codes.
        let areFew = column.different.count * 3 <= column.values.count
        return words.contains { word in
            Words.meansCode(word) && !names.contains(word)
                && !(areFew && ["code", "codes"].contains(word))
        }
    }

    /// Returns whether the cells may be the codes that LimeSurvey gives to the options of a
    /// question, such as `A1` and `AO02`.
    private func hasCodesOfOptions(_ column: Column) -> Bool {
        program == .limeSurvey && column.different.count < column.values.count
            && column.values.allSatisfy { $0.wholeMatch(of: /AO?[0-9]+/) != nil }
    }

    /// Returns a line that asks which column contains the participants' codes, with a list of the
    /// likely columns. Returns nil if no column is likely.
    ///
    /// - Parameter condition: index of the column of conditions; nil if there is none. This column
    ///   is skipped, because condition ids may look like codes.
    func openParticipant(_ condition: Int?) -> String? {
        let likely = columns.indices.filter { index in
            let column = columns[index]
            if index == taskColumn || index == condition { return false }
            return column.isKey(Words.participant) || column.isKey(Words.perhapsParticipant)
                || mayHoldCodes(index)
        }
        guard !likely.isEmpty else { return nil }
        let names = likely.map { jsonText(columns[$0].name) }.joined(separator: " or ")
        return
            "participant: \"?\"  # perhaps \(names); delete this line if each row belongs to a "
            + "different participant"
    }

    /// Returns a line that asks whether several rows with the same participant, task and condition
    /// are separate observations; nil if there are no such rows.
    func repeats(_ person: Int?, _ condition: Int?) -> String? {
        guard let person else { return nil }
        var counts: [[String]: Int] = [:]
        for row in table.rows {
            let key = [person, condition, taskColumn].map { place in
                place.map { folded(row[$0].text) } ?? ""
            }
            counts[key, default: 0] += 1
        }
        let most = counts.values.max() ?? 0
        guard most > 1 else { return nil }
        return "repeats: \(FoundTime.open)  # up to \(most) rows of one participant"
            + (taskColumn == nil ? "" : " with the same task")
            + (condition == nil ? "" : " in the same condition")
            + ": `keep` if these rows are separate observations, otherwise `refuse`"
    }

    /// Returns whether each cell is the position (1, 2, …) of the row's condition in the
    /// participant's order of conditions.
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
        "participant: \(jsonText(column.name))  # \(counted(column.different.count, "different value"))"
    }

    func submitted(_ column: Column) -> String { "submitted: \(jsonText(column.name))" }

    func period(_ column: Column) -> String { "period: \(jsonText(column.name))" }

    /// Returns the line for a column whose cells name the study's task sets; nil for any other
    /// column. For each text that is not the id of a task set, the user must name the task set.
    func taskSet(_ column: Column) -> String? {
        let sets = (study.taskSets ?? []).map(\.id)
        guard sets.count > 1, !column.values.isEmpty else { return nil }
        let others = column.different.filter { !sets.contains($0) }
        guard others.isEmpty || column.isNamed(Words.taskSet) else { return nil }
        let head = "task_set: {column: \(jsonText(column.name))"
        guard !others.isEmpty else { return head + "}" }
        let values = others.map { "\(jsonText($0)): \"?\"" }.joined(separator: ", ")
        return head + ", values: {\(values)}}  # one of \(sets.joined(separator: ", "))"
    }

    /// Returns whether the column belongs to a matrix of participants and usability problems. The
    /// matrix states which participant encountered which problem.
    func isProblem(_ column: Column) -> Bool {
        let cells = Set(column.values.map { $0.lowercased() })
        let number = column.low.drop { $0.isLetter || " _-.".contains($0) }
        return column.mentions(Words.problem) && !number.isEmpty
            && number.allSatisfy { $0.isNumber }
            && cells.isSubset(of: ["0", "1", "x", "yes", "no", "y", "n", "-", "true", "false"])
    }

    func task(_ column: Column) -> String {
        let head = "task: {column: \(jsonText(column.name))"
        let others = column.different.filter { Guess.task($0, study) == nil }
        guard !others.isEmpty else { return head + "}" }
        let values = others.map { "\(jsonText($0)): \"?\"" }
        let known = study.analysedTasks.map(\.task.id).joined(separator: ", ")
        return head + ", values: {\(values.joined(separator: ", "))}}  # one of \(known)"
    }

    /// Returns the lines of the mapping for a column that names conditions; nil for any other
    /// column, or if the study has only one condition. A column names conditions in two cases:
    ///
    /// - Every cell is the id or title of a condition, and the column does not contain outcomes. In
    ///   a column of outcomes, a cell such as `y` may mean yes instead of the condition `y`.
    /// - The heading contains a usual word for conditions. In addition, at least one cell is an id
    ///   or title, or there are as many distinct texts as conditions. The user must assign a
    ///   condition to each text that is not an id or title.
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
            known == pairs.count && (isNamed || !isOutcome(column))
                || isNamed && (known > 0 || different.count == study.conditions.count)
        else { return nil }
        let words = pairs.map { "\(jsonText($0.0)): \($0.1 ?? "\"?\"")" }
        let choices = study.conditions.map { "\($0.id) (\($0.title))" }.joined(separator: ", ")
        return "condition:\(known == pairs.count ? "" : "  # one of \(choices)")\n"
            + "  column: \(jsonText(column.name))\n  values: {\(words.joined(separator: ", "))}"
    }

    /// Returns the analyzed task whose id or title is `text`; nil if there is none.
    static func task(_ text: String, _ study: Study) -> StudyTask? {
        study.analysedTasks.map(\.task).first { $0.id == text || folded($0.title) == text }
    }
}

extension Guess.Column {
    /// Returns whether the heading is one of `words`, or one of them followed by `id`, `no` or the
    /// like, as in `dev_id`. In a LimeSurvey heading such as `code. Participant`, the part before
    /// or after the period may match instead.
    fileprivate func isKey(_ words: Set<String>) -> Bool {
        ([low] + codeAndText).contains { text in
            if words.contains(text) { return true }
            var parts = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
            guard let last = parts.popLast(),
                ["id", "no", "nr", "number", "code", "key"].contains(last)
            else { return false }
            return words.contains(parts.joined(separator: " "))
        }
    }

    /// The code and the text of a question in a heading of LimeSurvey, such as `code. Participant`;
    /// empty for any other heading.
    fileprivate var codeAndText: [String] {
        guard let mark = low.firstRange(of: ". ") else { return [] }
        return [String(low[..<mark.lowerBound]), String(low[mark.upperBound...])]
    }

    /// Returns whether the heading contains `text`, and no letter or digit is directly before or
    /// after `text`.
    func names(_ text: String) -> Bool {
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
