import ResultsStore
import Statistics
import StudyDefinition

/// A number computed from a participant's answers after one run of a task.
struct AfterTaskValue: Sendable {
    /// Index of the participant's session in ``Group/entries``.
    var entry: Int
    /// Id of the task in the first task set. If the participant worked on another task set, this is
    /// the task that corresponds to the participant's own task.
    var task: String
    /// Id of the task that the participant worked on, and number of the run. The run number is 0
    /// unless the participant was observed in the task more than once.
    var source: (task: String, run: Int)
    var number: Double

    /// Returns one value for each of `count` sessions: the mean of the session's values over the
    /// tasks; nil for a session without a value. Several values for the same task are averaged
    /// first.
    static func means(_ values: [AfterTaskValue], of count: Int) -> [Double?] {
        var means = [Double?](repeating: nil, count: count)
        for (entry, own) in values.grouped(by: \.entry) {
            let tasks = own.grouped(by: \.task)
            means[entry] = mean(tasks.compactMap { mean($0.elements.map(\.number)).value }).value
        }
        return means
    }
}

extension ReportAnalysis.Part {
    /// Returns one value for each task of each participant, computed from the answers after the
    /// task. A participant who was observed in a task more than once has one value for each run.
    ///
    /// The function `number` computes the value from the numeric answers to `items` after one run,
    /// or returns nil if the run has no value. It is called only if at least one of these answers
    /// is a number. Imported answers are used even if their task has no time or outcome.
    func valuesAfterTasks(
        _ questionnaire: Questionnaire,
        _ items: [Questionnaire.Item],
        _ number: ([Double?]) -> Double?
    ) -> [AfterTaskValue] {
        group.tasks.flatMap { variants -> [AfterTaskValue] in
            let ids = Set(variants.map(\.id))
            let asked = group.questions.keys.filter {
                $0.questionnaire == questionnaire.id && $0.condition == group.conditionID
                    && ids.contains($0.task)
            }
            let runs = Set(asked.map { AfterTaskRun(task: $0.task, run: $0.run) })
                .sorted { ($0.task, $0.run) < ($1.task, $1.run) }
            return runs.flatMap { run -> [AfterTaskValue] in
                let columns = items.map {
                    group.column(questionnaire.id, $0.id, task: run.task, run: run.run)
                }
                return group.entries.enumerated().compactMap { place, entry -> AfterTaskValue? in
                    let answers = columns.map { entry.answer($0)?.value.number }
                    guard answers.contains(where: { $0 != nil }), let value = number(answers)
                    else { return nil }
                    return AfterTaskValue(
                        entry: place,
                        task: variants[0].id,
                        source: (run.task, run.run),
                        number: value
                    )
                }
            }
        }
    }
}

/// A task, and the number of the run after which questions were asked. The number is 0 if the
/// answers belong to no particular run.
private struct AfterTaskRun: Hashable {
    var task: String
    var run: Int
}

extension Group {
    /// Returns one array per participant with the answers to an item that is asked after the task.
    /// The array is empty for a participant without an answer. It can have several elements for a
    /// participant who was observed in the task more than once. If the participant worked on a
    /// parallel task, the answers are about that task.
    func answers(
        _ item: Questionnaire.Item,
        after task: TaskResult
    ) -> [[SessionRecord.Answer]] {
        guard let questionnaire = afterTask else { return [] }
        let columns = task.variants.compactMap { column(questionnaire.id, item.id, task: $0.id) }
        let ids = Set(task.variants.map(\.id))
        let repeated = questions.filter { key, _ in
            key.run > 0 && key.questionnaire == questionnaire.id && key.item == item.id
                && key.condition == conditionID && ids.contains(key.task)
        }
        .sorted { $0.key < $1.key }.map(\.value)
        return entries.map { entry in
            let own = repeated.compactMap { entry.answer($0) }
            guard own.isEmpty else { return own }
            return columns.lazy.compactMap { entry.answer($0) }.first.map { [$0] } ?? []
        }
    }

    /// Returns one number for each participant who answered `item` with a number. If a participant
    /// gave several numbers, their mean is used.
    func numbers(_ item: Questionnaire.Item, after task: TaskResult) -> [Double] {
        answers(item, after: task).compactMap { answers in
            let numbers = answers.compactMap(\.value.number)
            return numbers.count == 1 ? numbers[0] : mean(numbers).value
        }
    }
}
