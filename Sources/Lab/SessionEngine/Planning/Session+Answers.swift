package import Diagnostics
package import ResultsStore
import StudyDefinition

extension Answered {
    /// Creates the event that records `value` as the answer to the question `key`.
    init(
        _ key: SessionRecord.AnswerKey,
        _ value: AnswerValue,
        contradicts: Bool = false,
        amendment: String? = nil
    ) {
        self.init(
            questionnaire: key.questionnaire,
            item: key.item,
            condition: key.condition,
            task: key.task.isEmpty ? nil : key.task,
            run: key.run == 0 ? nil : key.run,
            value: value,
            contradicts: contradicts,
            amendment: amendment
        )
    }
}

extension SessionRecord {
    /// Updates the record with an event that is not in the results file yet.
    mutating func apply(_ event: SessionEvent, at stamp: Stamp) {
        apply(RecordedEvent(id: 0, number: eventCount + 1, stamp: stamp, event: event))
    }
}

extension Session {
    /// Returns the question in the step at `index`. Nil if the step is not a question.
    func question(
        at index: Int
    ) -> (item: Questionnaire.Item, key: SessionRecord.AnswerKey, asksAll: Bool)? {
        guard case .question(let id, let number, let condition, let task) = plan.steps[index],
            let questionnaire = study.questionnaires.first(where: { $0.id == id })
        else { return nil }
        let item = questionnaire.items[number]
        let key = SessionRecord.AnswerKey(
            condition: condition,
            questionnaire: id,
            item: item.id,
            task: task
        )
        return (item, key, questionnaire.asksAll == true)
    }
}

extension ResultsStore {
    /// Returns the error for a participant who has no session in this file.
    package func unknownParticipant(
        _ participant: String,
        file: String
    ) throws(DiagnosticError) -> DiagnosticError {
        DiagnosticError(
            "unknown-participant",
            at: .init(file: file),
            "contains no session of \"\(participant)\"",
            fix: suggestion(for: participant, among: try names()),
            status: .noInput
        )
    }
}
