import ResultsStore

extension Script {
    /// Returns the events from the start of a run's clock; empty if the run is only prepared.
    static func events(of run: Int, in events: [SessionEvent]) -> [SessionEvent] {
        let start = events.lastIndex {
            if case .taskStarted(let started) = $0 { started.run == run } else { false }
        }
        return start.map { Array(events[$0...]) } ?? []
    }

    /// Returns the script's remaining steps for an interrupted task: those that are not recorded in
    /// `events` and still have to be played. Also returns the scripted verdict of the last check
    /// that was requested before the interruption; nil if no check was requested.
    ///
    /// A step `apply`, which copies a folder over the workspace, is never recorded. The steps
    /// `apply` after the last recorded step are therefore played again.
    ///
    /// - Parameter events: events of the interrupted run of the task, from the start of its clock.
    static func rest(
        of steps: [Step],
        after events: [SessionEvent]
    ) -> (steps: [Step], verdict: Verdict?) {
        var (rest, verdict) = (steps[...], Verdict?.none)
        var wordless: Step?
        for event in events {
            if case .markWorded = event { wordless = nil }
            guard let place = rest.firstStep(recordedBy: event) else {
                // The event resumes the task after an interruption.
                if case .taskResumed = event { rest = withoutPause(Array(rest))[...] }
                continue
            }
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

    /// Returns the remaining steps of an interrupted task. If the task was interrupted during a
    /// pause, removes the step `resume` of that pause, because resuming the task also ends the
    /// pause.
    static func withoutPause(_ steps: [Step]) -> [Step] {
        var rest = steps
        let place = steps.firstIndex { $0.verb == .pause || $0.verb == .resume }
        if let place, steps[place].verb == .resume { rest.remove(at: place) }
        return rest
    }
}

extension ArraySlice<Script.Step> {
    /// Returns the index of the next step that leaves an event in the log, if `event` is the event
    /// of that step. Otherwise, returns nil.
    ///
    /// If the step is `check-again` and `event` belongs to another step, goes on to the following
    /// step. The check may have ended with `fault` again, and this verdict does not count as the
    /// event of `check-again`.
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
