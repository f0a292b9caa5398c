/// An event of a session. The log of events is authoritative. The derived tables are computed from
/// the log (``SessionRecord``) and are updated in the transaction that appends the event.
package enum SessionEvent: Sendable, Hashable {
    case sessionStarted(SessionStart)
    case consentGiven(ConsentGiven)
    /// The session entered one of its steps.
    case stepEntered(StepReference)
    case stepCompleted(StepReference)
    case answered(Answered)
    case taskPrepared(TaskPrepared)
    case taskStarted(RunReference)
    case taskPaused(RunReference)
    case taskResumed(RunReference)
    /// The clock of a task was stopped, for example on "done" or at the time limit.
    case taskStopped(TaskStopped)
    case checkFinished(CheckFinished)
    /// The clock of a task was restarted after a failed check.
    case taskContinued(RunReference)
    /// The time limit of a task was extended, and its clock was restarted.
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
    /// The facilitator entered a reason for the run's last pause, after that pause had begun.
    case explained(Explained)
    case taskRepeated(TaskRepeated)
    /// An external recording of the session started. The time of this event makes it possible to
    /// locate marks in the recording.
    case recordingStarted(Instant)
    /// A check was repeated after the session. This event does not change the session's times.
    case checkRepeated(CheckRepeated)
    /// A rater other than the facilitator rated an event of the session.
    case rated(Rated)
    case ratingUndone(RatingReference)
    case ratingFinished(RatingFinished)
    /// The session was excluded after it ended: its data are kept and listed, but not analyzed.
    case excluded(Decision)
    /// An exclusion of the session was reversed.
    case included(Decision)
    /// The participant withdrew consent: the session's data are no longer used.
    case withdrawn(Decision)
    /// A key press or an answer that did not come from the session's own terminal. It caused the
    /// events that follow it and have the same stamp.
    case pressed(Press)
    /// An event that a newer evalrun recorded. It is kept unchanged and does not affect the record.
    case unknown(UnknownEvent)
}

/// An event whose kind this version of evalrun does not know.
package struct UnknownEvent: Sendable, Hashable, Codable {
    package var kind: String
    /// The event's data as JSON.
    package var payload: String
}

extension SessionEvent {
    /// Whether the event was recorded after the session. Such an event does not change any of the
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
    /// Id of the event's row, unique within the results file.
    package var id: Int64
    /// Number of the event within the session: 1, 2, 3, … Reports cite it as the source of a
    /// result.
    package var number: Int
    package var stamp: Stamp
    package var event: SessionEvent

    package init(id: Int64, number: Int, stamp: Stamp, event: SessionEvent) {
        (self.id, self.number, self.stamp, self.event) = (id, number, stamp, event)
    }
}
