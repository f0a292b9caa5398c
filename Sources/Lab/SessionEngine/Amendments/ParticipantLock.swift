import Diagnostics
package import Foundation

/// The lock that lets only one process at a time write to a participant's log.
package enum ParticipantLock {
    package static func url(_ participant: String, results: String) -> URL {
        let file = URL(fileURLWithPath: results)
        return file.deletingLastPathComponent()
            .appendingPathComponent(".\(file.lastPathComponent).\(participant).lock")
    }

    /// Takes the participant's lock. Throws if a session of the participant is running.
    static func take(_ participant: String, results: String) throws(DiagnosticError) -> FolderLock {
        guard let lock = try FolderLock(at: url(participant, results: results)) else {
            throw DiagnosticError(
                "participant-busy",
                "a session of \(participant) is running in another evalrun process",
                fix: "finish it there, or use another participant code",
                status: .tryAgain
            )
        }
        return lock
    }
}
