/// The way in which a run of a task ended. The ending and the assists given during the run
/// determine the ``Outcome``.
package enum Ending: String, Sendable, Hashable, Codable, CaseIterable {
    case checkPassed
    /// The check failed, but the facilitator accepted the work.
    case failureAccepted
    /// The participant claimed to be done, the check failed, and the facilitator ended the task.
    case failureEnded
    case gaveUp
    case timedOut
    case skipped
    /// The checker could not judge, and the facilitator continued the session.
    case checkerFault
    case facilitator
}

/// The possible outcomes of a task. The Outcomes page describes the conditions for each outcome and
/// the statistics in which it counts.
package enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
    case success
    case assistedSuccess = "assisted-success"
    case partial
    case claimedDone = "claimed-done"
    case gaveUp = "gave-up"
    case timedOut = "timed-out"
    case skipped
    case notAttempted = "not-attempted"
    case checkerError = "checker-error"
    case endedByFacilitator = "ended-by-facilitator"

    package init(_ ending: Ending, assisted: Bool) {
        switch ending {
        case .checkPassed: self = assisted ? .assistedSuccess : .success
        case .failureAccepted: self = .partial
        case .failureEnded: self = .claimedDone
        case .gaveUp: self = .gaveUp
        case .timedOut: self = .timedOut
        case .skipped: self = .skipped
        case .checkerFault: self = .checkerError
        case .facilitator: self = .endedByFacilitator
        }
    }

    /// Whether the outcome counts in the denominator of the completion rate: the task was tried and
    /// could be judged.
    package var isAttempt: Bool {
        switch self {
        case .success, .assistedSuccess, .partial, .claimedDone, .gaveUp, .timedOut,
            .endedByFacilitator:
            true
        case .skipped, .notAttempted, .checkerError: false
        }
    }

    /// Whether the outcome counts in mean times and in the numerator of the completion rate.
    package var isSuccess: Bool { self == .success || self == .assistedSuccess }

    package var isUnassisted: Bool { self == .success }

    /// The outcome as readable text.
    package var words: String {
        switch self {
        case .success: "success"
        case .assistedSuccess: "success with assist"
        case .partial: "partial (failing check accepted)"
        case .claimedDone: "claimed done, check failed"
        case .gaveUp: "gave up"
        case .timedOut: "timed out"
        case .skipped: "skipped"
        case .notAttempted: "not attempted"
        case .checkerError: "checker error"
        case .endedByFacilitator: "ended by the facilitator"
        }
    }
}

/// Whether a participant completed all tasks, computed from the outcomes.
///
/// A participant who failed in a task did not complete all tasks, whatever the other outcomes are.
/// If no task failed, completion is unknown (nil) in two cases: there are no outcomes, or a task
/// was not tried or could not be judged. The participant is then left out of the share of
/// participants who completed every task. The Outcomes page states the rule.
package struct TaskCompletion: Sendable {
    private var (isEmpty, isJudged) = (true, true)
    private var (hasFailed, isUnassisted) = (false, true)

    package init() {}

    package init(_ outcomes: some Sequence<Outcome>) {
        for outcome in outcomes { add(outcome) }
    }

    package mutating func add(_ outcome: Outcome) {
        isEmpty = false
        isJudged = isJudged && outcome.isAttempt
        hasFailed = hasFailed || outcome.isAttempt && !outcome.isSuccess
        isUnassisted = isUnassisted && outcome.isUnassisted
    }

    package var isComplete: Bool? { hasFailed ? false : isEmpty || !isJudged ? nil : true }
    /// Whether the participant completed all tasks without assists. Nil if and only if
    /// ``isComplete`` is nil, so that both completion rates have the same denominator.
    package var isCompleteUnassisted: Bool? { isComplete.map { $0 && isUnassisted } }
}
