import CSV
import Diagnostics
import JSON
import StudyDefinition

/// A column of times in a draft.
struct FoundTime {
    /// An open value, as YAML.
    static let open = "\"\(Mapping.openMark)\""

    var column: String
    var task: String?
    var condition: String?
    var unit: String
    var comment: String

    /// One line each, or one for all with the same condition and unit.
    static func lines(_ times: [FoundTime], isShort: Bool) -> [String] {
        guard isShort else { return times.map(\.line) }
        var groups: [(key: [String?], times: [FoundTime])] = []
        for time in times {
            let key = [time.condition, time.unit, time.task == nil ? nil : "task"]
            if let place = groups.firstIndex(where: { $0.key == key }) {
                groups[place].times.append(time)
            } else {
                groups.append((key, [time]))
            }
        }
        return groups.map { group in
            let first = group.times[0]
            let columns = group.times.map { jsonText($0.column) }.joined(separator: ", ")
            let tasks = group.times.compactMap(\.task)
            return "  - {columns: [\(columns)]"
                + (tasks.isEmpty ? "" : ", tasks: [\(tasks.joined(separator: ", "))]")
                + (first.condition.map { ", condition: \($0)" } ?? "")
                + ", unit: \(jsonText(first.unit))}  # \(first.comment)"
        }
    }

    private var line: String {
        "  - {column: \(jsonText(column))" + (task.map { ", task: \($0)" } ?? "")
            + (condition.map { ", condition: \($0)" } ?? "")
            + ", unit: \(jsonText(unit))}  # \(comment)"
    }
}

extension Guess.Column {
    /// Whether the heading ends with the ends of a scale, as `exposure_1-5` does.
    var namesAScale: Bool {
        low.firstMatch(of: /(^|[^0-9])[0-9]{1,2} ?(-|–|to) ?[0-9]{1,3}[)\]]?$/) != nil
    }
}

extension Guess {
    /// A column is of times where its cells are clock times, or numbers under a heading that speaks of
    /// a time or a task and of no rating. Its unit is open unless the heading names it.
    func time(_ column: Column) -> FoundTime? {
        let kept = column.values.filter { !Missing.words.contains($0.lowercased()) }
        guard !kept.isEmpty, !column.mentions(Words.forecast) else { return nil }
        let target = target(column)
        var unit = "m:ss"
        var hint = ""
        if !kept.allSatisfy({ clockTime($0) != nil }) {
            let numbers = kept.compactMap(marks.number)
            guard numbers.count == kept.count, numbers.allSatisfy({ $0 >= 0 }),
                !column.mentions(Words.rating), !column.namesAScale,
                target.isNamed || column.mentions(Words.time)
            else { return nil }
            let named = Words.units.filter { column.mentions($0.words) }
            unit = named.count == 1 ? named[0].unit : Mapping.openMark
            let isSmall = numbers.allSatisfy { $0 == $0.rounded() && $0 <= 20 }
            if unit == Mapping.openMark, isSmall { hint = "; perhaps a rating, which is no time" }
        }
        var comment = "\(counted(kept.count, "value")), such as \(kept[0])"
        if unit == Mapping.openMark { comment += "; unit: s, ms or min" }
        if target.task == FoundTime.open {
            comment += "; task: \(study.analysedTasks.map(\.task.id).joined(separator: ", "))"
        }
        if target.condition == FoundTime.open {
            comment += "; condition: \(study.conditions.map(\.id).joined(separator: ", "))"
        }
        return FoundTime(
            column: column.name,
            task: target.task,
            condition: target.condition,
            unit: unit,
            comment: comment + hint
        )
    }

    /// Task and condition that a heading names, open where it names several or just a number.
    func target(_ column: Column) -> (task: String?, condition: String?, isNamed: Bool) {
        let conditions = study.conditions.filter { column.names($0.id) || column.names($0.title) }
        let condition = Guess.certain(conditions.map(\.id))
        guard taskColumn == nil else { return (nil, condition, false) }
        let tasks = study.analysedTasks.map(\.task)
        let named = tasks.filter { column.names($0.id) || column.names($0.title) }
        if let task = Guess.certain(named.map(\.id)) { return (task, condition, true) }
        return (tasks.count == 1 ? tasks[0].id : FoundTime.open, condition, false)
    }

    /// The only id, or the one that contains all others: `city-list` rather than `list`.
    private static func certain(_ ids: [String]) -> String? {
        guard let longest = ids.max(by: { $0.count < $1.count }) else { return nil }
        return ids.allSatisfy { longest.contains($0) } ? longest : FoundTime.open
    }
}
