import ResultsStore
import StudyDefinition

extension Group {
    /// What was answered to an item after a task, one place for each participant: after the task
    /// that the participant met of those that take its place.
    func answers(
        _ item: Questionnaire.Item,
        after task: TaskResult
    ) -> [SessionRecord.Answer?] {
        guard let questionnaire = afterTask else { return [] }
        let columns = task.variants.map {
            column(questionnaire.id, item.id, task: $0.id)
        }
        return entries.map { entry in
            columns.lazy.compactMap { entry.answer($0) }.first
        }
    }
}
