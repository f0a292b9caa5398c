/// The results of a session, for code that does not need the session's events. The results are read
/// from the tables that are derived from the log. Events are identified by their numbers within the
/// session. Reading ten thousand sessions takes about a second.
package struct SessionResults: Sendable {
    /// A run of a task.
    package struct Run: Sendable, Hashable {
        package var number: Int
        package var task: String
        package var condition: String
        package var practice: Bool
        /// Outcome of the run; nil if the run did not end.
        package var outcome: Outcome?
        /// Time on task in nanoseconds.
        package var running: Int64
        /// Time on task, in nanoseconds, after the first assist that counts for the outcome.
        package var assisted: Int64
        /// Duration of all pauses in nanoseconds.
        package var paused: Int64
        /// Duration of all checks in nanoseconds.
        package var checking: Int64
        /// Time limit in seconds, including extensions; 0 for imported runs.
        package var timeLimit: Double
        /// Whether an interval of the run could not be measured. Also true for a success that was
        /// imported without a time.
        package var isFlagged: Bool
        package var overlaid: [String]
        /// The parallel task set to which the task belongs; nil if there is none.
        package var taskSet: String?
        /// Number, within the session, of the event that last changed the run.
        package var event: Int64
        /// Largest possible error of the time on task, in nanoseconds. Nil if all key presses that
        /// affect this time were made at the session's own terminal.
        package var bound: Int64?
        /// The outcome and time on task as originally recorded. Nil unless a verdict was replaced by
        /// a check that was repeated after the session.
        package var recorded: Recorded?

        package struct Recorded: Sendable, Hashable {
            package var outcome: Outcome?
            package var running: Int64
        }

        package var hasStarted: Bool {
            Nanoseconds.sum([running, paused, checking]) > 0
                || outcome.map { $0 != .skipped && $0 != .notAttempted } ?? false
        }

        /// Whether the run was started and its time on task is known. False for an imported run
        /// without a time.
        package var isTimed: Bool {
            hasStarted && (running > 0 || (outcome?.isSuccess ?? true) && !isFlagged)
        }
    }

    package struct Attempt: Sendable, Hashable {
        package var run: Int
        package var number: Int
        package var verdict: Verdict
        package var reason: String
        package var scripted: Bool
        /// Time on the task's clock, in nanoseconds, when the clock stopped for the check.
        package var elapsed: Int64
        /// Duration of the check in nanoseconds.
        package var duration: Int64
    }

    package var id: Int64
    /// Number of the session, from 1, in the order of ``ResultsTables/sessions``. This order does
    /// not depend on the order in which files were merged.
    package var number: Int64 = 0
    /// The session's start event. In it, the participant is identified by a code, or by lab and
    /// code if the file contains sessions of several labs.
    package var start: SessionStart
    /// The session's lab; empty if unknown.
    package var lab = ""
    package var state: SessionRecord.State
    /// Time of the first event in microseconds since 1970, UTC; nil for imports.
    package var began: Int64?
    /// Time of the last event in microseconds since 1970, UTC; nil for imports. Events after the
    /// session, such as ratings, are not considered.
    package var last: Int64?
    package var consent: ConsentGiven?
    /// Number of texts that were removed because the participant refused to be quoted; nil if the
    /// participant did not refuse.
    package var withheld: Int?
    /// Checks that were repeated on stored snapshots after the session.
    package var rechecks: [SessionRecord.Recheck] = []
    /// Reason for excluding the session from reports; nil if it is not excluded. If the participant
    /// refused to be quoted, the text is removed and the reason is empty.
    package var exclusion: String?
    /// Exclusions that were reversed. If the participant refused to be quoted, the reasons are
    /// empty.
    package var reversedExclusions: [SessionRecord.ReversedExclusion] = []
    /// Reason for withdrawing consent, in this or another session of the participant; nil if the
    /// participant did not withdraw it.
    package var withdrawal: String?
    package var runs: [Run] = []
    package var attempts: [Attempt] = []
    package var marks: [SessionRecord.Mark] = []
    /// Interruptions of the session; empty if there were none.
    package var gaps: [SessionRecord.Gap] = []
    /// Ratings by raters other than the facilitator, including ratings that were undone.
    package var ratings: [SessionRecord.Rating] = []
    package var raters: [SessionRecord.Rater] = []
    /// Reasons for actions that the study does not provide for, in the order of the log.
    package var reasons: [SessionRecord.Reason] = []
    /// Answers, indexed by the values of ``ResultsTables/questions``. For an unanswered question,
    /// the element is nil or the array is too short.
    package var answers: [SessionRecord.Answer?] = []
}

/// The results of all sessions in a file.
package struct ResultsTables: Sendable {
    /// Sessions sorted by participant code, then by the order in which they began.
    package var sessions: [SessionResults] = []
    /// The index, in ``SessionResults/answers``, of the answer to each question.
    package var questions: [SessionRecord.AnswerKey: Int] = [:]
    /// Id of the last event that the results include; 0 if there is none.
    package var lastEvent: Int64 = 0
    /// Digests of each session's events up to ``lastEvent``, keyed by session id.
    package var digests: [Int64: EventDigest] = [:]
}
