import CSV
import Diagnostics
import JSON
import StudyDefinition

/// A column of times in a drafted mapping.
struct FoundTime {
    /// YAML value that the user must replace before importing.
    static let open = "\"\(Mapping.openMark)\""

    /// Heading of the column of times; nil if the table has no times for the task, but only
    /// outcomes.
    var column: String?
    var task: String?
    var condition: String?
    /// The unit of the times; nil if `column` is nil.
    var unit: String?
    var outcome: FoundOutcome?
    var comment: String
    /// Distinct texts, such as `DNF`, of the cells that are neither times nor missing values.
    var words: [String] = []

    /// Returns the lines of the mapping that describe `times`, one line per element. If `isShort`
    /// is true, elements share a line if all of the following are equal: the condition, the unit,
    /// whether there is a task, and whether there is an outcome.
    static func lines(_ times: [FoundTime], isShort: Bool) -> [String] {
        guard isShort else { return times.map(\.line) }
        let groups = times.grouped { time in
            [
                time.condition, time.unit, time.task == nil ? nil : "task",
                time.outcome == nil ? nil : "outcome",
            ]
        }
        return groups.map { group in
            let first = group[0]
            let columns = group.compactMap(\.column).map(jsonText)
            let tasks = group.compactMap(\.task)
            let outcomes = group.compactMap(\.outcome)
            return entry(
                [
                    columns.isEmpty ? nil : "columns: [\(columns.joined(separator: ", "))]",
                    tasks.isEmpty ? nil : "tasks: [\(tasks.joined(separator: ", "))]",
                    first.condition.map { "condition: \($0)" },
                    first.unit.map { "unit: \(jsonText($0))" },
                    outcomes.isEmpty ? nil : "outcome: {\(FoundOutcome.several(outcomes))}",
                ],
                first.comment
            )
        }
    }

    private var line: String {
        FoundTime.entry(
            [
                column.map { "column: \(jsonText($0))" }, task.map { "task: \($0)" },
                condition.map { "condition: \($0)" }, unit.map { "unit: \(jsonText($0))" },
                outcome.map { "outcome: {\($0.yaml)}" },
            ],
            comment
        )
    }

    private static func entry(_ keys: [String?], _ comment: String) -> String {
        "  - {\(keys.compactMap(\.self).joined(separator: ", "))}  # \(comment)"
    }
}

extension Array {
    /// Returns groups of elements with equal keys. The groups are in the order of their first
    /// elements.
    func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
        var places: [Key: Int] = [:]
        return reduce(into: []) { groups, element in
            let place = places[key(element), default: groups.count]
            if place == groups.count { groups.append([]) }
            groups[place].append(element)
            places[key(element)] = place
        }
    }
}

/// A column of outcomes in a drafted mapping.
struct FoundOutcome {
    var column: String
    /// Texts of cells, each with its outcome. The outcome is nil if the user must choose it.
    var pairs: [(cell: String, outcome: String?)]

    var isOpen: Bool { pairs.contains { $0.outcome == nil } }

    var yaml: String { "column: \(jsonText(column)), \(values)" }

    var values: String {
        let words = pairs.map { "\(jsonText($0.cell)): \($0.outcome ?? FoundTime.open)" }
        return "values: {\(words.joined(separator: ", "))}"
    }

    /// Returns YAML that maps the cells of all the columns to outcomes. If a cell text means
    /// different outcomes in two columns, the user must choose its outcome.
    static func several(_ outcomes: [FoundOutcome]) -> String {
        let names = outcomes.map { jsonText($0.column) }.joined(separator: ", ")
        var all = FoundOutcome(column: "", pairs: [])
        for pair in outcomes.flatMap(\.pairs) {
            if let place = all.pairs.firstIndex(where: { $0.cell == pair.cell }) {
                if all.pairs[place].outcome != pair.outcome { all.pairs[place].outcome = nil }
            } else {
                all.pairs.append(pair)
            }
        }
        return "columns: [\(names)], \(all.values)"
    }
}

extension Guess.Column {
    /// Whether the heading ends with the limits of a scale, as `exposure_1-5` does.
    var namesAScale: Bool {
        low.firstMatch(of: /(^|[^0-9])[0-9]{1,2} ?(-|–|to) ?[0-9]{1,3}[)\]]?$/) != nil
    }
}

extension Guess {
    /// Returns the draft's entry for a column of times; nil if the column does not hold times. Each
    /// cell must be a number, a duration such as `2:05` or `2m 5s`, or a word such as `DNF`.
    /// Numbers are accepted only if the heading means a time or a task, and does not mean a rating.
    /// If neither the heading nor the cells state the unit, the user must state it.
    func time(_ column: Column) -> FoundTime? {
        let kept = column.values.filter { !isMissing($0) }
        let clocks = kept.filter { clockTime($0) != nil }
        let worded = kept.filter { seconds($0) != nil }
        let quotient = quotient(column)
        guard !kept.isEmpty, !column.mentions(Words.forecast), quotient != .rate, !isRate(column)
        else { return nil }
        if isStartOrEndOfTwo(column), clocks.count == kept.count,
            clocks.contains(where: isTimeOfDay)
        {
            return nil
        }
        let target = target(column)
        let numbers = kept.compactMap(marks.number)
        let words = kept.filter {
            clockTime($0) == nil && seconds($0) == nil && marks.number($0) == nil
        }
        var unit = "m:ss"
        var hint = ""
        if clocks.count < kept.count {
            guard numbers.allSatisfy({ $0 >= 0 }), !column.mentions(Words.rating),
                !column.namesAScale,
                target.isNamed || column.mentions(Words.time) || meansDuration(column)
                    || worded.count + clocks.count == kept.count,
                words.count * 2 <= kept.count, Set(words).count <= 5
            else { return nil }
        }
        if numbers.isEmpty, !worded.isEmpty {
            if clocks.isEmpty { unit = "s" }
            hint = "; the units are in the cells"
        } else if clocks.isEmpty {
            let named = Words.units.filter { column.mentions($0.words) }
            unit = named.count == 1 ? named[0].unit : Mapping.openMark
            let isSmall = numbers.allSatisfy { $0 == $0.rounded() && $0 <= 20 }
            if unit == Mapping.openMark, isSmall { hint = "; perhaps a rating, not a duration" }
        } else if !numbers.isEmpty {
            unit = Mapping.openMark
            hint =
                "; some cells are numbers, others are like \(clocks[0]); write all in the same form"
        }
        if quotient == .open {
            unit = Mapping.openMark
            hint = "; perhaps a rate, not a duration"
        }
        if clocks.isEmpty
            ? !numbers.isEmpty && mayBeMoment(column)
            : isMoment(column) || clocks.allSatisfy(isTimeOfDay)
        {
            unit = Mapping.openMark
            hint = "; perhaps a time of day, not a duration"
        }
        let example = kept.first { !words.contains($0) } ?? kept[0]
        var comment = "\(counted(kept.count - words.count, "value")), such as \(example)"
        if unit == Mapping.openMark {
            comment += clocks.isEmpty ? "; unit: s, ms or min" : "; unit: m:ss"
        }
        comment += choices(target.task, target.condition)
        return FoundTime(
            column: column.name,
            task: target.task,
            condition: target.condition,
            unit: unit,
            comment: comment + hint,
            words: Set(words).sorted()
        )
    }

    /// Returns the end of a comment that lists the ids to choose from. It lists tasks if the user
    /// must choose the task, and conditions if the user must choose the condition.
    func choices(_ task: String?, _ condition: String?) -> String {
        var choices = ""
        if task == FoundTime.open {
            choices += "; task: \(study.analysedTasks.map(\.task.id).joined(separator: ", "))"
        }
        if condition == FoundTime.open {
            choices += "; condition: \(study.conditions.map(\.id).joined(separator: ", "))"
        }
        return choices
    }

    /// Converts a duration with units, such as `2m 5s`, to seconds. Returns nil for any other cell.
    func seconds(_ cell: String) -> Double? {
        WordedDuration.seconds(cell) { marks.number(folded($0)) }
    }

    /// Returns the task and the condition that a heading names, and whether the heading names a
    /// task. The value ``FoundTime/open`` means that the user must choose.
    ///
    /// - The task is nil, and `isNamed` is false, if the table has a column of tasks.
    /// - If the heading names several tasks, the task is ``FoundTime/open``.
    /// - If the heading names no task, the task is the study's only analyzed task. If the study has
    ///   several or none, the task is ``FoundTime/open``.
    /// - The condition is nil if the heading names none, and ``FoundTime/open`` if it names
    ///   several.
    func target(_ column: Column) -> (task: String?, condition: String?, isNamed: Bool) {
        let conditions = study.conditions.filter { column.names($0.id) || column.names($0.title) }
        let condition = Guess.certain(conditions.map(\.id))
        guard taskColumn == nil else { return (nil, condition, false) }
        let tasks = study.analysedTasks.map(\.task)
        let named = tasks.filter { column.names($0.id) || column.names($0.title) }
        if let task = Guess.certain(named.map(\.id)) { return (task, condition, true) }
        return (tasks.count == 1 ? tasks[0].id : FoundTime.open, condition, false)
    }

    /// Returns the id that contains all other ids as substrings, for example `city-list` for `list`
    /// and `city-list`. Returns ``FoundTime/open`` if there is no such id, and nil if `ids` is
    /// empty.
    private static func certain(_ ids: [String]) -> String? {
        guard let longest = ids.max(by: { $0.count < $1.count }) else { return nil }
        return ids.allSatisfy { longest.contains($0) } ? longest : FoundTime.open
    }
}
