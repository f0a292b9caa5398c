import ResultsStore
import Scenarios

/// Rules for leaving a session and for continuing after a failed write. Ctrl-C asks for
/// confirmation. The task's clock is stopped until the facilitator answers, because the question
/// hides the task from the participant. After a failed write, the events must be written before the
/// session continues.
extension SessionRules {
    func leaving() {
        let resumable: [any SessionState.Type] = [
            Asking.self, Showing.self, Preparing.self, NotReady.self, Ready.self, Paused.self,
            Held.self, GivingUp.self, AtLimit.self, Inspecting.self, Collecting.self,
            Unsaved.self, Checking.self, Failed.self, Faulty.self, ReviewingConsent.self,
        ]
        for state in resumable { leave(from: state) }
        from(Running.self).record(Leave.self, leads: .to(Leaving.self)) { transition, message in
            let (state, run) = (transition.state, transition.state.run)
            let isAtLimit = transition.stopAtLimit(message.at, over: state) {
                Leaving(session: $0, previous: $1)
            }
            if isAtLimit { return }
            transition.record([.taskPaused(run)], at: message.at) {
                Leaving(session: $0, previous: state)
            }
        }
        let unrecorded: [any SessionState.Type] = [
            Confirming.self, ReadingConsent.self, ChoosingConsent.self, Declining.self,
            Beginning.self,
        ]
        for state in unrecorded { leaveUnrecorded(from: state) }

        from(Leaving.self)
            .record(Agree.self, leads: .to(Over.self)) { transition, message in
                let interruption = Interruption(reason: "left by the facilitator")
                transition.record([.sessionInterrupted(interruption)], at: message.at) {
                    Over(session: $0, how: .interrupted)
                }
            }
            .record(Refuse.self, leads: .back(from: Leaving.self)) { $0.stay(at: $1.at) }
            .enter(on: EndSession.self, leads: .to(EndingForGood.self)) {
                EndingForGood(session: $0, previous: $1.previous)
            }

        from(EndingForGood.self)
            .enter(on: Agree.self, leads: .to(Explaining.self)) { session, state in
                Explaining(session: session, purpose: .endSession, previous: state)
            }
            .record(Refuse.self, leads: .back(from: Leaving.self)) { $0.stay(at: $1.at) }

        from(Unrecorded.self)
            .reduce(Continue.self, [.record, .instruct]) { transition, message in
                let state = transition.state
                // If the events start a task's clock, the page does not show the task before they
                // are written. The clock therefore starts at the key press that repeats the write.
                let at = state.started == nil ? state.at : message.at
                transition.record(state.events, at: at) { session in
                    let next = state.next(session)
                    guard let woke = state.woke else { return next }
                    return Waking(session: session, woke: woke, previous: next)
                }
                transition.failed = { session, error in
                    var again = state
                    again.error = error
                    return again.with(session)
                }
            }
            .enter(on: Leave.self, leads: .to(LeavingUnrecorded.self, Over.self)) {
                if $1.session.record.start == nil { return Over(session: $0, how: .notBegun) }
                return LeavingUnrecorded(session: $0, kept: $1)
            }
        instructs(Unrecorded.self) { $0.started }

        from(LeavingUnrecorded.self)
            .enter(on: Agree.self, leads: .to(Over.self)) { session, _ in
                Over(session: session, how: .incomplete)
            }
            .enter(on: Refuse.self, leads: .to(Unrecorded.self)) { $1.kept.with($0) }
    }

    private func leave<State: SessionState>(from state: State.Type) {
        from(state).enter(on: Leave.self, leads: .to(Leaving.self)) { session, state in
            Leaving(session: session, previous: state)
        }
    }

    /// Declares that Ctrl-C in this state leaves without confirmation, because nothing is recorded
    /// yet.
    private func leaveUnrecorded<State: SessionState>(from state: State.Type) {
        from(state).enter(on: Leave.self, leads: .to(Over.self)) { session, _ in
            Over(session: session, how: .notBegun)
        }
    }
}

extension Transition where State: OverlaidState {
    /// Returns to the state in which the facilitator asked to leave. Resumes the task's clock if
    /// the request to leave paused it.
    fileprivate mutating func stay(at stamp: Stamp) {
        let previous = state.previous
        let resumed = previous is Running ? [SessionEvent.taskResumed(state.run)] : []
        record(resumed, at: stamp) { previous.with($0) }
    }
}

extension Transition {
    /// Ends the session, and its current task if the task's clock has started. The session cannot
    /// be resumed.
    ///
    /// - Parameters:
    ///   - ending: the way in which the current task ends, for the log.
    ///   - remark: a sentence for the facilitator.
    mutating func endSession(
        at stamp: Stamp,
        reason: String,
        ending: Ending = .facilitator,
        snapshot: String? = nil,
        remark: String? = nil
    ) {
        let run = state.session.record.currentRun.flatMap { $0.hasStarted ? $0 : nil }
        let ended = run.map {
            SessionEvent.taskEnded(TaskEnded(run: $0.number, ending: ending, snapshot: snapshot))
        }
        let closing = SessionEvent.sessionFinished(Closing(complete: false, reason: reason))
        record([ended, closing].compactMap { $0 }, at: stamp) { session in
            var over = session
            over.notice = remark.map { Session.Notice(words: $0) }
            return Over(session: over, how: .ended)
        }
    }
}
