package import Diagnostics
package import Foundation
package import ResultsStore
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
    func required(_ reason: String) throws(DiagnosticError) -> String {
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

    func append(
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
    func sessions(in store: ResultsStore) throws(DiagnosticError) -> [StoredSession] {
        let sessions = try store.sessions(participant: participant)
        guard sessions.isEmpty else { return sessions }
        throw try unknown(among: store)
    }

    private func unknown(among store: ResultsStore) throws(DiagnosticError) -> DiagnosticError {
        if try store.tombstones().contains(where: { $0.participant == participant }) {
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

// MARK: - Erasing

extension Aftermath {
    /// Erases the participant from the results file, their workspaces, and the folder that checks
    /// ran in; reports that were made before are marked stale.
    ///
    /// - Parameter reports: folders that may hold such reports, beside those the file knows.
    package func erase(
        reports: [String],
        cache: URL
    ) throws(DiagnosticError) -> Erasure {
        let studies = try studies()
        let lock = try ParticipantLock.take(participant, results: results)
        defer { lock.release() }
        var erasure = try ResultsStore.erase(
            participant: participant,
            path: results,
            wall: clock.now().wall
        )
        let folder = URL(fileURLWithPath: results).deletingLastPathComponent()
        for study in studies {
            let workspace = folder.appendingPathComponent("workspaces/\(study)/\(participant)")
            try remove(workspace)
            try remove(Workspace.before(workspace))
            try removeChecks(of: study, in: cache)
        }
        let all = Set(erasure.staleReports + reports + studies.map { "Reports/\($0)" })
        erasure.staleReports = []
        for path in all.sorted() where try markStale(path) { erasure.staleReports.append(path) }
        try remove(ParticipantLock.url(participant, results: results))
        try remove(URL(fileURLWithPath: LocalSocket.path(participant, results: results)))
        return erasure
    }

    /// Ids of the studies that the participant has sessions of.
    private func studies() throws(DiagnosticError) -> Set<String> {
        let store = try ResultsStore(path: results, access: .read)
        defer { store.close() }
        var studies: Set<String> = []
        for session in try sessions(in: store) {
            guard let hash = session.record.start?.study else { continue }
            studies.insert(try store.study(hash: hash).id)
        }
        return studies
    }

    /// Folders that checks ran in hold copies of workspaces; they are made again when needed.
    private func removeChecks(of study: String, in cache: URL) throws(DiagnosticError) {
        let checks = cache.appendingPathComponent("checks")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: checks.path)) ?? []
        let folders = names.filter {
            $0.hasPrefix("\(study)-") && !$0.hasSuffix(".lock") && !$0.hasSuffix(".scratch")
                && !$0.hasSuffix(".origin")
        }
        for folder in folders.map(checks.appendingPathComponent) {
            // A check of somebody else's session may run in it now.
            var lock = try FolderLock(at: folder.appendingPathExtension("lock"))
            while lock == nil {
                usleep(100_000)
                lock = try FolderLock(at: folder.appendingPathExtension("lock"))
            }
            defer { lock?.release() }
            try remove(folder)
            try remove(checks.appendingPathComponent("\(folder.lastPathComponent).scratch"))
        }
    }

    private func remove(_ url: URL) throws(DiagnosticError) {
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        do { try FileManager.default.removeItem(at: url) } catch {
            throw DiagnosticError(
                "not-removed",
                at: .init(file: url.path),
                "could not be removed: \(plain(error))",
                fix: "remove it by hand; the results file holds nothing of \(participant) any more",
                status: .inputOutput
            )
        }
    }

    /// Whether `path` holds a report; it then says that it is out of date.
    private func markStale(_ path: String) throws(DiagnosticError) -> Bool {
        let folder = URL(fileURLWithPath: path)
        guard
            FileManager.default.fileExists(atPath: folder.appendingPathComponent("report.md").path)
        else { return false }
        let words = """
            This report is stale: a participant was erased from its data after it was made.
            Make it again with `evalrun report`, and remove this folder or this file.

            """
        do {
            try words.write(
                to: folder.appendingPathComponent("STALE.md"),
                atomically: true,
                encoding: .utf8
            )
        } catch {
            throw DiagnosticError(
                "stale-report",
                at: .init(file: folder.path),
                "holds what was erased, and could not be marked: \(plain(error))",
                fix: "remove the report by hand",
                status: .inputOutput
            )
        }
        return true
    }
}
