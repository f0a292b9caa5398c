/// A reference to one run of a task. The runs of a session are numbered 1, 2, 3, … in the order in
/// which they start.
package struct RunReference: Sendable, Hashable, Codable {
    package var run: Int
    /// Reason for the pause if the event is a pause; nil for other events.
    package var reason: String?

    package init(run: Int, reason: String? = nil) { (self.run, self.reason) = (run, reason) }
}

package struct TaskPrepared: Sendable, Hashable, Codable {
    package var run: Int
    package var task: String
    package var condition: String
    package var practice: Bool
    /// Time limit in seconds.
    package var timeLimit: Double
    /// Hash of the snapshot of the workspace as the participant receives it. Nil if the workspace
    /// could not be prepared and the facilitator skipped the task.
    package var snapshot: String?
    /// Ids of tasks whose reference solutions were copied into the workspace, because the
    /// participant had not succeeded in them.
    package var overlaid: [String]
    /// Hash of the workspace before reference solutions were copied into it; nil if none were.
    package var kept: String?
    /// The parallel task set to which the task belongs; nil if the study has none, and in older
    /// files.
    package var taskSet: String?

    package init(
        run: Int,
        task: String,
        condition: String = "",
        practice: Bool = false,
        timeLimit: Double,
        snapshot: String?,
        overlaid: [String] = [],
        kept: String? = nil,
        taskSet: String? = nil
    ) {
        (self.taskSet, self.run, self.task, self.condition) = (taskSet, run, task, condition)
        (self.practice, self.timeLimit, self.snapshot) = (practice, timeLimit, snapshot)
        (self.overlaid, self.kept) = (overlaid, kept)
    }
}

package struct TaskStopped: Sendable, Hashable, Codable {
    package enum Reason: String, Sendable, Hashable, Codable {
        case done, limit, gaveUp, skipped, facilitator
    }

    package var run: Int
    package var reason: Reason

    package init(run: Int, reason: Reason) {
        self.run = run
        self.reason = reason
    }
}

package enum Verdict: String, Sendable, Hashable, Codable {
    case passed, failed
    /// The checker could not judge the result. This never counts as the participant's failure.
    case fault
}

package struct CheckFinished: Sendable, Hashable, Codable {
    package var run: Int
    /// Number of the attempt within the run: 1, 2, 3, …
    package var attempt: Int
    package var verdict: Verdict
    /// The step that decided the check's verdict; empty if all steps passed.
    package var step: String
    /// One line of explanation for the facilitator.
    package var reason: String
    /// The last 8 KiB of the deciding step's output.
    package var log: String
    /// Duration of the check in nanoseconds.
    package var duration: Int64
    /// Hash of the checked workspace; nil if no snapshot could be taken.
    package var snapshot: String?
    /// Whether a script supplied the verdict, so that no command was run.
    package var scripted: Bool
    /// Whether the facilitator was asked about unsaved files and continued.
    package var unsavedAsked: Bool

    package init(
        run: Int,
        attempt: Int,
        verdict: Verdict,
        step: String = "",
        reason: String = "",
        log: String = "",
        duration: Int64 = 0,
        snapshot: String?,
        scripted: Bool = false,
        unsavedAsked: Bool = false
    ) {
        (self.run, self.attempt, self.verdict, self.step) = (run, attempt, verdict, step)
        (self.reason, self.log, self.duration, self.snapshot) = (reason, log, duration, snapshot)
        (self.scripted, self.unsavedAsked) = (scripted, unsavedAsked)
    }
}

package struct TaskExtended: Sendable, Hashable, Codable {
    package var run: Int
    /// Seconds added to the task's time limit.
    package var by: Double
    package var reason: String?

    package init(run: Int, by: Double, reason: String? = nil) {
        (self.reason, self.run, self.by) = (reason, run, by)
    }
}

package struct TaskEnded: Sendable, Hashable, Codable {
    package var run: Int
    package var ending: Ending
    /// Hash of the workspace at the end of the run; nil if no snapshot was taken.
    package var snapshot: String?
    /// Reason why the facilitator skipped or ended the task; nil for other endings.
    package var reason: String?

    package init(run: Int, ending: Ending, snapshot: String? = nil, reason: String? = nil) {
        (self.reason, self.run, self.ending, self.snapshot) = (reason, run, ending, snapshot)
    }
}

/// A time on task that was measured with another tool.
package struct TimeImported: Sendable, Hashable, Codable {
    package var run: Int
    package var task: String
    package var condition: String
    /// Time on task in nanoseconds.
    package var duration: Int64
    package var outcome: Outcome
    /// The unchanged text of the cell from which the time was imported.
    package var raw: String
    /// Whether the time is known. False for a success without a time in the imported file;
    /// `duration` is then 0. Nil in all other cases, so that the JSON does not contain the field.
    package var isTimed: Bool?

    package init(
        run: Int,
        task: String,
        condition: String,
        duration: Int64,
        outcome: Outcome,
        raw: String,
        isTimed: Bool? = nil
    ) {
        (self.isTimed, self.run, self.task, self.condition) = (isTimed, run, task, condition)
        (self.duration, self.outcome, self.raw) = (duration, outcome, raw)
    }
}

/// The reason for the last pause of a run, entered after the pause began.
package struct Explained: Sendable, Hashable, Codable {
    package var run: Int
    package var text: String

    package init(run: Int, text: String) { (self.run, self.text) = (run, text) }
}

/// The facilitator's decision to repeat a task. Only the last run of the task counts in the
/// results.
package struct TaskRepeated: Sendable, Hashable, Codable {
    package var task: String
    package var condition: String
    package var reason: String

    package init(task: String, condition: String, reason: String) {
        (self.task, self.condition, self.reason) = (task, condition, reason)
    }
}

/// The result of checking a stored snapshot again after the session, with another definition of the
/// check.
package struct CheckRepeated: Sendable, Hashable, Codable {
    package var run: Int
    package var attempt: Int
    package var verdict: Verdict
    package var step: String
    package var reason: String
    /// Hash of the study definition that contains the repeated check (``StudyFolder/hash``).
    package var study: String
    /// Whether the verdict replaces the recorded one; nil counts as false.
    package var isApplied: Bool?

    package init(
        run: Int,
        attempt: Int,
        verdict: Verdict,
        step: String,
        reason: String,
        study: String,
        isApplied: Bool? = nil
    ) {
        (self.isApplied, self.run, self.attempt, self.verdict) = (isApplied, run, attempt, verdict)
        (self.step, self.reason, self.study) = (step, reason, study)
    }
}

/// Payload of an event for which only the time is recorded.
package struct Instant: Sendable, Hashable, Codable {
    package init() {}
}
