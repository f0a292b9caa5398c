import ResultsStore
import StudyDefinition

extension Group {
    /// Answers to an item after a task, one element per participant. In parallel task sets, the
    /// answer after the participant's own variant.
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
