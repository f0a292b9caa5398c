import Diagnostics
import ResultsStore
import Scenarios

/// The effect of an input in a session: the events to record, and the state to enter once the
/// events are written to disk.
struct Transition<State: SessionState>: Move {
    let state: State
    var events: [SessionEvent] = []
    var at: Stamp = .unknown
    /// A function that returns the next state. If nil, the engine stays in the current state, with
    /// an updated record.
    var next: (@Sendable (Session) -> any SessionState)?
    var record: SessionRecord?
    var failure: DiagnosticError?
    /// A function that returns the next state after a failed write. If nil, a failed write of
    /// events leads to `Unrecorded`, and any other failure is ignored.
    var failed: (@Sendable (Session, DiagnosticError) -> any SessionState)?
    /// Notice for the screen of the next state. Nil if there is none.
    var notice: Session.Notice?

    /// Schedules `events` to be recorded with `stamp`; the engine then enters the state that `next`
    /// returns.
    mutating func record(
        _ events: [SessionEvent],
        at stamp: Stamp,
        then next: (@Sendable (Session) -> any SessionState)? = nil
    ) {
        self.events += events
        at = stamp
        self.next = next
    }

    /// Returns the next state. After a failed write, ``failed`` determines that state. If
    /// ``failed`` is nil, a failed write of events leads to `Unrecorded`, and any other failure is
    /// ignored.
    func outcome(present: any GeneralState) -> any GeneralState {
        let successor: @Sendable (Session) -> any SessionState =
            next ?? { (present as? State ?? state).with($0) }
        var session = state.session
        session.notice = notice
        if let record { session.record = record }
        // While a query of this scenario ran, other scenarios of the same state may have recorded
        // marks.
        if let newest = (present as? State)?.session.record,
            newest.eventCount > session.record.eventCount
        {
            session.record = newest
        }
        if let failure, let failed { return failed(session, failure) }
        if let failure, !events.isEmpty {
            // The notice would announce events that were not recorded.
            session.notice = nil
            return Unrecorded(
                session: session,
                events: events,
                at: at,
                next: successor,
                error: failure
            )
        }
        return successor(session)
    }
}
