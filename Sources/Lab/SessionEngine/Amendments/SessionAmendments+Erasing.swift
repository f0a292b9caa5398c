package import Diagnostics
package import Foundation
package import ResultsStore
import StudyDefinition

extension SessionAmendments {
    /// Erases the participant from the results file. Removes the participant's workspaces and the
    /// folders in which checks ran, and marks earlier reports as stale.
    ///
    /// Also finishes an earlier, interrupted erasure. If the participant has no sessions left,
    /// `Erasure.sessions` is the number of sessions in the earlier erasure, and `Erasure.events`
    /// is nil.
    ///
    /// - Parameter reports: folders with earlier reports, in addition to those that the results
    ///   file lists.
    package func erase(reports: [String], cache: URL) throws(DiagnosticError) -> Erasure {
        let (hasSessions, unfinished) = try present()
        // A read-only results file is refused before the lock file is created next to it.
        try ResultsStore(path: results, access: .create, finishing: false).close()
        // Takes the lock only if there are sessions. If this process were killed, the lock file
        // would remain, and its name contains the participant's code.
        let lock = try hasSessions ? ParticipantLock.take(participant, results: results) : nil
        defer { lock?.release() }
        let folders = Set(reports.map { URL(fileURLWithPath: $0).standardizedFileURL.path })
        let results = results
        var erasure = try ResultsStore.erase(
            participant: participant,
            path: results,
            wall: clock.now().wall,
            reports: folders.filter(Self.holdsReport).sorted(),
            leftovers: { Leftovers(results: results, cache: cache).of($0) }
        )
        // `Leftovers` omits the lock file if the code may also identify a participant of another
        // lab. The lock file is therefore removed here.
        lock?.remove(ParticipantLock.url(participant, results: results))
        if erasure.sessions == 0 { (erasure.sessions, erasure.events) = (unfinished, nil) }
        try requireFinished(erasure)
        erasure.staleReports = erasure.staleReports.filter(Self.holdsReport)
        return erasure
    }

    /// Throws if the results file contains no data to erase for the participant, or if one of the
    /// folders `reports` contains no report.
    package func requireSomethingToErase(reports: [String]) throws(DiagnosticError) {
        _ = try present()
        for report in reports where !Self.holdsReport(report) { throw noReport(report) }
    }

    /// Returns whether the participant has sessions, and the number of the participant's erased
    /// sessions whose erasure may be unfinished. Throws if the participant has neither sessions nor
    /// such erased sessions.
    private func present() throws(DiagnosticError) -> (hasSessions: Bool, unfinished: Int) {
        let store = try ResultsStore(path: results, access: .read, finishing: false)
        defer { store.close() }
        // The results file lists the files that must still be removed and the reports that must
        // still be marked, but not the participants to whom they belong.
        let remains = try !store.unfinishedErasure().isEmpty
        let unfinished = try store.tombstones().filter {
            [$0.participant, "\($0.lab)/\($0.participant)"].contains(participant)
                && (remains || !$0.isFinished)
        }
        let sessions = try store.sessions(participant: participant, isOwn: true)
        if sessions.isEmpty, unfinished.isEmpty { throw try unknown(among: store) }
        return (!sessions.isEmpty, unfinished.count)
    }

    private static func holdsReport(_ folder: String) -> Bool {
        StaleReport.holdsReport(URL(fileURLWithPath: folder))
    }

    private func noReport(_ folder: String) -> DiagnosticError {
        DiagnosticError(
            "no-report",
            at: .init(file: folder),
            "contains no report",
            expected: "a folder with one of: \(StaleReport.names.joined(separator: ", "))",
            fix: "check the name after --report; nothing was erased",
            status: .noInput
        )
    }

    private func requireFinished(_ erasure: Erasure) throws(DiagnosticError) {
        if erasure.unfinished.isEmpty { return }
        let rest = erasure.unfinished.diagnostics(in: results, retry: "run the same command again")
        throw DiagnosticError(
            [
                Diagnostic(
                    "erasure-unfinished",
                    at: .init(file: results),
                    "the sessions of \(participant) were deleted for good, but the erasure is not "
                        + "finished"
                )
            ] + rest,
            status: .inputOutput
        )
    }
}

/// Locations of session data outside the results file.
struct Leftovers: Sendable {
    var results: String
    var cache: URL

    /// Returns the files and folders of an erased session. If the tombstone has no participant
    /// code, returns only the session's workspaces and the study's check folders. The code is left
    /// out of a tombstone if a participant of another lab in the results file may have the same
    /// code.
    func of(_ tombstone: Tombstone) -> [Leftover] {
        let (study, participant) = (tombstone.study, tombstone.participant)
        let workspaces = WorkspacePlace.paths(
            results: results,
            study: study,
            participant: participant,
            session: tombstone.uuid
        )
        let folders = workspaces.map { Leftover(path: $0) } + checks(of: study)
        if participant.isEmpty { return folders }
        let room = ControlSocket.roomFile(participant, results: results).lastPathComponent
        let files = [
            ParticipantLock.url(participant, results: results).lastPathComponent,
            room, room + ControlSocket.newRoomFile,
            ControlSocket.path(participant, results: results),
        ]
        return folders + files.map { Leftover(path: $0) }
    }

    /// Returns the study's check folders. They contain copies of workspaces and are created again
    /// when needed. Each has a lock, because a check of another session may be running in it.
    private func checks(of study: String) -> [Leftover] {
        let checks = cache.appendingPathComponent("checks")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: checks.path)) ?? []
        return names.filter { name in
            // The id of another study may begin with this study's id and a hyphen.
            let end = name.dropFirst(study.count + 1)
            return name.hasPrefix("\(study)-") && end.count == 12 && end.allSatisfy(\.isHexDigit)
        }
        .flatMap { name in
            let folder = checks.appendingPathComponent(name).path
            return ["", ".scratch"].map { Leftover(path: folder + $0, lock: "\(folder).lock") }
        }
    }
}
