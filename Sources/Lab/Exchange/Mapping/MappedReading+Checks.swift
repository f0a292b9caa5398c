import CSV
import Diagnostics
import ResultsStore
import StudyDefinition

/// Functions that check whether the mapping fits the table and the study.
extension MappedReading {
    /// Names of the columns that contain times.
    private var timed: [String] {
        mapping.allTimes.flatMap { [$0.column].compactMap(\.self) + ($0.plus ?? []) }
    }

    private var named: [String] {
        let single = [
            mapping.participant, mapping.submitted, mapping.condition?.column, mapping.period,
            mapping.order?.column, mapping.taskSet?.column,
            mapping.task?.column, mapping.outcome?.column, mapping.long?.item,
            mapping.long?.value,
        ]
        return single.compactMap(\.self) + timed
            + mapping.allTimes.compactMap(\.outcome?.column)
            + mapping.allAnswers.map(\.column) + (mapping.problems ?? []).map(\.column)
            + (mapping.periods ?? [:]).values.filter { Int($0) == nil }.sorted()
            + (mapping.leaveOutIf ?? [:]).keys.sorted()
    }

    mutating func checkColumns() {
        let headings = table.header.map { folded($0.text) }
        for name in named + (mapping.ignore ?? []) where columns[folded(name)] == nil {
            problems.add(
                "mapping-column",
                at: .init(file: table.file),
                "has no column \"\(folded(name))\", but the mapping names this column",
                fix: suggestion(for: folded(name), among: headings)
            )
        }
        let known = Set((named + (mapping.ignore ?? [])).map(folded))
        for cell in table.header where !known.contains(folded(cell.text)) {
            problems.add(
                "column-unread",
                at: cell.place,
                "the mapping does not mention column \"\(folded(cell.text))\"",
                fix: "state the column's meaning in the mapping, or list the column under `ignore`"
            )
        }
    }

    mutating func checkTargets() {
        let conditions = study.conditions.map(\.id)
        for problem in mapping.problems ?? [] {
            check("task", problem.task, among: study.tasks.map(\.id))
            if let severity = problem.severity, !(1...4).contains(severity) {
                problems.add(
                    "mapping-severity",
                    "the mapping gives severity \(severity) to the problem in column "
                        + "\"\(problem.column)\"",
                    expected: "1 (cosmetic) to 4 (catastrophic)"
                )
            }
        }
        for time in mapping.allTimes {
            checkTimed(time.task)
            if time.task == nil, mapping.task == nil {
                problems.add(
                    "mapping-task",
                    time.column.map {
                        "the mapping does not state which task the times in column \"\($0)\" belong to"
                    } ?? "an entry of `times` has an outcome but no task",
                    fix: "add `task: ID` to the entry, or name the column that has the task: "
                        + "`task: {column: NAME}`"
                )
            }
            check("condition", time.condition, among: conditions)
            check("unit", time.unit, among: ["s", "ms", "min", "m:ss"])
        }
        for answer in mapping.allAnswers {
            checkTimed(answer.task)
            if answer.questionnaire == study.afterTask, answer.task == nil, mapping.task == nil,
                onlyTask == nil
            {
                problems.add(
                    "mapping-task",
                    "the mapping does not state after which task the question in column "
                        + "\"\(answer.column)\" was asked",
                    fix: "add `task: ID` to the entry, or name the column that has the task: "
                        + "`task: {column: NAME}`"
                )
            }
            if let found = study.questionnaires.first(where: { $0.id == answer.questionnaire }) {
                check("item", answer.item, among: found.items.map(\.id))
            } else {
                let known = study.questionnaires.map(\.id)
                check("questionnaire", answer.questionnaire, among: known)
            }
        }
        for name in Set((mapping.long?.items ?? [:]).values).sorted()
        where study.questions(named: name).isEmpty {
            check("item", name, among: study.questionnaires.flatMap(\.items).map(\.id))
        }
        for value in mapping.condition?.values?.values.sorted() ?? [] {
            check("condition", value, among: conditions)
        }
        let ordered =
            Array((mapping.order?.values ?? [:]).values.joined()) + (mapping.periods ?? [:]).keys
        for id in Set(ordered).sorted() { check("condition", id, among: conditions) }
        let ends = Set(mapping.allOutcomes.flatMap(\.values.values))
        for value in ends.sorted() {
            check("outcome", value, among: Outcome.allCases.map(\.rawValue))
        }
        checkOutcome()
    }

    /// Adds a problem for each column that is mapped both as times and as outcomes. Also adds a
    /// problem about the mapping's top-level `outcome` in three cases:
    ///
    /// - its task is unknown;
    /// - each time already has its own outcome;
    /// - it would apply to several tasks or conditions in each row.
    private mutating func checkOutcome() {
        let timed = Set(self.timed.map(folded))
        for name in Set(mapping.allOutcomes.map { folded($0.column) }).intersection(timed).sorted()
        {
            problems.add(
                "outcome-is-time",
                at: columns[name].map { table.header[$0].place },
                "column \"\(name)\" is mapped as a time and as an outcome",
                fix: "if the column contains outcomes, remove `column` and `unit` from the entry "
                    + "of `times`: {task: ID, outcome: {column: \(name), values: …}}; if the column "
                    + "contains times, name another column under `outcome`"
            )
        }
        guard let outcome = mapping.outcome else { return }
        let place = columns[folded(outcome.column)].map { table.header[$0].place }
        if mapping.allTimes.isEmpty, mapping.task == nil, onlyTask == nil {
            problems.add(
                "mapping-task",
                at: place,
                "the mapping does not state which task the outcomes in column "
                    + "\"\(outcome.column)\" belong to",
                fix: "name the column that has the task: `task: {column: NAME}`"
            )
        }
        let times = mapping.allTimes.filter { $0.outcome == nil }
        if times.isEmpty, !mapping.allTimes.isEmpty {
            problems.add(
                "outcome-unused",
                at: place,
                "the key `outcome` names column \"\(outcome.column)\", but each entry of `times` "
                    + "has its own `outcome`",
                fix:
                    "remove the key `outcome`; if no other entry names the column, add the column "
                    + "to `ignore`"
            )
        }
        guard Set(times.map { [$0.task, $0.condition] }).count > 1 else { return }
        let tasks = Set(times.map(\.task)).count
        let conditions = Set(times.map(\.condition)).count
        let several = tasks > 1 ? counted(tasks, "task") : counted(conditions, "condition")
        problems.add(
            "outcome-shared",
            at: place,
            "column \"\(outcome.column)\" has one outcome in each row, but each row has times of "
                + several,
            expected: "a column of outcomes for each column of times",
            fix: "remove the key `outcome`, and add it to each entry of `times`: {column: "
                + "\(times[0].column ?? "…"), …, outcome: {column: \(outcome.column), values: …}}"
        )
    }

    /// Adds a problem if the task of a time or an answer does not exist or is not analyzed. Does
    /// nothing if `task` is nil.
    private mutating func checkTimed(_ task: String?) {
        let timed = study.timedTasks.map(\.id)
        guard let task, !timed.contains(task), study.tasks.contains(where: { $0.id == task })
        else { return check("task", task, among: timed) }
        problems.add(
            "mapping-task",
            "the mapping names task \"\(task)\", but the study does not analyse this task",
            expected: timed.prefix(12).joined(separator: ", "),
            fix: "remove the entry from the mapping, and list its columns under `ignore`"
        )
    }

    /// Adds a problem if `name`, a value in the mapping, is not among `known`. Does nothing if
    /// `name` is nil.
    private mutating func check(_ what: String, _ name: String?, among known: [String]) {
        guard let name, !known.contains(name) else { return }
        problems.add(
            "mapping-\(what)",
            "the mapping names \(what) \"\(name)\", which does not exist",
            expected: known.prefix(12).joined(separator: ", "),
            fix: suggestion(for: name, among: known)
        )
    }
}
