import ResultsStore
import Statistics
import StudyDefinition

extension Group {
    /// Returns the answers to an item after a task, one element per participant. With parallel task
    /// sets, the answers are those after the variant that the participant was given. An element
    /// holds several answers if the participant was observed several times in the task.
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

    /// Returns the numbers among the answers, one per participant who gave a number. If a
    /// participant gave several, the number is their mean.
    func numbers(_ item: Questionnaire.Item, after task: TaskResult) -> [Double] {
        answers(item, after: task).compactMap { answers in
            let numbers = answers.compactMap(\.value.number)
            return numbers.count == 1 ? numbers[0] : mean(numbers).value
        }
    }
}
