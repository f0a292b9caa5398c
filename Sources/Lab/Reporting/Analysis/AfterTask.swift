import ResultsStore
import Statistics
import StudyDefinition

/// A number that a participant's answers after one run of a task give.
struct AfterTaskValue: Sendable {
    /// Index of the participant's session among the entries of the group.
    var entry: Int
    /// Id of the task; of parallel tasks, the id of the first set's task.
    var task: String
    /// Id of the task that the participant was given, and number of its run. The number is 0 unless
    /// the participant was observed in the task more than once.
    var source: (task: String, run: Int)
    var number: Double

    /// Returns for each of `count` entries the mean over its tasks; nil for an entry without a
    /// value. A task with several values is represented by their mean.
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
    /// Returns the numbers that the answers after tasks give, one for each task of each participant,
    /// or several if the participant was observed in the task more than once. `number` converts the
    /// answers to `items` after one run, at least one of which is a number. Runs for which it
    /// returns nil are left out. Imported answers count without a time or an outcome of their task.
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

/// A run after which questions are asked.
private struct AfterTaskRun: Hashable {
    var task: String
    var run: Int
}

extension Group {
    /// Returns the answers to an item that is asked after the task, as one array per participant.
    /// An array is empty if there is no answer, and has several answers if the participant was
    /// observed in the task more than once. If the study has parallel task sets, the answers are
    /// those given after the participant's own variant of the task.
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

    /// Returns one number for each participant who answered with a number. A participant who gave
    /// several numbers is represented by their mean.
    func numbers(_ item: Questionnaire.Item, after task: TaskResult) -> [Double] {
        answers(item, after: task).compactMap { answers in
            let numbers = answers.compactMap(\.value.number)
            return numbers.count == 1 ? numbers[0] : mean(numbers).value
        }
    }
}
