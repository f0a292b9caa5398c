package import Diagnostics
package import Foundation
package import ResultsStore
package import StudyDefinition

/// A front end of a session, which shows the session's screens to people and reads their keys.
package protocol SessionFrontEnd: Sendable {
    /// Shows screens until the last one and returns that screen. Returns nil if the user left
    /// earlier.
    ///
    /// - Parameter post: an additional front end that gets the same screens. Nil if there is none.
    func run(
        _ screens: AsyncStream<Screen>,
        at seat: SessionSeat,
        with post: (any SessionPost)?
    ) async throws(DiagnosticError) -> Screen?
}

/// An additional front end of a session, which shows web pages.
package protocol SessionPost: Sendable {
    /// Stream of page statuses for the facilitator's terminal. A new status is sent whenever the
    /// status changes.
    var status: AsyncStream<RoomStatus> { get }
    /// Shows a screen. Called with all screens, in order.
    func show(_ screen: Screen)
    /// Handles new events of the log. Called after each commit.
    func recorded(_ events: [SessionEvent])
    /// Copies the participant's files into the workspace after a task's clock has stopped. Returns
    /// the reason for a failure; nil if all files are in the workspace.
    ///
    /// - Parameter waiting: a function that is called when a wait for files begins. It is not
    ///   called if there is nothing to wait for.
    func collect(_ waiting: @escaping @Sendable (AwaitedFiles) -> Void) async -> String?
    /// Stops the present wait for files. Later calls of ``collect(_:)`` wait for the participant's
    /// machine only if it is connected.
    func forgoFiles()
    func close()
}

/// Files of the participant that a session waits for after a task's clock has stopped.
package enum AwaitedFiles: Sendable, Hashable {
    /// The files on the machine on which the participant runs `evalrun join`.
    case machine
    /// The zip file that the participant's page began to send before the task's clock stopped.
    case zip
}

/// Status of the participant's page, for the facilitator.
package struct RoomStatus: Sendable, Hashable {
    /// The status without durations, such as `page connection lost`. In line mode, a new status is
    /// printed only if this text has changed.
    package var state: String
    /// Short status for the head of the screen, such as `page connection lost 0:12`.
    package var words: String
    /// Text that is added to the screen's notice. Nil if there is none.
    package var reminder: String?
    /// Addresses and advice, for the session's first screen and for the list of keys.
    package var details: [String]

    package init(state: String, words: String, reminder: String?, details: [String]) {
        (self.state, self.words) = (state, words)
        (self.reminder, self.details) = (reminder, details)
    }
}

extension Screen {
    /// Returns the screen's notice and `reminder`, each on its own line. Nil if both are nil.
    package func notice(with reminder: String?) -> String? {
        let texts = [notice, reminder].compactMap { $0 }
        return texts.isEmpty ? nil : texts.joined(separator: "\n")
    }
}

/// The session data that a front end needs.
package struct SessionSeat: Sendable {
    package let uuid: UUID
    /// Whether the session is new, that is, not yet in the results file.
    package let isNew: Bool
    package let participant: String
    package let study: StudyFolder
    package let results: String
    package let workspace: Workspace
    /// Environment variables of the commands that people run in the workspace.
    package let environment: [String: String]
    package let clock: SessionClock
    package let keys: KeySink
    package let presses: PressLedger
    /// A function that records a key press that arrived too late to have an effect.
    package let keepLate: @Sendable (Press, Stamp) async -> Void
    /// Ids of the key presses that were already in the log when this process opened the session.
    package let recorded: Set<String>
    /// Name of the workspace that an earlier process prepared for the current run of a task
    /// (``workspaceName(_:run:snapshot:)``). Nil if no workspace was prepared.
    package let prepared: String?

    /// Returns the name of a workspace that was prepared for a run of a task. Workspaces of
    /// different sessions have different names, even if they have the same files.
    ///
    /// - Parameters:
    ///   - session: UUID of the session.
    ///   - run: number of the run.
    ///   - snapshot: hash of the start snapshot.
    package static func workspaceName(_ session: UUID, run: Int, snapshot: String) -> String {
        "\(session.uuidString.prefix(8))-\(run)-\(snapshot.prefix(12))"
    }
}
