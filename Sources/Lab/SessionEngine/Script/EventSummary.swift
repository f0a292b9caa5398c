package import ResultsStore

extension SessionEvent {
    /// The event in one line, without answers or text that a person typed.
    package var summary: String {
        switch self {
        case .sessionStarted(let value): "session of \(value.participant) started"
        case .consentGiven: "consent given"
        case .stepEntered(let value): "\(value.name) shown"
        case .stepCompleted(let value): "\(value.name) completed"
        case .answered(let value): "\(value.questionnaire) → \(value.item) answered"
        case .taskPrepared(let value):
            value.overlaid.isEmpty
                ? "task “\(value.task)” prepared"
                : "task “\(value.task)” prepared, with these tasks already solved: "
                    + value.overlaid.joined(separator: ", ")
        case .taskStarted: "clock started"
        case .taskPaused: "clock paused"
        case .taskResumed: "clock resumed"
        case .taskStopped(let value): "clock stopped (\(value.reason.summary))"
        case .checkFinished(let value):
            "check \(value.verdict.rawValue) in \(duration(value.duration))"
                + (value.reason.isEmpty ? "" : ": \(value.reason)")
        case .taskContinued: "clock continued"
        case .taskExtended(let value): "time limit extended by \(duration(Int64(value.by * 1e9)))"
        case .taskEnded(let value): "task ended (\(value.ending.rawValue))"
        case .marked(let value): "\(value.kind.words) marked"
        case .markWorded: "text entered for a mark"
        case .markUndone: "mark undone"
        case .sessionInterrupted: "session left"
        case .sessionResumed(let value):
            "session resumed after an interruption of \(duration(Int64(value.gap * 1e9)))"
        case .sessionFinished(let value):
            value.complete ? "session complete" : "session ended early"
        case .explained: "reason noted"
        case .markGraded: "mark graded"
        case .taskRepeated(let value): "task “\(value.task)” repeated"
        case .recordingStarted: "recording started"
        case .checkRepeated(let value): "checked again: \(value.verdict.rawValue)"
        case .rated(let value): "\(value.kind.words) coded by \(value.rater)"
        case .ratingUndone(let value): "code undone by \(value.rater)"
        case .ratingFinished(let value): "rating by \(value.rater) finished"
        case .excluded: "excluded from the analysis"
        case .included: "included in the analysis again"
        case .withdrawn: "consent withdrawn"
        case .timeImported(let value): "time of task “\(value.task)” imported"
        case .pressed(let value): "\(value.key) pressed \(value.frontEnd.words)"
        case .unknown(let value): "event from a newer version of evalrun (\(value.kind))"
        }
    }
}

extension TaskStopped.Reason {
    /// The reason why the clock stopped, as text. If the participant gave up, the text says that
    /// giving up must be confirmed, because the participant may still decide to continue.
    fileprivate var summary: String { self == .gaveUp ? "to confirm giving up" : rawValue }
}

extension Press.FrontEnd {
    /// The front end as a phrase, such as `on the participant's page`.
    package var words: String {
        switch self {
        case .page: "on the participant's page"
        case .facilitator: "on the facilitator's page"
        case .control: "in evalrun control"
        }
    }
}
