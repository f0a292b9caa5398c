import CSV
import Diagnostics
import JSON
import ResultsStore
import StudyDefinition

/// The columns of outcomes that a drafted mapping reads.
struct FoundOutcomes {
    /// Indices of the table's columns of outcomes.
    var columns: Set<Int> = []
    /// The line `outcome` of the draft; nil if there is none. The line either names the column with
    /// each row's outcome, or lists columns that may state outcomes. The user must assign the
    /// listed columns to tasks.
    var line: String?
    /// Whether `line` names one column with the outcome of each row. If false, `line` is nil, or
    /// asks the user a question.
    var isShared = false
}

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
        // In a column of outcomes, a number is 0, 1, or a proportion of successes.
        return different.allSatisfy { value in
            guard let number = marks.number(value) else { return !isDateOrTime(value) }
            return (0...1).contains(number)
        }
    }

    /// Returns whether the heading has a word for an outcome and no unknown words. Known words are
    /// filler words and the names of tasks and conditions. For example, returns false for
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

    /// Returns whether the cell is a usual word for how a task ended, or 0 or 1.
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

    /// Returns the columns that the drafted mapping reads as outcomes, and the line `outcome` of
    /// the draft.
    ///
    /// - If each row has one task, and one column contains its outcome, the line names this column.
    /// - If each row has several tasks, each outcome column is added to the entry of `times` for
    ///   the column's task.
    /// - If some columns cannot be used in these ways, the line lists these columns. The line asks
    ///   the user to add the columns to the entries of `times`.
    ///
    /// - Parameters:
    ///   - found: indices of columns that seem to be outcomes.
    ///   - times: the draft's entries for columns of times. The outcome columns are added to them.
    func outcomes(_ found: [Int], _ times: inout [FoundTime]) -> FoundOutcomes {
        guard !found.isEmpty else { return FoundOutcomes() }
        let hasOneTask =
            taskColumn != nil || times.count == 1
            || times.isEmpty && study.analysedTasks.count == 1
        let plain = found.count == 1 ? found : found.filter { areOutcomes(columns[$0]) }
        let isOther =
            times.count == 1 && plain.count == 1 && taskColumn == nil
            && namesOtherTask(columns[plain[0]], times[0])
        if hasOneTask, plain.count == 1, !isOther {
            let outcome = outcome(plain[0], times)
            return FoundOutcomes(
                columns: [plain[0]],
                line: "outcome:\(outcome.isOpen ? "  # \(Guess.kinds)" : "")\n"
                    + "  column: \(jsonText(outcome.column))\n  \(outcome.values)",
                isShared: true
            )
        }
        let read =
            taskColumn == nil && study.analysedTasks.count > 1 ? assign(found, to: &times) : []
        let open = found.filter { !read.contains($0) }
        guard !open.isEmpty else { return FoundOutcomes(columns: read) }
        let names = open.map { jsonText(columns[$0].name) }.joined(separator: ", ")
        return FoundOutcomes(
            columns: read,
            line:
                "outcome: \(FoundTime.open)  # \(names) may tell failures from successes: if so, "
                + "add `outcome: {column: …, values: …}` to each entry of `times`; in any case, delete "
                + "this line; a time without an outcome counts as a success"
        )
    }

    /// The words `one of`, followed by all outcomes. Used in the draft's comments where the user
    /// must choose an outcome.
    static let kinds = "one of " + Outcome.allCases.map(\.rawValue).joined(separator: ", ")

    /// Adds each column of outcomes to the entry in `times` for the same task. If no entry fits,
    /// adds a new entry without times. Skips a column in three cases:
    ///
    /// - Several entries fit.
    /// - The only fitting entry also fits another column.
    /// - No entry fits, but `times` had entries before the call, and the column's task is uncertain
    ///   or already has an entry.
    ///
    /// - Returns: indices of the columns that were added.
    private func assign(_ found: [Int], to times: inout [FoundTime]) -> Set<Int> {
        let matches = found.map { place in
            let (column, times) = (columns[place], times)
            let same = times.indices.filter { isSameTask(column, times[$0]) }
            // If the task has several columns of times, the two headings must also be equal, except
            // for words that mean a time, a unit or an outcome.
            return same.count > 1 ? same.filter { isSameSubject(column, times[$0]) } : same
        }
        let hasTimes = !times.isEmpty
        var read: Set<Int> = []
        for (place, match) in zip(found, matches) {
            let target = target(columns[place])
            let isCertain = target.isNamed && target.task != FoundTime.open
            if match.count == 1, matches.count(where: { $0.contains(match[0]) }) == 1 {
                times[match[0]].outcome = outcome(place, [times[match[0]]])
            } else if match.isEmpty,
                !hasTimes || isCertain && !times.contains(where: { $0.task == target.task })
            {
                times.append(
                    FoundTime(
                        task: target.task,
                        condition: target.condition,
                        outcome: outcome(place, []),
                        comment: "no column of times; "
                            + counted(columns[place].values.count, "outcome")
                            + choices(target.task, target.condition)
                    )
                )
            } else {
                continue
            }
            read.insert(place)
        }
        return read
    }

    private func namesOtherTask(_ column: Column, _ time: FoundTime) -> Bool {
        let target = target(column)
        return target.isNamed && target.task != FoundTime.open && target.task != time.task
    }

    /// Returns whether `column` and `time` are for the same task and condition.
    ///
    /// If the heading of `column` names one task of the study, `time` must have this task and the
    /// condition in the heading. Otherwise, the two headings must be equal after words for times,
    /// units and outcomes are removed. For example, `t1_s` and `t1_ok` are for the same task.
    private func isSameTask(_ column: Column, _ time: FoundTime) -> Bool {
        let target = target(column)
        if target.isNamed, target.task != FoundTime.open {
            return (time.task, time.condition) == (target.task, target.condition)
        }
        return isSameSubject(column, time)
    }

    private func isSameSubject(_ column: Column, _ time: FoundTime) -> Bool {
        let subject = Guess.subject(column.low)
        return !subject.isEmpty && subject == Guess.subject(time.column?.lowercased() ?? "")
    }

    /// Returns the words and numbers of a heading, except those that mean a time, a unit or an
    /// outcome.
    private static func subject(_ low: String) -> [String] {
        let parts = low.matches(of: /\p{L}+|[0-9]+/).map { String($0.output) }
        return parts.filter { part in
            !Words.outcome.contains(part) && !Words.duration.contains(part)
                && !Words.units.contains { $0.words.contains(part) }
        }
    }

    /// Returns the part of the draft that describes a column of outcomes. Recognizes the names of
    /// outcomes and the usual words for success. The user must choose the outcome of any other cell
    /// text. Texts for a missing value, such as `NA`, are included only if they occur in a row with
    /// a time.
    private func outcome(_ place: Int, _ times: [FoundTime]) -> FoundOutcome {
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
        return FoundOutcome(column: column.name, pairs: pairs)
    }

    /// Returns the texts for a missing outcome, such as `NA`, in the rows with a time. Ignores the
    /// other rows: if the time is missing too, the task was not attempted.
    private func emptyOutcomes(_ place: Int, _ times: [FoundTime]) -> [String] {
        let timed = columns.indices.filter { index in
            times.contains { $0.column == columns[index].name }
        }
        let rows = table.rows.filter { row in
            timed.contains { !isMissing(folded(row[$0].text)) }
        }
        return Set(rows.map { folded($0[place].text) }.filter(isMissing)).sorted()
    }

    /// Returns the mapping's line `missing`, which lists texts that mean a missing value; nil if
    /// there are none. These texts are codes of the survey program, and words in columns of times.
    ///
    /// The user must confirm the words, unless all of the following are true:
    /// - All words are usual ones for a missing time.
    /// - The words occur only in columns of times and of outcomes.
    /// - The mapping has an outcome for each column of times that contains such a word.
    ///
    /// - Parameter outcomes: columns of outcomes.
    func missing(_ times: [FoundTime], _ outcomes: FoundOutcomes) -> String? {
        let codes = (program?.missing ?? []).filter { code in
            columns.contains { $0.values.contains(code) }
        }
        let words = Set(times.flatMap(\.words)).subtracting(codes).sorted()
        let list = (codes + words).map(jsonText).joined(separator: ", ")
        guard !words.isEmpty else {
            return codes.isEmpty ? nil : "missing: [\(list)]  # -9: not answered; -1: don't know"
        }
        let open = times.filter { !$0.words.isEmpty }
        let timed = open.compactMap(\.column)
        let isTold = outcomes.isShared || open.allSatisfy { $0.outcome != nil }
        let others = columns.indices.filter { place in
            !outcomes.columns.contains(place) && !timed.contains(columns[place].name)
                && !Set(columns[place].values).isDisjoint(with: words)
        }
        let names = timed.map(jsonText).joined(separator: ", ")
        if isTold, others.isEmpty,
            words.allSatisfy({ Words.noTime.contains($0.lowercased()) })
        {
            return "missing: [\(list)]  # in \(names), these words mean a missing time; "
                + "the outcome states how the task ended"
        }
        let also = others.prefix(3).map { jsonText(columns[$0].name) }.joined(separator: ", ")
        return "missing: \(FoundTime.open)  # use [\(list)] if these words mean a missing time in "
            + names
            + (others.isEmpty
                ? "" : "; they also occur in \(also), and would count as missing there, too")
            + (!isTold ? "; without an outcome, tasks with these words count as not attempted" : "")
    }

    /// The draft's line for a table in which no columns with results were found. The line asks the
    /// user to name these columns. Nil if the study has no analyzed tasks and no questionnaires.
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
            "\(key): \(FoundTime.open)  # no columns with results were found: either name the "
            + "columns here, or replace this line with `outcome`, `long` or `problems`, or delete it"
    }
}
