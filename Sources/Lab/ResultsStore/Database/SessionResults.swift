import StudyDefinition

/// Results of a session from the derived tables, for readers that do not need its history. Events
/// are identified by their numbers within the session. Reading ten thousand sessions takes about a
/// second.
package struct SessionResults: Sendable {
    /// A run of a task.
    package struct Run: Sendable, Hashable {
        package var number: Int
        package var task: String
        package var condition: String
        package var practice: Bool
        /// Nil if the run did not end.
        package var outcome: Outcome?
        /// Nanoseconds of running time; of these, after the first assist that was not taken back;
        /// and of pauses.
        package var running: Int64
        package var assisted: Int64
        package var paused: Int64
        package var checking: Int64
        /// Seconds, extensions included; 0 for imported runs.
        package var timeLimit: Double
        /// An interval could not be measured.
        package var isFlagged: Bool
        package var overlaid: [String]
        /// The parallel set that the task is of.
        package var taskSet: String?
        /// Number of the session's last event.
        package var event: Int64
        /// Largest error of the running time, nanoseconds, where pages took a part of it.
        package var bound: Int64?
        /// Outcome and running time as the session recorded them, where a repeated check was applied.
        package var recorded: Recorded?

        package struct Recorded: Sendable, Hashable {
            package var outcome: Outcome?
            package var running: Int64
        }

        package var hasStarted: Bool {
            Nanoseconds.sum([running, paused, checking]) > 0
                || outcome.map { $0 != .skipped && $0 != .notAttempted } ?? false
        }

        /// Whether it has a time. Imported rows may have none; they are stored with zero, and a
        /// success is flagged.
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
        /// Nanoseconds of running time at "done", and of the check itself.
        package var elapsed: Int64
        package var duration: Int64
    }

    package var id: Int64
    /// 1, 2, 3, … in the order of ``ResultsTables/sessions``: the same however files were merged.
    package var number: Int64 = 0
    /// The participant is named by code, or by lab and code where the file has several labs.
    package var start: SessionStart
    /// Empty if the file knows none.
    package var lab = ""
    package var state: SessionRecord.State
    /// When it began and when its last event came, microseconds since 1970, UTC; nil for imports.
    package var began: Int64?
    package var last: Int64?
    package var consent: ConsentGiven?
    /// Texts that were taken out because the participant refused to be quoted; nil if they did not.
    package var withheld: Int?
    /// Checks that were run again after the session.
    package var rechecks: [SessionRecord.Recheck] = []
    /// Why the session is left out of reports, where somebody said so.
    package var exclusion: String?
    /// Why the participant withdrew, where they did.
    package var withdrawal: String?
    package var runs: [Run] = []
    package var attempts: [Attempt] = []
    package var marks: [SessionRecord.Mark] = []
    /// Empty unless the session was interrupted.
    package var gaps: [SessionRecord.Gap] = []
    /// Codes of other raters, taken back ones included.
    package var ratings: [SessionRecord.Rating] = []
    package var raters: [SessionRecord.Rater] = []
    /// Why something was done that the study does not foresee, in the order of the log.
    package var reasons: [SessionRecord.Reason] = []
    /// Answers by the numbers of their questions in ``ResultsTables/questions``; nil, or past the end,
    /// for none.
    package var answers: [SessionRecord.Answer?] = []
}

/// The sessions of a file.
package struct ResultsTables: Sendable {
    /// In the order of participants' codes; sessions of one participant as they began.
    package var sessions: [SessionResults] = []
    /// Question → its number.
    package var questions: [SessionRecord.AnswerKey: Int] = [:]
    /// The last event that the results include; 0 if there is none.
    package var lastEvent: Int64 = 0
    /// Session → the hash of its events up to the last.
    package var digests: [Int64: EventDigest] = [:]
}
