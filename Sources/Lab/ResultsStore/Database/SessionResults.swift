/// The results of a session from the derived tables, for readers that do not need its history.
/// Events are identified by their numbers within the session. Reading ten thousand sessions takes
/// about a second.
package struct SessionResults: Sendable {
    /// A run of a task.
    package struct Run: Sendable, Hashable {
        package var number: Int
        package var task: String
        package var condition: String
        package var practice: Bool
        /// Nil if the run did not end.
        package var outcome: Outcome?
        /// Nanoseconds: total running time; running time after the first assist that was not
        /// undone; pauses; checks.
        package var running: Int64
        package var assisted: Int64
        package var paused: Int64
        package var checking: Int64
        /// Time limit in seconds, including extensions; 0 for imported runs.
        package var timeLimit: Double
        /// Whether an interval could not be measured.
        package var isFlagged: Bool
        package var overlaid: [String]
        /// The parallel task set to which the task belongs.
        package var taskSet: String?
        /// Number of the session's last event.
        package var event: Int64
        /// Largest error of the running time in nanoseconds; nil if no page affected it.
        package var bound: Int64?
        /// Outcome and running time as originally recorded; nil if no repeated check was applied.
        package var recorded: Recorded?

        package struct Recorded: Sendable, Hashable {
            package var outcome: Outcome?
            package var running: Int64
        }

        package var hasStarted: Bool {
            Nanoseconds.sum([running, paused, checking]) > 0
                || outcome.map { $0 != .skipped && $0 != .notAttempted } ?? false
        }

        /// Whether the run has a time. An imported run may have none; it is stored as zero, and a
        /// success without a time is flagged.
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
        /// Nanoseconds: running time at "done", and duration of the check.
        package var elapsed: Int64
        package var duration: Int64
    }

    package var id: Int64
    /// 1, 2, 3, … in the order of ``ResultsTables/sessions``, which does not depend on the order of
    /// merging.
    package var number: Int64 = 0
    /// The session's start. The participant is identified by code, or by lab and code if the file
    /// has several labs.
    package var start: SessionStart
    /// The session's lab; empty if unknown.
    package var lab = ""
    package var state: SessionRecord.State
    /// Times of the first and the last event in microseconds since 1970, UTC; nil for imports.
    package var began: Int64?
    package var last: Int64?
    package var consent: ConsentGiven?
    /// Number of texts that were removed because the participant refused to be quoted; nil if the
    /// participant did not refuse.
    package var withheld: Int?
    /// Checks that were repeated after the session.
    package var rechecks: [SessionRecord.Recheck] = []
    /// Why the session is excluded from reports; nil if it is not excluded.
    package var exclusion: String?
    /// Why the participant withdrew consent; nil if they did not.
    package var withdrawal: String?
    package var runs: [Run] = []
    package var attempts: [Attempt] = []
    package var marks: [SessionRecord.Mark] = []
    /// Empty unless the session was interrupted.
    package var gaps: [SessionRecord.Gap] = []
    /// Codes of other raters, including codes that were taken back.
    package var ratings: [SessionRecord.Rating] = []
    package var raters: [SessionRecord.Rater] = []
    /// Reasons for actions that the study does not foresee, in the order of the log.
    package var reasons: [SessionRecord.Reason] = []
    /// Answers by the numbers of their questions in ``ResultsTables/questions``. An unanswered
    /// question has nil, or an index past the end.
    package var answers: [SessionRecord.Answer?] = []
}

/// The sessions of a file.
package struct ResultsTables: Sendable {
    /// Sessions in the order of participants' codes, then in the order in which they began.
    package var sessions: [SessionResults] = []
    /// Question → its number.
    package var questions: [SessionRecord.AnswerKey: Int] = [:]
    /// The last event that the results include; 0 if there is none.
    package var lastEvent: Int64 = 0
    /// Session → digest of its events up to ``lastEvent``.
    package var digests: [Int64: EventDigest] = [:]
}
