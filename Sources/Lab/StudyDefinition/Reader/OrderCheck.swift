import Diagnostics
import YAMLFields

/// A check that each task and each questionnaire item comes after the tasks and items on which it
/// depends.
struct OrderCheck {
    let findings: DiagnosticList
    /// Task ids in the order of the phases, one list for each task set. The first list contains the
    /// tasks that the phases name: those of the first set, and tasks of no set. In each further
    /// list, the tasks of another set replace the tasks of the first set.
    private let taskOrders: [[String]]
    private let questionnaireOrder: [String]
    /// Id of the questionnaire that is asked after each task. Nil if there is none. Also nil if the
    /// study file states no phases, so that default phases are used.
    private let afterTask: String?
    /// Ids of the questionnaires in phases before the last `tasks` phase.
    private let askedBeforeLastTasks: Set<String>

    init(
        findings: DiagnosticList,
        phases: [Phase],
        taskSets: [Study.TaskSet],
        afterTask: String?
    ) {
        self.findings = findings
        self.afterTask = afterTask
        let flat = phases.flatMap(\.flattened)
        let lastTasks = flat.lastIndex { if case .tasks = $0 { true } else { false } } ?? 0
        askedBeforeLastTasks = Set(flat.prefix(lastTasks).compactMap(\.questionnaireID))
        let order = flat.flatMap { phase -> [String] in
            switch phase {
            case .tasks(let ids), .practice(let ids): ids
            default: []
            }
        }
        let first = taskSets.first?.tasks ?? []
        taskOrders =
            [order]
            + taskSets.dropFirst().map { set in
                let later = Dictionary(
                    zip(first, set.tasks),
                    uniquingKeysWith: { task, _ in task }
                )
                return order.map { later[$0] ?? $0 }
            }
        questionnaireOrder = flat.compactMap(\.questionnaireID)
    }

    func check(tasks: [ReadTask]) {
        let needs: [String: [String]] = Dictionary(
            tasks.map { ($0.task.id, $0.task.startsFrom) },
            uniquingKeysWith: { first, _ in first }
        )
        if let cycle = firstCycle(in: needs, order: tasks.map(\.task.id)) {
            findings.error(
                "cycle",
                at: tasks.first { $0.task.id == cycle.first }?.startsFrom.first?.place,
                "the \"starts_from\" keys of these tasks form a cycle: "
                    + cycle.map(quoted).joined(separator: ", "),
                fix: "remove one of these tasks from the \"starts_from\" key that names it"
            )
            return
        }
        for task in tasks {
            for entry in task.startsFrom {
                guard let id = entry.scalar else { continue }
                if isElsewhere(id, than: task.task.id) {
                    findings.error(
                        "other-set",
                        at: entry.place,
                        "task \(quoted(task.task.id)) starts from \(quoted(id)), which is in "
                            + "another task set",
                        fix: "name a task of the same set or of no set: the workspace never "
                            + "contains the participant's work on tasks of another set"
                    )
                    continue
                }
                guard taskOrders.contains(where: { isLater(id, than: task.task.id, in: $0) })
                else { continue }
                findings.error(
                    "later-task",
                    at: entry.place,
                    "task \(quoted(task.task.id)) starts from \(quoted(id)), which comes later",
                    fix: "change the order in \"phases\" or, for tasks of a set, in \"task_sets\""
                )
            }
        }
    }

    /// Returns whether one order of tasks contains `task` without `needed`, and another order
    /// contains `needed`.
    private func isElsewhere(_ needed: String, than task: String) -> Bool {
        let own = taskOrders.filter { $0.contains(task) }
        return taskOrders.contains { $0.contains(needed) }
            && own.contains { !$0.contains(needed) }
    }

    /// Returns whether both tasks are in `order`, and `needed` comes after `task`.
    private func isLater(_ needed: String, than task: String, in order: [String]) -> Bool {
        guard let own = order.firstIndex(of: task), let place = order.firstIndex(of: needed) else {
            return false
        }
        return place > own
    }

    /// Returns the task ids along the first cycle of dependencies, with the first id repeated at
    /// the end. Nil if there is no cycle.
    ///
    /// - Parameter needs: for each task id, the ids of the tasks on which the task depends.
    private func firstCycle(in needs: [String: [String]], order: [String]) -> [String]? {
        var done: Set<String> = []
        for start in order {
            var path: [(id: String, left: [String])] = [(start, needs[start] ?? [])]
            while let last = path.last {
                guard let next = last.left.first else {
                    done.insert(last.id)
                    path.removeLast()
                    continue
                }
                path[path.count - 1].left.removeFirst()
                if let from = path.firstIndex(where: { $0.id == next }) {
                    return path[from...].map(\.id) + [next]
                }
                if !done.contains(next), let needed = needs[next] { path.append((next, needed)) }
            }
        }
        return nil
    }

    func check(questionnaires: [ReadQuestionnaire]) {
        for read in questionnaires {
            for condition in read.conditions {
                check(condition, of: read.questionnaire, among: questionnaires.map(\.questionnaire))
            }
        }
    }

    private func check(
        _ condition: ReadQuestionnaire.Condition,
        of questionnaire: Questionnaire,
        among all: [Questionnaire]
    ) {
        let showIf = condition.showIf
        guard let target = all.first(where: { $0.id == showIf.questionnaire }) else {
            return findings.error(
                "unknown-questionnaire",
                at: condition.place,
                "\(condition.name) names questionnaire \(quoted(showIf.questionnaire)), which "
                    + "is missing or could not be read",
                fix: suggestion(for: showIf.questionnaire, among: all.map(\.id))
            )
        }
        guard let index = target.items.firstIndex(where: { $0.id == showIf.item }) else {
            return findings.error(
                "unknown-item",
                at: condition.place,
                "\(condition.name) names item \(quoted(showIf.item)), which is not in "
                    + "questionnaire \(quoted(target.id))",
                fix: suggestion(for: showIf.item, among: target.items.map(\.id))
            )
        }
        if !isEarlier(index, of: target, than: condition.item, of: questionnaire) {
            findings.error(
                "later-item",
                at: condition.place,
                "\(condition.name) names item \(quoted(showIf.item)), which is not asked earlier",
                fix: "change the order, or refer to an earlier item"
            )
        } else if isAfterLastTask(target, of: questionnaire) {
            // A warning, not an error: sessions may already have been recorded with this study.
            findings.warning(
                "later-item",
                at: condition.place,
                "\(condition.name) names item \(quoted(showIf.item)), which is not asked before the "
                    + "last task",
                fix: "change the order, or refer to an earlier item"
            )
        }
        checkOptions(of: target.items[index], condition)
    }

    private func isEarlier(
        _ index: Int,
        of target: Questionnaire,
        than item: Int,
        of questionnaire: Questionnaire
    ) -> Bool {
        if target.id == questionnaire.id { return index < item }
        guard let own = questionnaireOrder.firstIndex(of: questionnaire.id) else { return true }
        return questionnaireOrder.firstIndex(of: target.id).map { $0 < own } ?? false
    }

    /// Returns whether `target` is asked too late to have an answer when `questionnaire` is asked.
    /// This is the case if `questionnaire` is asked after each task but in no phase of its own, and
    /// `target` is not asked before the last `tasks` phase.
    private func isAfterLastTask(
        _ target: Questionnaire,
        of questionnaire: Questionnaire
    ) -> Bool {
        questionnaire.id == afterTask && target.id != afterTask
            && !questionnaireOrder.contains(questionnaire.id)
            && !askedBeforeLastTasks.contains(target.id)
    }

    private func checkOptions(
        of item: Questionnaire.Item,
        _ condition: ReadQuestionnaire.Condition
    ) {
        let known: [String]
        switch item.kind {
        case .single(let options), .multiple(let options):
            known = options.map(\.id)
        default:
            return findings.error(
                "no-options",
                at: condition.place,
                "\(condition.name) names item \(quoted(item.id)), which has no options",
                expected: "an item of type \"single\" or \"multiple\""
            )
        }
        for option in condition.showIf.options where !known.contains(option) {
            findings.error(
                "unknown-option",
                at: condition.optionsPlace,
                "\(condition.name) names option \(quoted(option)), which is not an option of item "
                    + "\(quoted(item.id))",
                fix: suggestion(for: option, among: known)
            )
        }
    }
}

extension Phase {
    /// Id of the questionnaire; nil for any other phase.
    var questionnaireID: String? {
        if case .questionnaire(let id) = self { id } else { nil }
    }

    var flattened: [Phase] {
        if case .eachCondition(let phases) = self { phases.flatMap(\.flattened) } else { [self] }
    }
}
