import ResultsStore

extension Script {
    /// Returns the steps of a task that remain after the task was interrupted: those that `events`
    /// do not record. Also returns the scripted verdict of the last check that was requested before
    /// the interruption.
    ///
    /// A step that applies a folder is never recorded. Such steps after the last recorded step are
    /// returned, and are therefore applied again.
    ///
    /// - Parameter events: events of the run, from the start of its clock.
    static func rest(
        of steps: [Step],
        after events: [SessionEvent]
    ) -> (steps: [Step], verdict: Verdict?) {
        var (rest, verdict) = (steps[...], Verdict?.none)
        var wordless: Step?
        for event in events {
            if case .markWorded = event { wordless = nil }
            guard let place = rest.firstStep(recordedBy: event) else { continue }
            let step = rest[place]
            wordless = nil
            switch step.verb {
            case .done(let wanted): verdict = wanted
            case .checkAgain: verdict = .passed
            case .mark(_, let text) where !text.isEmpty:
                wordless = Step(verb: .word(text), at: nil, place: step.place)
            default: break
            }
            rest = rest[(place + 1)...]
        }
        return ((wordless.map { [$0] } ?? []) + rest, verdict)
    }
}

extension ArraySlice<Script.Step> {
    /// Returns the index of the next recordable step if `event` records that step; otherwise nil.
    /// A `check-again` step that ends with another checker fault counts as not recorded. The step
    /// after a `check-again` step is therefore tried too.
    fileprivate func firstStep(recordedBy event: SessionEvent) -> Int? {
        for index in indices where self[index].verb.isRecorded {
            if self[index].verb.isRecorded(by: event) { return index }
            guard self[index].verb == .checkAgain else { return nil }
        }
        return nil
    }
}

extension Script.Verb {
    fileprivate var isRecorded: Bool {
        switch self {
        case .apply, .wait, .word: false
        default: true
        }
    }

    fileprivate func isRecorded(by event: SessionEvent) -> Bool {
        switch (self, event) {
        case (.pause, .taskPaused), (.resume, .taskResumed), (.undo, .markUndone),
            (.goOn, .taskContinued), (.extend, .taskExtended), (.leave, .sessionInterrupted):
            true
        case (.mark(let kind, _), .marked(let mark)): mark.kind == kind
        case (.done, .taskStopped(let stop)): stop.reason == .done
        case (.giveUp, .taskStopped(let stop)): stop.reason == .gaveUp
        case (.checkAgain, .checkFinished(let check)): check.verdict != .fault
        default: false
        }
    }
}
