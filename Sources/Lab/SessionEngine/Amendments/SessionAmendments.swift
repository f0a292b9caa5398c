package import Diagnostics
import ResultsStore

/// Changes to a participant's data after their sessions. All of them except erasure append an
/// event, so that the log keeps the original record.
package struct SessionAmendments: Sendable {
    let results: String
    let participant: String
    let clock = SessionClock.system

    package init(results: String, participant: String) {
        (self.results, self.participant) = (results, participant)
    }

    /// Excludes the participant from the analysis, or includes them again if `undo` is true.
    ///
    /// Returns the number of affected sessions.
    @discardableResult
    package func exclude(reason: String, undo: Bool = false) async throws(DiagnosticError) -> Int {
        let reason = try required(reason)
        return try await append { record in
            switch (undo, record.exclusion) {
            case (false, nil): [.excluded(Decision(reason: reason))]
            case (true, .some): [.included(Decision(reason: reason))]
            default: []
            }
        }
    }

    /// Records that the participant withdraws their consent. Returns the number of affected
    /// sessions.
    @discardableResult
    package func withdraw(reason: String) async throws(DiagnosticError) -> Int {
        let reason = try required(reason)
        return try await append { record in
            record.withdrawal == nil ? [.withdrawn(Decision(reason: reason))] : []
        }
    }

    /// Returns whether the participant has withdrawn their consent.
    package func hasWithdrawn() throws(DiagnosticError) -> Bool {
        let store = try ResultsStore(path: results, access: .read)
        defer { store.close() }
        return try sessions(in: store).contains { $0.record.withdrawal != nil }
    }

    /// Returns `reason`, trimmed. Throws if `reason` is empty.
    func required(_ reason: String) throws(DiagnosticError) -> String {
        let words = reason.trimmed
        guard !words.isEmpty else {
            throw DiagnosticError(
                "no-reason",
                "--reason is empty",
                fix: "give the reason; the report prints it",
                status: .usage
            )
        }
        return words
    }

    func append(
        _ events: @Sendable (SessionRecord) throws(DiagnosticError) -> [SessionEvent]
    ) async throws(DiagnosticError) -> Int {
        // Opening for writing would create a missing file, so the file is first opened for reading.
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

    /// Returns the participant's sessions.
    ///
    /// - Throws: `DiagnosticError` if the participant has no session.
    func sessions(in store: ResultsStore) throws(DiagnosticError) -> [StoredSession] {
        let sessions = try store.sessions(participant: participant)
        guard sessions.isEmpty else { return sessions }
        throw try unknown(among: store)
    }

    func unknown(among store: ResultsStore) throws(DiagnosticError) -> DiagnosticError {
        if try store.isErased(participant) {
            return DiagnosticError(
                "erased-participant",
                at: .init(file: results),
                "the data of \(participant) were erased; nothing is left to change",
                status: .noInput
            )
        }
        return try store.unknownParticipant(participant, file: results)
    }
}
