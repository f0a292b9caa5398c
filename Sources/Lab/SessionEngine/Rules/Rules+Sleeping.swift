import ResultsStore
import Scenarios

/// Rules for a machine that was asleep while a task's clock ran. The sleep is not time on task: the
/// clock is stopped at the last time before the sleep, as after a killed process. The facilitator
/// resumes the clock. If events cannot be written, the message ``Woke`` is kept, and the sleep is
/// recorded once the events are written.
extension SessionRules {
    func sleeping() {
        from(Running.self)
            .record(Woke.self, leads: .to(Held.self, AtLimit.self)) { transition, message in
                transition.interrupt(message, over: transition.state) { $1 }
            }
        interrupts(in: Coding.self)
        interrupts(in: Wording.self)

        from(Unrecorded.self).reduce(Woke.self, leads: .nowhere) { transition, message in
            let kept = transition.state.noting(message)
            transition.next = { kept.with($0) }
        }
        from(LeavingUnrecorded.self).reduce(Woke.self, leads: .nowhere) { transition, message in
            var leaving = transition.state
            leaving.kept = leaving.kept.noting(message)
            transition.next = { [leaving] in leaving.with($0) }
        }
        from(Waking.self).reduce(Entered.self, [.record]) { transition, _ in
            let (woke, previous) = (transition.state.woke, transition.state.previous)
            transition.next = { previous.with($0) }
            // The events that were written may have stopped the clock.
            guard transition.state.session.record.currentRun?.openSegment?.kind == .running
            else { return }
            if let dialog = previous as? any OverlaidState {
                transition.interrupt(woke, over: dialog.previous) { dialog.over($1, $0) }
            } else {
                transition.interrupt(woke, over: previous) { $1 }
            }
        }
    }

    /// Declares that the facilitator's dialog stays open after the sleep.
    private func interrupts<State: OverlaidState>(in state: State.Type) {
        from(state).record(Woke.self, leads: .nowhere) { transition, message in
            let state = transition.state
            transition.interrupt(message, over: state.previous) { state.over($1, $0) }
        }
    }
}

extension Unrecorded {
    /// Returns a copy that contains the sleep, which is recorded later. Returns this state
    /// unchanged if the sleep has no effect on the clock, in two cases:
    ///
    /// - It is not the first sleep in this state. The clock is stopped at the first sleep.
    /// - The unwritten events start the clock, which therefore does not run yet.
    fileprivate func noting(_ message: Woke) -> Unrecorded {
        guard woke == nil, started == nil else { return self }
        var copy = self
        copy.woke = message
        return copy
    }
}

extension Transition {
    /// Records an interruption if the clock runs in `previous`. If the clock had reached the time
    /// limit before the sleep, records its stop at the limit instead.
    ///
    /// - Parameters:
    ///   - previous: the current state or, if a dialog is open, the state to which the dialog
    ///     returns.
    ///   - next: a function that takes the session and the state in which the clock is stopped, and
    ///     returns the state to enter.
    fileprivate mutating func interrupt(
        _ message: Woke,
        over previous: any SessionState,
        then next: @escaping @Sendable (Session, any SessionState) -> any SessionState
    ) {
        guard let running = previous as? Running,
            !stopAtLimit(message.lastAlive, over: running, then: next)
        else { return }
        let resumption = Resumption(lastAlive: message.lastAlive, now: message.at)
        notice = Session.Notice(
            words: "The machine was asleep. The clock has not run since it fell asleep."
        )
        record([.sessionResumed(resumption)], at: message.at) { session in
            next(session, Held(session: session, task: running.task))
        }
    }
}
