extension Study {
    /// The conditions of a session if neither a plan nor the command line names conditions.
    package var usualConditions: [Condition] {
        let usual = conditions.filter { $0.onlyPlanned != true }
        return usual.isEmpty ? conditions : usual
    }

    /// A remark that a session without a plan has only some of the conditions. It names the
    /// conditions that such a session has, and the conditions that it lacks. Nil if a session
    /// without a plan has all conditions.
    package var remarkWithoutPlan: String? {
        let (usual, others) = (usualConditions, conditions.filter { $0.onlyPlanned == true })
        guard usual.count + others.count == conditions.count, !others.isEmpty else { return nil }
        func list(_ conditions: [Condition]) -> String {
            conditions.map { "\"\($0.id)\"" }.joined(separator: ", ")
        }
        return "without a plan, each session has \(list(usual)) but not \(list(others))"
    }

    /// Returns the parallel task set that contains the task. Nil if none does.
    package func taskSet(of task: String) -> TaskSet? {
        taskSets?.first { $0.tasks.contains(task) }
    }

    /// Returns the counterpart of `task` in the first parallel task set: the task at the same
    /// position. Returns `task` itself if it is in the first set or in no set. Tasks with the same
    /// counterpart are compared with each other.
    package func counterpart(of task: String) -> String {
        counterpart(of: task, in: taskSets?.first)
    }

    /// Returns the counterpart of `task` in `set`: the task at the same position. Returns `task`
    /// itself if `set` is nil or too short, or if `task` belongs to no set.
    package func counterpart(of task: String, in set: TaskSet?) -> String {
        guard let set, let place = taskSet(of: task)?.tasks.firstIndex(of: task),
            set.tasks.indices.contains(place)
        else { return task }
        return set.tasks[place]
    }

    /// Returns the folders with the starter files for `task` in `condition`. They are copied to the
    /// workspace in this order, so files of the second folder replace files of the first.
    package func starter(of task: String, in condition: String) -> [String] {
        let own = folder(of: condition, with: "project").map { "\($0)/project" }
        return [taskSet(of: task)?.project ?? project.folder] + (own.map { [$0] } ?? [])
    }

    /// Paths of the folders with the study's materials: the project's folder, the conditions'
    /// folders, and the task sets' project folders. The paths are normalized like those in
    /// ``StudyFolder/files``: `./project/` becomes `project`.
    package var materialFolders: [String] {
        let named =
            [project.folder] + conditions.compactMap(\.folder)
            + (taskSets ?? []).compactMap(\.project)
        return named.map { folder in
            folder.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
        }
    }

    /// Returns the solution's folder for `task` in `condition`.
    package func solution(of task: String, in condition: String) -> String {
        (folder(of: condition, with: "solutions").map { "\($0)/" } ?? "") + "solutions/\(task)"
    }

    private func folder(of condition: String, with part: String) -> String? {
        let found = conditions.first { $0.id == condition }
        return found?.own?.contains(part) == false ? nil : found?.folder
    }
}
