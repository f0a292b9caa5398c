package import Diagnostics
package import ResultsStore
import StudyDefinition

/// Changes to a participant's data after the sessions: amendment, exclusion, withdrawal and
/// erasure. All changes except erasure append an event, so that the log keeps the original record.
package struct SessionAmendments: Sendable {
    let results: String
    let participant: String
    let study: String?
    let clock = SessionClock.system

    /// Prepares changes to the data of `participant`.
    ///
    /// - Parameter study: id of the study whose sessions are amended or excluded. May be nil if the
    ///   participant has sessions of only one study.
    package init(results: String, participant: String, study: String? = nil) {
        (self.results, self.participant, self.study) = (results, participant, study)
    }

    /// Excludes the participant from the analysis of a study, or includes them again if `undo` is
    /// true.
    ///
    /// - Returns: the affected sessions.
    /// - Throws: `DiagnosticError` if the participant withdrew consent.
    package func exclude(
        reason: String,
        undo: Bool
    ) async throws(DiagnosticError) -> [StoredSession] {
        let reason = try required(reason)
        return try await append(toOneStudy: true) { session in
            switch (undo, session.record.exclusion) {
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
        return try await append(toOneStudy: false) { session in
            session.record.withdrawal == nil ? [.withdrawn(Decision(reason: reason))] : []
        }
        .count
    }

    /// Marks reports on the participant's studies as stale if they were written before the last
    /// change of the studies' data.
    ///
    /// - Parameter reason: a clause that states what changed, such as `an answer was amended`.
    /// - Returns: the folders of all stale reports: those that are now marked, those that were
    ///   marked already, and those that could not be marked.
    package func markReports(
        because reason: String
    ) async throws(DiagnosticError) -> (marked: [String], again: [String], unmarked: [String]) {
        let store = try ResultsStore(path: results, access: .create)
        defer { store.close() }
        var studies = Set(try sessions(in: store).map(\.study))
        if let study { studies.formIntersection([study]) }
        return try await store.markReports(on: studies, because: reason)
    }

    /// Returns whether the participant has a session for which no withdrawal is recorded. Throws if
    /// the participant has no session.
    package func isWithdrawable() throws(DiagnosticError) -> Bool {
        let store = try ResultsStore(path: results, access: .read)
        defer { store.close() }
        return try sessions(in: store).contains { $0.record.withdrawal == nil }
    }

    /// Returns `reason`, trimmed. Throws if `reason` is empty.
    func required(_ reason: String) throws(DiagnosticError) -> String {
        let words = reason.trimmed
        guard !words.isEmpty else {
            throw DiagnosticError(
                "no-reason",
                "--reason is empty",
                fix: "give the reason, which is kept with the change",
                status: .usage
            )
        }
        return words
    }

    /// Appends events to all sessions of the participant, or only to the sessions of one study, in
    /// one transaction. Returns the sessions to which it appended an event.
    func append(
        toOneStudy: Bool,
        _ events: @Sendable (StoredSession) throws(DiagnosticError) -> [SessionEvent]
    ) async throws(DiagnosticError) -> [StoredSession] {
        // Opening for writing would create a missing file, so the file is first opened for reading.
        try ResultsStore(path: results, access: .read).close()
        let store = try ResultsStore(path: results, access: .create)
        defer { store.close() }
        func affected() throws(DiagnosticError) -> [StoredSession] {
            try toOneStudy ? sessionsOfOneStudy(in: store) : self.sessions(in: store)
        }
        // Taking the lock creates a file, so an unknown participant is refused before that.
        _ = try affected()
        let lock = try ParticipantLock.take(participant, results: results)
        defer { lock.release() }
        // Another process may have changed the sessions before the lock was taken.
        let sessions = try affected()
        var new: [Int64: [SessionEvent]] = [:]
        for session in sessions {
            let own = try events(session)
            if !own.isEmpty { new[session.id] = own }
        }
        try await store.append(new, at: clock.now())
        return sessions.filter { new[$0.id] != nil }
    }

    /// Returns the participant's sessions. A code without a lab identifies only a participant of the
    /// file's lab, even if that participant has no session yet.
    ///
    /// - Throws: `DiagnosticError` if the participant has no session.
    func sessions(in store: ResultsStore) throws(DiagnosticError) -> [StoredSession] {
        let sessions = try store.sessions(participant: participant, isOwn: true)
        guard sessions.isEmpty else { return sessions }
        throw try unknown(among: store)
    }

    /// Returns the participant's sessions of ``study``, or all of the participant's sessions if
    /// ``study`` is nil.
    ///
    /// - Throws: `DiagnosticError` if the participant withdrew consent or has no session of the
    ///   study, or if ``study`` is nil and the participant has sessions of several studies.
    func sessionsOfOneStudy(in store: ResultsStore) throws(DiagnosticError) -> [StoredSession] {
        let all = try sessions(in: store)
        try all.requireNoWithdrawal(of: participant, file: results)
        let known = Set(all.map(\.study)).sorted()
        if let study, !known.contains(study) {
            throw DiagnosticError(
                "no-session-of-study",
                at: .init(file: results),
                "\(participant) has no session of study \"\(study)\"",
                fix: suggestion(for: study, among: known),
                status: .usage
            )
        }
        if study == nil, known.count > 1 {
            throw DiagnosticError(
                "which-study",
                at: .init(file: results),
                "\(participant) has sessions of several studies: \(known.joined(separator: ", "))",
                fix: "select a study with --study",
                status: .usage
            )
        }
        return all.filter { study == nil || $0.study == study }
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
