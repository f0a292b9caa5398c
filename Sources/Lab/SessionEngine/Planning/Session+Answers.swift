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

extension [StoredSession] {
    /// Whether the participant of these sessions refused the consent option `quote` in at least one
    /// of them.
    package var refuseQuotes: Bool { contains { $0.record.consent?.refuses(.quote) == true } }

    /// Throws if the participant of these sessions withdrew consent in one of them.
    package func requireNoWithdrawal(
        of participant: String,
        file: String
    ) throws(DiagnosticError) {
        guard contains(where: { $0.record.withdrawal != nil }) else { return }
        throw DiagnosticError(
            "withdrawn",
            at: .init(file: file),
            "\(participant) has withdrawn; their data are no longer used",
            status: .usage
        )
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
