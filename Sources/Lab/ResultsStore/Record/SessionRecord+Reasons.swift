extension SessionRecord.Reason {
    /// Creates the reason that the facilitator gave in an event. Returns nil if the event contains
    /// no reason.
    init?(_ recorded: RecordedEvent, runs: [RunRecord]) {
        let found: (Kind, Int?, String?)? =
            switch recorded.event {
            case .sessionStarted(let value): (.departure, nil, value.plan?.departure)
            case .explained(let value): (.pause, value.run, value.text)
            case .taskPaused(let value): (.pause, value.run, value.reason)
            case .taskExtended(let value): (.extend, value.run, value.reason)
            case .taskRepeated(let value):
                (
                    .repeat,
                    runs.last { $0.task == value.task && $0.condition == value.condition }?.number,
                    value.reason
                )
            case .taskEnded(let value):
                (value.ending == .skipped ? .skip : .endTask, value.run, value.reason)
            case .sessionFinished(let value): (.endSession, nil, value.reason)
            default: nil
            }
        guard let (kind, run, text) = found, let text, !text.isEmpty else { return nil }
        self.init(kind: kind, run: run, text: text, event: recorded.id)
    }
}
