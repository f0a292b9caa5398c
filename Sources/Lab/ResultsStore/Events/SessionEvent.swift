/// Event of a session. The log of events is the record; every other table is derived from it in the
/// same transaction (``SessionRecord``).
package enum SessionEvent: Sendable, Hashable {
    case sessionStarted(SessionStart)
    case consentGiven(ConsentGiven)
    /// The session moved to a step of its plan.
    case stepEntered(StepReference)
    case stepCompleted(StepReference)
    case answered(Answered)
    case taskPrepared(TaskPrepared)
    case taskStarted(RunReference)
    case taskPaused(RunReference)
    case taskResumed(RunReference)
    /// The clock froze: on "done", at the limit, on giving up.
    case taskStopped(TaskStopped)
    case checkFinished(CheckFinished)
    /// The clock runs on after a failed check.
    case taskContinued(RunReference)
    /// The clock runs on after the limit, with more seconds.
    case taskExtended(TaskExtended)
    case taskEnded(TaskEnded)
    case marked(Marked)
    case markWorded(MarkWorded)
    case markUndone(MarkReference)
    case sessionInterrupted(Interruption)
    case sessionResumed(Resumption)
    case sessionFinished(Closing)
    case timeImported(TimeImported)
    case markGraded(MarkGraded)
    /// Words for the pause that was just recorded.
    case explained(Explained)
    case taskRepeated(TaskRepeated)
    /// An external recording of the session was started: marks can be found in it.
    case recordingStarted(Instant)
    /// Events after the session; they change none of its times and outcomes.
    case checkRepeated(CheckRepeated)
    /// A second rater's code.
    case rated(Rated)
    case ratingUndone(RatingReference)
    case ratingFinished(RatingFinished)
    /// After the session: its data are kept and listed, and left out of the analysis.
    case excluded(Decision)
    /// An exclusion is taken back.
    case included(Decision)
    /// The participant took their consent back: nothing of the session is used any more.
    case withdrawn(Decision)
    /// The next events, of the same stamp, were caused by a key elsewhere.
    case pressed(Press)
    /// Recorded by a newer evalrun: kept as it is, without effect on the record.
    case unknown(UnknownEvent)
}

/// An event of a kind that this evalrun does not know.
package struct UnknownEvent: Sendable, Hashable, Codable {
    package var kind: String
    /// JSON.
    package var payload: String

    package init(kind: String, payload: String) { (self.kind, self.payload) = (kind, payload) }
}

extension SessionEvent {
    /// Whether the event describes the session without being a part of it: it moves none of its
    /// times.
    package var isAfterSession: Bool {
        switch self {
        case .checkRepeated, .rated, .ratingUndone, .ratingFinished, .excluded, .included,
            .withdrawn:
            true
        case .answered(let value): value.amendment != nil
        default: false
        }
    }
}

/// An event as stored in the log.
package struct RecordedEvent: Sendable, Hashable {
    /// Unique in the results file; reports trace numbers to it.
    package var id: Int64
    /// 1, 2, 3, … within the session.
    package var number: Int
    package var stamp: Stamp
    package var event: SessionEvent

    package init(id: Int64, number: Int, stamp: Stamp, event: SessionEvent) {
        self.id = id
        self.number = number
        self.stamp = stamp
        self.event = event
    }
}
