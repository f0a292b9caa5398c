import Diagnostics
import ResultsStore
import Statistics
import StudyDefinition

extension ReportAnalysis {
    /// Returns the blocks that follow a group's table of times: results per task set, the mean time
    /// in each state of a task (such as paused or checking), and the trend across the tasks.
    @ListBuilder<Block> func extraTimes(_ part: Part) -> [Block] {
        taskSets(part)
        segments(part)
        learning(part)
    }

    /// Returns a table of the mean time in each state of a task. Imported sessions are left out,
    /// because they have only one time per task. Nil if no task was started in any session that was
    /// not imported.
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
            caption: title("Segments of time, mean seconds of all started attempts", part),
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

    private func learning(_ part: Part) -> Phrase? {
        guard part.tasks.count > 2, part.group.entries.count > 1 else { return nil }
        let rows = part.group.entries.indices.map { index in
            part.tasks.map { task in
                task.cells[index].outcome.isSuccess ? task.cells[index].seconds : nil
            }
        }
        let curve = learningCurve(rows)
        let order =
            part.group.entries.contains(where: \.isImported)
            ? "The order of tasks is the study's; imported files do not state the order in which the tasks were done."
            : "All participants did the tasks in the study's order."
        let caution = """
            \(order) The effects of practice, fatigue and task difficulty cannot be separated.
            """
        switch curve.test {
        case .value(let test):
            let interval = test.ratioInterval
            let digits = decimals(of: interval, atLeast: 2, null: 1)
            return """
                From one task to the next, the time of a participant changed by a factor of \
                \(fixed(test.ratio, digits)) (95 % t interval of the slopes of ln time \
                \(span(interval, digits)), \(counted(curve.slopes.count, "participant"))). \
                \(caution)
                """
        case .notComputable(let reason):
            return "The trend over the tasks is not computable, because \(reason). \(caution)"
        }
    }
}
