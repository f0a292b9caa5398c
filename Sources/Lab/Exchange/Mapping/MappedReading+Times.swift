import CSV
import Diagnostics
import ResultsStore
import StudyDefinition

extension MappedReading {
    /// Reads the times of a row.
    ///
    /// - Returns: the tasks, with their conditions, for which the row has a time or an outcome.
    mutating func readTimes(
        _ row: [CSVTable.Cell],
        _ condition: String?,
        _ person: inout Person
    ) -> [Place] {
        if mapping.allTimes.isEmpty { return readOutcome(row, condition, &person) }
        var read: [Place] = []
        let set = taskSet(row)
        let isShared = mapping.allTimes.contains { $0.outcome == nil }
        var shared: Outcome?
        let common = mapping.outcome.map { isShared ? ended($0, row) : .unknown }
        for (entry, column) in mapping.allTimes.enumerated() {
            guard let cell = cell(column.column ?? column.outcome?.column, row) else { continue }
            let timed = [column.column].compactMap(\.self) + (column.plus ?? [])
            let parts = timed.compactMap { self.cell($0, row) }
            let missing = parts.count { self.isMissing(folded($0.text)) }
            let isMissing = missing > 0 || parts.isEmpty
            if isMissing, missing < parts.count { incompleteSums += 1 }
            // Without a time, the row may still state an outcome: in the entry's own column of
            // outcomes, or in the column of the mapping's top-level outcome.
            if isMissing, column.outcome == nil, mapping.outcome == nil { continue }
            let outcome: Outcome
            switch column.outcome.map({ ended($0, row) }) ?? common ?? .known(.success) {
            case .known(let known): outcome = known
            case .unknown: continue
            case .unstated(let cell):
                if isMissing { withoutOutcome += 1 } else { refuseOutcome(cell) }
                continue
            }
            guard let named = column.task ?? taskID(row) else { continue }
            let task = study.counterpart(of: named, in: set)
            guard let nanoseconds = isMissing ? 0 : sum(parts, unit: column.unit ?? "s"),
                let place = place(
                    parts.isEmpty ? "outcome" : "time",
                    of: task,
                    column.condition ?? condition,
                    at: cell,
                    &person
                )
            else { continue }
            // A failure with the time 0 is stored like one without a time.
            let isUntimed = isMissing || nanoseconds == 0 && !outcome.isSuccess
            if isUntimed { countUntimed(outcome) }
            person.times[place, default: []].append(
                Time(
                    nanoseconds: nanoseconds,
                    outcome: outcome,
                    raw: (parts.isEmpty ? [cell] : parts).map(\.text).joined(separator: " + "),
                    isTimed: isMissing && outcome.isSuccess ? false : nil
                )
            )
            accounts[entry, default: Account()].note(outcome, isUntimed ? nil : nanoseconds)
            if column.outcome == nil { shared = outcome }
            read.append(place)
        }
        if let shared { sharedOutcomes[shared, default: 0] += 1 }
        return read
    }

    /// Reads the outcome of a row's task in a table without times. Returns the task and the
    /// condition of the outcome. Returns an empty array if no outcome can be read.
    private mutating func readOutcome(
        _ row: [CSVTable.Cell],
        _ condition: String?,
        _ person: inout Person
    ) -> [Place] {
        guard let map = mapping.outcome, let cell = cell(map.column, row) else { return [] }
        let outcome: Outcome
        switch ended(map, row) {
        case .known(let known): outcome = known
        case .unknown: return []
        case .unstated:
            withoutOutcome += 1
            return []
        }
        guard let named = mapping.task == nil ? onlyTask : taskID(row),
            let place = place(
                "outcome",
                of: study.counterpart(of: named, in: taskSet(row)),
                condition,
                at: cell,
                &person
            )
        else { return [] }
        countUntimed(outcome)
        sharedOutcomes[outcome, default: 0] += 1
        person.times[place, default: []].append(
            Time(
                nanoseconds: 0,
                outcome: outcome,
                raw: cell.text,
                isTimed: outcome.isSuccess ? false : nil
            )
        )
        return [place]
    }

    /// The outcome that a cell states.
    private enum Ended {
        case known(Outcome)
        /// The cell has no value.
        case unstated(CSVTable.Cell)
        /// The cell has a value that is not an outcome; an error has been reported.
        case unknown
    }

    private mutating func ended(_ map: Mapping.Outcome, _ row: [CSVTable.Cell]) -> Ended {
        guard let cell = cell(map.column, row) else { return .unknown }
        let text = folded(cell.text)
        if let outcome = Outcome(rawValue: map.values[text] ?? text.lowercased()) {
            return .known(outcome)
        }
        if isMissing(text) { return .unstated(cell) }
        refuseOutcome(cell)
        return .unknown
    }

    private mutating func refuseOutcome(_ cell: CSVTable.Cell) {
        refuse(cell, "unknown-outcome", "is not an outcome", "outcome")
    }

    private mutating func countUntimed(_ outcome: Outcome) {
        if outcome.isSuccess {
            successesWithoutTime += 1
        } else if outcome.isAttempt {
            failuresWithoutTime += 1
        }
    }

    /// Returns the task and the condition of a time or an outcome, and records that the participant
    /// worked in this condition. Adds a problem and returns nil if the condition is not known.
    private mutating func place(
        _ what: String,
        of task: String,
        _ condition: String?,
        at cell: CSVTable.Cell,
        _ person: inout Person
    ) -> Place? {
        let perCondition = isPerCondition(task)
        guard let met = perCondition ? condition : "" else {
            noteUnknownCondition(
                "the study has \(study.conditions.count) conditions, but neither the "
                    + "mapping nor the row states which condition the \(what) belongs to",
                at: cell,
                person
            )
            return nil
        }
        if perCondition { meet(met, &person) }
        let place = Place(task: task, condition: met)
        if person.times[place] != nil, mapping.repeats != "keep" {
            repeats.note(
                Diagnostic(
                    "time-twice",
                    at: cell.place,
                    "an earlier cell already states the \(what) of participant "
                        + "\"\(person.code)\" for task \"\(task)\"",
                    expected: "one \(what) for each participant, task and condition",
                    fix: "set `repeats: keep` in the mapping if both are separate observations"
                )
            )
        }
        return place
    }

    /// Reports a result whose condition is unknown. Only the first such result in the table gets a
    /// message. The message states the number of further results without a condition.
    mutating func noteUnknownCondition(
        _ problem: String,
        at cell: CSVTable.Cell,
        _ person: Person
    ) {
        lacksConditions = true
        var fix = "add `condition` to the mapping"
        if mapping.participant != nil, !mapping.statesConditions {
            fix +=
                "; if no column states it, import the table together with one that states a single "
                + "condition for participant \"\(person.code)\""
        }
        repeats.note(Diagnostic("several-conditions", at: cell.place, problem, fix: fix))
    }

    /// Returns the sum of the times in `parts`. Adds a problem and returns nil in three cases:
    ///
    /// - A part is not a time.
    /// - It is unclear whether a part is in hours and minutes, or in minutes and seconds.
    /// - The sum is ``longestTime`` or more.
    private mutating func sum(_ parts: [CSVTable.Cell], unit: String) -> Int64? {
        var sum: Int64 = 0
        for cell in parts {
            let text = folded(cell.text)
            if cell.mayBeMinutes, unit == "m:ss" {
                problems.add(
                    "hours-or-minutes",
                    at: cell.place,
                    "\(text) may mean hours and minutes, or minutes and seconds",
                    fix: "write each time in the column with hours, minutes and seconds, such as "
                        + "0:02:05"
                )
                return nil
            }
            let part = nanoseconds(cell, unit: unit)
            guard let part, part < Nanoseconds.longest else {
                problems.add(
                    "no-time",
                    at: cell.place,
                    "\"\(text)\" is not a time",
                    expected: unit == "m:ss"
                        ? "minutes and seconds, such as 2:05" : "a number (unit: \(unit))",
                    fix: clockTime(text) == nil
                        ? decimalFix(text) ?? censoredFix(text)
                        : "set `unit: \"m:ss\"` in the mapping"
                )
                return nil
            }
            sum += part
            guard sum < Nanoseconds.longest else {
                problems.add(
                    "long-sum",
                    at: cell.place,
                    "\(parts.map { folded($0.text) }.joined(separator: " + ")) is too long for a time",
                    expected: "a sum of at most about 104 days",
                    fix: "correct the cells, or the `unit` in the mapping"
                )
                return nil
            }
        }
        return sum
    }

    /// Returns a fix for a time such as `>600` or `600+`, which states only a lower limit of the
    /// time. Returns nil for any other text.
    private func censoredFix(_ text: String) -> String? {
        guard text.hasPrefix(">") || text.hasPrefix("≥") || text.hasSuffix("+") else { return nil }
        return
            "if the attempt ended at this time without success, write the number alone, and name a "
            + "column with its outcome, such as `timed-out`, under `outcome`"
    }

    func isPerCondition(_ task: String) -> Bool {
        let first = study.counterpart(of: task)
        return study.analysedTasks.first { $0.task.id == first }?.perCondition ?? false
    }

    mutating func taskSet(_ row: [CSVTable.Cell]) -> Study.TaskSet? {
        if let known = rowTaskSet { return known }
        let found = readTaskSet(row)
        rowTaskSet = .some(found)
        return found
    }

    private mutating func readTaskSet(_ row: [CSVTable.Cell]) -> Study.TaskSet? {
        guard let map = mapping.taskSet, let cell = cell(map.column, row) else { return nil }
        let text = folded(cell.text)
        let id = map.values?[text] ?? text
        let sets = study.taskSets ?? []
        if let set = sets.first(where: { $0.id == id }) { return set }
        refuse(cell, "unknown-set", "is not a task set of the study", "task_set", sets.map(\.id))
        return nil
    }

    mutating func taskID(_ row: [CSVTable.Cell]) -> String? {
        if let known = rowTask { return known }
        let found = readTaskID(row)
        rowTask = .some(found)
        return found
    }

    private mutating func readTaskID(_ row: [CSVTable.Cell]) -> String? {
        guard let map = mapping.task, let cell = cell(map.column, row) else { return nil }
        let text = folded(cell.text)
        let id = map.values?[text] ?? text
        let tasks = study.timedTasks
        func isNamed(_ task: StudyTask) -> Bool { task.id == id || folded(task.title) == id }
        if let task = tasks.first(where: isNamed) { return task.id }
        if study.tasks.contains(where: isNamed) {
            problems.add(
                "unknown-task",
                at: cell.place,
                "\"\(text)\" is a task that the study does not analyse",
                expected: tasks.map(\.id).joined(separator: ", "),
                fix: leaveOut(cell, row)
            )
        } else {
            refuse(cell, "unknown-task", "is not a task of the study", "task", tasks.map(\.id))
        }
        return nil
    }
}
