import Diagnostics
import YAMLFields

/// Optional parts of a study: a codebook, parallel tasks, and a questionnaire after each task.
extension StudyReading {
    func codebook(_ fields: Fields) -> [Study.Code]? {
        guard fields["codebook"] != nil else { return nil }
        var seen: [String: Int] = [:]
        return fields.mappings("codebook", .code).map { fields in
            Study.Code(
                id: fields.uniqueID(&seen),
                title: fields.text("title"),
                kind: fields.choice("kind", default: .note)
            )
        }
    }

    func afterTask(_ fields: Fields) -> String? {
        guard let entry = fields["after_task"], let id = entry.text() else { return nil }
        references.use(.questionnaire, id, at: entry.place, by: "\"after_task\" of the study")
        return id
    }

    /// Reads the parallel task sets, which must all have the same number of tasks. Returns nil if
    /// the study has none. The phases contain the tasks of the first set; the tasks of another set
    /// can replace them.
    func taskSets(_ fields: Fields, phases: [Phase]) -> [Study.TaskSet]? {
        guard fields["task_sets"] != nil else { return nil }
        var sets: [Study.TaskSet] = []
        var (ids, seen): ([String: Int], Set<String>) = ([:], [])
        for entry in fields.members("task_sets", expected: Shape.taskSet.mapping) {
            guard let fields = Fields(entry, .taskSet) else { continue }
            let set = fields.uniqueID(&ids)
            let members = fields.members("tasks", expected: "a task's id")
            let tasks = members.compactMap { member -> String? in
                guard let id = member.text() else { return nil }
                references.use(.task, id, at: member.place, by: "a task set")
                if !seen.insert(id).inserted {
                    findings.error(
                        "repeated-task",
                        at: member.place,
                        "task \(quoted(id)) is twice in \"task_sets\"",
                        fix: "keep one"
                    )
                }
                return id
            }
            if let first = sets.first, first.tasks.count != tasks.count {
                findings.error(
                    "uneven-sets",
                    at: entry.place,
                    "task set \(quoted(set)) has \(counted(tasks.count, "task")), "
                        + "but the first set has \(first.tasks.count)",
                    fix: "give each set as many tasks as the first set"
                )
            }
            let project = folder("project", of: fields, "task set \(quoted(set))")
            sets.append(.init(id: set, tasks: tasks, project: project))
        }
        warnOfStrangers(sets, phases: phases, at: fields["task_sets"]?.place)
        return sets
    }

    private func warnOfStrangers(
        _ sets: [Study.TaskSet],
        phases: [Phase],
        at place: Diagnostic.Place?
    ) {
        let timed = phases.flatMap(\.flattened).flatMap { phase -> [String] in
            if case .tasks(let ids) = phase { ids } else { [] }
        }
        for id in sets.first?.tasks ?? [] where !timed.contains(id) {
            findings.error(
                "set-outside-phases",
                at: place,
                "task \(quoted(id)) of the first task set is not in the \"tasks\" of any phase",
                fix: "in the first set, list only tasks that are in the phases; if the plan "
                    + "assigns another set, its tasks replace the tasks of the first set"
            )
        }
        for id in sets.dropFirst().flatMap(\.tasks) where timed.contains(id) {
            findings.error(
                "set-in-phases",
                at: place,
                "task \(quoted(id)) of a later set is also in the phases",
                fix: "remove the task from the phases: if the plan assigns a later set, the tasks "
                    + "of that set replace those of the first set"
            )
        }
    }
}
