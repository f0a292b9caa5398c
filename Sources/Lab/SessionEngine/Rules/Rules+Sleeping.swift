import ResultsStore
import Scenarios

/// Rules for a machine that was asleep while a task's clock ran. The sleep is not time on task: the
/// clock is stopped at the last time before the sleep, as after a killed process. The facilitator
/// resumes it.
extension SessionRules {
    func sleeping() {
        from(Running.self)
            .record(Woke.self, leads: .to(Held.self, AtLimit.self)) { transition, message in
                transition.interrupt(message, over: transition.state) { $1 }
            }
        // The codebook is closed without a mark. The mark would have the time at which the codebook
        // was opened. This time is before the interruption, but the mark would follow the
        // interruption in the log.
        from(Coding.self)
            .record(Woke.self, leads: .to(Held.self, AtLimit.self)) { transition, message in
                transition.interrupt(message, over: transition.state.previous) { $1 }
            }
        from(Wording.self)
            .record(Woke.self, leads: .nowhere) { transition, message in
                let state = transition.state
                transition.interrupt(message, over: state.previous) {
                    Wording(session: $0, mark: state.mark, previous: $1)
                }
            }
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
