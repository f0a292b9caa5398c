/// An event of a session. The log of events is authoritative; every other table is derived from it
/// in the same transaction (``SessionRecord``).
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
    /// The clock stopped: on "done", at the time limit, or because the participant gave up.
    case taskStopped(TaskStopped)
    case checkFinished(CheckFinished)
    /// The clock continues after a failed check.
    case taskContinued(RunReference)
    /// The clock continues after the time limit, with additional seconds.
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
    /// A comment on the pause that was just recorded.
    case explained(Explained)
    case taskRepeated(TaskRepeated)
    /// An external recording of the session started, so marks can be located in it.
    case recordingStarted(Instant)
    /// A check was repeated after the session. This and other events after the session change none
    /// of its times.
    case checkRepeated(CheckRepeated)
    /// A second rater's code.
    case rated(Rated)
    case ratingUndone(RatingReference)
    case ratingFinished(RatingFinished)
    /// The session was excluded after it ended: its data are kept and listed, but not analysed.
    case excluded(Decision)
    /// An exclusion was reversed.
    case included(Decision)
    /// The participant withdrew consent: no data of the session are used any more.
    case withdrawn(Decision)
    /// A key of another front end caused the next events, which have the same stamp.
    case pressed(Press)
    /// An event recorded by a newer evalrun: kept unchanged, without effect on the record.
    case unknown(UnknownEvent)
}

/// An event whose kind this version of evalrun does not know.
package struct UnknownEvent: Sendable, Hashable, Codable {
    package var kind: String
    /// The event's data as JSON.
    package var payload: String

    package init(kind: String, payload: String) { (self.kind, self.payload) = (kind, payload) }
}

extension SessionEvent {
    /// Whether the event is about the session but not part of it, so that it changes none of the
    /// session's times.
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
    /// Unique in the results file. Reports cite it as the source of their numbers.
    package var id: Int64
    /// Number within the session: 1, 2, 3, …
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
