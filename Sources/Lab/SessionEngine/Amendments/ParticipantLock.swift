import Diagnostics
package import Foundation

/// The lock that a process must hold to write to a participant's log. Only one process at a time
/// can hold it.
package enum ParticipantLock {
    /// Returns the participant's lock file. Ignores the lab in a code such as `oslo/P1`: `P1` and
    /// `oslo/P1` have the same lock file, because both codes may identify the same person.
    package static func url(_ participant: String, results: String) -> URL {
        let file = URL(fileURLWithPath: results)
        let code = participant.split(separator: "/").last.map(String.init) ?? participant
        return file.deletingLastPathComponent()
            .appendingPathComponent(".\(file.lastPathComponent).\(code).lock")
    }

    /// Takes the participant's lock. Throws if another process holds the lock: a session, or a
    /// command that writes to the participant's log, such as `rate`.
    ///
    /// - Parameter alternative: a second piece of advice for the error, after the advice to wait
    ///   for the other process. Nil if there is none.
    static func take(
        _ participant: String,
        results: String,
        alternative: String? = nil
    ) throws(DiagnosticError) -> FolderLock {
        guard let lock = try takeIfFree(participant, results: results) else {
            throw DiagnosticError(
                "participant-busy",
                "another evalrun process is using the data of \(participant): it runs a session or "
                    + "a command such as `rate`",
                fix: "when that process has ended, run this command again"
                    + (alternative.map { "; or \($0)" } ?? ""),
                status: .tryAgain
            )
        }
        return lock
    }

    /// Takes the participant's lock. Returns nil if another process holds the lock.
    static func takeIfFree(
        _ participant: String,
        results: String
    ) throws(DiagnosticError) -> FolderLock? {
        try FolderLock(at: url(participant, results: results))
    }
}
