package import Diagnostics
import Foundation
import ResultsStore
import StudyDefinition

/// What is done about a participant's data after their sessions. All of it but erasure is a new
/// event: what was recorded first stays in the log.
package struct Aftermath: Sendable {
    let results: String
    let participant: String
    let clock: SessionClock

    package init(results: String, participant: String, clock: SessionClock = .system) {
        (self.results, self.participant, self.clock) = (results, participant, clock)
    }

    /// Leaves the participant out of the analysis, or takes that back.
    ///
    /// Returns how many sessions it concerns.
    @discardableResult
    package func exclude(
        reason: String,
        undo: Bool = false
    ) async throws(DiagnosticError) -> Int {
        let reason = try required(reason)
        return try await append { record in
            switch (undo, record.exclusion) {
            case (false, nil): [.excluded(Decision(reason: reason))]
            case (true, .some): [.included(Decision(reason: reason))]
            default: []
            }
        }
    }

    /// Records that the participant takes their consent back.
    @discardableResult
    package func withdraw(reason: String) async throws(DiagnosticError) -> Int {
        let reason = try required(reason)
        return try await append { record in
            record.withdrawal == nil ? [.withdrawn(Decision(reason: reason))] : []
        }
    }

    /// Throws where `reason` says nothing.
    private func required(_ reason: String) throws(DiagnosticError) -> String {
        let words = reason.trimmed
        guard !words.isEmpty else {
            throw DiagnosticError(
                "no-reason",
                "--reason says nothing",
                fix: "say why; the report prints it",
                status: .usage
            )
        }
        return words
    }

    private func append(
        _ events: @Sendable (SessionRecord) throws(DiagnosticError) -> [SessionEvent]
    ) async throws(DiagnosticError) -> Int {
        // Looked at before it is opened for writing, which would make it.
        try ResultsStore(path: results, access: .read).close()
        let store = try ResultsStore(path: results, access: .create)
        defer { store.close() }
        let sessions = try sessions(in: store)
        let lock = try ParticipantLock.take(participant, results: results)
        defer { lock.release() }
        var touched = 0
        for session in sessions {
            let log = try store.reopen(session: session.id)
            let new = try events(session.record)
            guard !new.isEmpty else { continue }
            try log.append(new, at: clock.now())
            touched += 1
        }
        return touched
    }

    /// The participant's sessions; throws where there are none.
    private func sessions(in store: ResultsStore) throws(DiagnosticError) -> [StoredSession] {
        let sessions = try store.sessions(participant: participant)
        guard sessions.isEmpty else { return sessions }
        throw try unknown(among: store)
    }

    func unknown(among store: ResultsStore) throws(DiagnosticError) -> DiagnosticError {
        if try store.isErased(participant) {
            return DiagnosticError(
                "erased-participant",
                at: .init(file: results),
                "\(participant) was erased; there is nothing left to change",
                status: .noInput
            )
        }
        return DiagnosticError(
            "unknown-participant",
            at: .init(file: results),
            "holds no session of \"\(participant)\"",
            fix: suggestion(for: participant, among: try store.participants()),
            status: .noInput
        )
    }
}

// MARK: - Amending

extension Aftermath {
    /// An answer that is corrected after the session.
    package struct Amendment: Sendable {
        package var questionnaire: String
        package var item: String
        /// Needed where the questionnaire was answered in several conditions.
        package var condition: String?
        /// As a person types it; empty takes the answer away.
        package var answer: String
        package var reason: String

        package init(
            questionnaire: String,
            item: String,
            condition: String?,
            answer: String,
            reason: String
        ) {
            self.questionnaire = questionnaire
            self.item = item
            self.condition = condition
            self.answer = answer
            self.reason = reason
        }
    }

    /// Corrects an answer; the history stays in the log. Returns the old and the new answer's words.
    package func amend(_ amendment: Amendment) async throws(DiagnosticError) -> (String, String) {
        let reason = try required(amendment.reason)
        let (key, item, old) = try answer(amendment)
        let value: AnswerValue
        do { value = try item.read(amendment.answer) } catch {
            throw DiagnosticError(
                "amendment",
                "\(key.questionnaire) → \(key.item): \(error.sentence)",
                fix: "give --answer as the participant would have; nothing was changed",
                status: .usage
            )
        }
        _ = try await append { record in
            guard let standing = record.answers[key], standing.value != value else { return [] }
            return [
                .answered(
                    Answered(
                        questionnaire: key.questionnaire,
                        item: key.item,
                        condition: key.condition,
                        value: value,
                        contradicts: standing.contradicts,
                        amendment: reason
                    )
                )
            ]
        }
        return (old, value.raw)
    }

    private func answer(
        _ amendment: Amendment
    ) throws(DiagnosticError) -> (SessionRecord.AnswerKey, Questionnaire.Item, String) {
        let store = try ResultsStore(path: results, access: .read)
        defer { store.close() }
        let sessions = try sessions(in: store)
        let given = sessions.flatMap { $0.record.answers.keys }.sorted()
        let named = given.filter {
            $0.questionnaire == amendment.questionnaire && $0.item == amendment.item
        }
        guard !named.isEmpty else {
            throw DiagnosticError(
                "no-such-answer",
                at: .init(file: results),
                "\(participant) has no answer \(amendment.questionnaire) → \(amendment.item)",
                fix: suggestion(
                    for: "\(amendment.questionnaire) \(amendment.item)",
                    among: Set(given.map { "\($0.questionnaire) \($0.item)" })
                ),
                status: .usage
            )
        }
        let matching = named.filter {
            amendment.condition == nil || $0.condition == amendment.condition
        }
        guard let key = matching.first, matching.count == 1 else {
            let conditions = named.map(\.condition).joined(separator: ", ")
            throw DiagnosticError(
                "which-condition",
                "\(amendment.questionnaire) was answered in \(conditions)",
                fix: "name one with --condition",
                status: .usage
            )
        }
        for session in sessions.reversed() {
            guard let answer = session.record.answers[key], let hash = session.record.start?.study
            else { continue }
            let questionnaire = try store.study(hash: hash).questionnaires
                .first { $0.id == key.questionnaire }
            if let item = questionnaire?.items.first(where: { $0.id == key.item }) {
                return (key, item, answer.value.raw)
            }
        }
        throw DiagnosticError(
            "no-such-answer",
            at: .init(file: results),
            "the definition that it was asked with has no such item",
            status: .data
        )
    }
}
