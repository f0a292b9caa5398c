package import Diagnostics
package import Foundation
package import ResultsStore
package import StudyDefinition

/// Shows the screens of a session to people and takes their keys.
package protocol SessionFrontEnd: Sendable {
    /// Until the last screen, which is returned; nil if the person went away before.
    ///
    /// - Parameter post: a further front end, to which the screens go too.
    func run(
        _ screens: AsyncStream<Screen>,
        at seat: SessionSeat,
        with post: (any SessionPost)?
    ) async throws(DiagnosticError) -> Screen?
}

/// A further front end of a session, on pages.
package protocol SessionPost: Sendable {
    /// Status for the facilitator's terminal, again whenever it changes.
    var status: AsyncStream<RoomStatus> { get }
    /// Called with every screen, in order.
    func show(_ screen: Screen)
    /// Called after each commit.
    func recorded(_ events: [SessionEvent])
    /// Brings files from the participant's machine into the workspace, after "done". Returns why it
    /// could not; nil where all is here.
    func collect() async -> String?
    func close()
}

/// The participant's page as the facilitator hears of it.
package struct RoomStatus: Sendable, Hashable {
    /// Such as `page connected`, for the head of the screen.
    package var words: String
    /// Addresses and advice, for the first page and the page of keys.
    package var details: [String]

    package init(words: String, details: [String]) {
        (self.words, self.details) = (words, details)
    }
}

/// What a front end needs of a session.
package struct SessionSeat: Sendable {
    package let uuid: UUID
    /// The results file does not know the session yet.
    package let isNew: Bool
    package let participant: String
    package let study: StudyFolder
    package let results: String
    package let workspace: Workspace
    /// Of the commands that people run in the workspace.
    package let environment: [String: String]
    package let clock: SessionClock
    package let keys: KeySink
    package let presses: PressLedger
    /// Keeps a press that came too late to have an effect.
    package let keepLate: @Sendable (Press, Stamp) async -> Void
    /// Presses that the log has from before.
    package let recorded: Set<String>
    /// The workspace that an earlier process of the session prepared.
    package let prepared: String?
}
