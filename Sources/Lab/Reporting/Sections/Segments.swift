import Diagnostics
import ResultsStore
import Statistics
import StudyDefinition

extension ReportAnalysis {
    /// Returns the blocks that follow a group's table of times:
    ///
    /// - the results per task set;
    /// - the mean time in each state of a task, such as paused or checking;
    /// - the trend across the tasks.
    @ListBuilder<Block> func extraTimes(_ part: Part) -> [Block] {
        taskSets(part)
        segments(part)
        learning(part)
    }

    /// Returns a table of the mean time in each state of a task. Imported sessions are left out,
    /// because they have only one time per task. Nil if all sessions were imported, or if no task
    /// was started.
    private func segments(_ part: Part) -> Table? {
        let entries = part.group.entries.filter { !$0.isImported }
        guard !entries.isEmpty else { return nil }
        var hasRuns = false
        let rows = part.tasks.map { task -> [Phrase] in
            let ids = task.variants.map(\.id)
            let runs = entries.compactMap { entry in
                entry.run(of: ids, condition: part.group.conditionID)
            }
            .filter(\.hasStarted)
            hasRuns = hasRuns || !runs.isEmpty
            func average(_ nanoseconds: (SessionResults.Run) -> Int64) -> Phrase {
                guard !runs.isEmpty else { return "-" }
                let total = runs.reduce(0.0) { $0 + Double(nanoseconds($1)) / 1e9 }
                return "\(fixed(total / Double(runs.count), 1))"
            }
            return [
                label(task), "\(runs.count)", average { $0.running - $0.assisted },
                average(\.assisted), average(\.paused), average(\.checking),
            ]
        }
        guard hasRuns else { return nil }
        return Table(
            caption: title("Segments of an attempt: mean seconds over all started attempts", part),
            columns: ["Task"],
            figures: ["Attempts", "Before an assist", "After an assist", "Paused", "Checking"],
            rows: rows,
            notes: [
                """
                Time on task is the sum of the first two segments. The attempts include failures. \
                Pauses, and the build and check after “done”, never count as time on task.
                """
            ]
        )
    }

    /// Returns the trend of the times over the tasks. Uses only participants with a time for every
    /// task, because slopes over different tasks are not comparable.
    private func learning(_ part: Part) -> Phrase? {
        let ids = Set(part.countedTasks.map(\.task.id))
        guard ids.count > 2, part.group.entries.count > 1, part.isTried else { return nil }
        let complete = part.group.entries.indices.filter { part.totalByParticipant[$0] != nil }
        let rows = complete.map { index in
            part.order(of: index).filter { ids.contains(part.tasks[$0].task.id) }
                .map { part.tasks[$0].cells[index].successTime }
        }
        let caution = """
            \(orderOfTasks(part)) The effects of practice, fatigue and task difficulty cannot be \
            separated.
            """
        guard rows.count > 1 else {
            return """
                The trend over the tasks is not computable, because fewer than two participants \
                completed every task\(part.inKnownTime). \(caution)
                """
        }
        let curve = learningCurve(rows)
        switch curve.test {
        case .value(let test):
            let interval = test.ratioInterval
            let digits = decimals(of: interval, atLeast: 2, null: 1)
            return """
                From one task to the next, the time of a participant changed by a factor of \
                \(fixed(test.ratio, digits)) (95 % t interval of the slopes of ln time \
                \(span(interval, digits)), \(counted(curve.slopes.count, "participant")) who \
                completed every task\(part.inKnownTime)). \(caution)
                """
        case .notComputable(let reason):
            return "The trend over the tasks is not computable, because \(reason). \(caution)"
        }
    }

    /// Returns text that states whether the trend uses the study's order of tasks or each
    /// participant's own order. Imported sessions use the study's order.
    private func orderOfTasks(_ part: Part) -> String {
        switch (part.isInStudyOrder, part.group.entries.contains(where: \.isImported)) {
        case (true, false): "All participants did the tasks in the study's order."
        case (true, true):
            """
            The order of tasks is the study's; imported files do not state the order in which the \
            tasks were done.
            """
        case (false, false):
            """
            Not all participants did the tasks in the study's order; the trend uses each \
            participant's own order.
            """
        case (false, true):
            """
            Not all participants did the tasks in the study's order; the trend uses each \
            participant's own order. For imported sessions it uses the study's order, because \
            imported files do not state the order in which the tasks were done.
            """
        }
    }
}

extension ReportAnalysis.Part {
    /// Returns the indices of the tasks, in the order in which a participant did the tasks. A task
    /// without a run keeps its position. For an imported session, returns the study's order.
    ///
    /// - Parameter place: index of the participant in the group.
    func order(of place: Int) -> [Int] {
        var order = Array(tasks.indices)
        let runs = order.compactMap { task in
            tasks[task].cells[place].run.map { (number: $0, task: task) }
        }
        for (position, run) in zip(runs, runs.sorted { $0.number < $1.number }) {
            order[position.task] = run.task
        }
        return order
    }

    /// Whether any participant of the group started any of the tasks.
    var isTried: Bool {
        tasks.contains { task in
            task.cells.contains { $0.outcome != .skipped && $0.outcome != .notAttempted }
        }
    }

    /// Whether every participant did the tasks in the study's order.
    var isInStudyOrder: Bool {
        group.entries.indices.allSatisfy { order(of: $0) == Array(tasks.indices) }
    }
}
