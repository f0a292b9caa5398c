extension Study {
    /// The conditions of a session for which neither a plan nor the command line says any.
    package var usualConditions: [Condition] {
        let usual = conditions.filter { $0.onlyPlanned != true }
        return usual.isEmpty ? conditions : usual
    }

    /// The parallel set that a task is of.
    package func taskSet(of task: String) -> TaskSet? {
        taskSets?.first { $0.tasks.contains(task) }
    }

    /// The task of the first set whose place `task` takes; itself, where it is of no other set.
    /// Tasks with the same counterpart are compared with each other.
    package func counterpart(of task: String) -> String {
        guard let set = taskSet(of: task), let first = taskSets?.first,
            let place = set.tasks.firstIndex(of: task), first.tasks.indices.contains(place)
        else { return task }
        return first.tasks[place]
    }

    /// Folders of the starter for `task` in `condition`, each laid over the one before.
    package func starter(of task: String, in condition: String) -> [String] {
        let own = folder(of: condition, with: "project").map { "\($0)/project" }
        return [taskSet(of: task)?.project ?? project.folder] + (own.map { [$0] } ?? [])
    }

    /// Folder of the solution of `task` in `condition`.
    package func solution(of task: String, in condition: String) -> String {
        (folder(of: condition, with: "solutions").map { "\($0)/" } ?? "") + "solutions/\(task)"
    }

    private func folder(of condition: String, with part: String) -> String? {
        let found = conditions.first { $0.id == condition }
        return found?.own?.contains(part) == false ? nil : found?.folder
    }
}
