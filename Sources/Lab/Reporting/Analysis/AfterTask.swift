import ResultsStore
import Statistics
import StudyDefinition

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
