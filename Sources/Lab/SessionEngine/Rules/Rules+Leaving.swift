import ResultsStore
import Scenarios

/// Leaving a session. Ctrl-C asks for confirmation; an event that could not be written is written
/// again first.
extension SessionRules {
    func leaving() {
        bind(
            Leaving.self,
            EndingForGood.self,
            Unrecorded.self,
            LeavingUnrecorded.self,
            Over.self
        )
        leave(
            from: Asking.self,
            Showing.self,
            Preparing.self,
            NotReady.self,
            Ready.self,
            Running.self,
            Paused.self,
            Held.self
        )
        leave(
            from: GivingUp.self,
            AtLimit.self,
            Unsaved.self,
            Checking.self,
            Failed.self,
            Faulty.self
        )
        leaveUnrecorded(
            from: Confirming.self,
            ReadingConsent.self,
            ChoosingConsent.self,
            Declining.self,
            Beginning.self
        )

        scenarios.start(from: Leaving.self, .inTurn)
            .react(to: Agree.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Leaving>.self, leads: .to(Over.self))
            .react(to: Refuse.self).skip().process(
                Transition<Leaving>.self,
                leads: .back(from: Leaving.self)
            )
            .react(to: EndSession.self).skip().process(
                Transition<Leaving>.self,
                leads: .to(EndingForGood.self)
            )
            .react(to: Tick.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Leaving>.self, leads: .nowhere)
        actions.on(Transition<Leaving>.self).reduce(Agree.self) { transition, message in
            let interruption = Interruption(reason: "left by the facilitator")
            transition.record([.sessionInterrupted(interruption)], at: message.at) {
                Over(session: $0, how: .interrupted)
            }
        }
        actions.on(Transition<Leaving>.self).reduce(Refuse.self) { transition, _ in
            let previous = transition.state.previous
            transition.next = { previous.with($0) }
        }
        actions.on(Transition<Leaving>.self).reduce(EndSession.self) { transition, _ in
            let previous = transition.state.previous
            transition.next = { EndingForGood(session: $0, previous: previous) }
        }
        actions.on(Transition<Leaving>.self).reduce(Tick.self) { transition, message in
            transition.beat(at: message.at, over: transition.state.previous) {
                Leaving(session: $0, previous: $1)
            }
        }

        scenarios.start(from: EndingForGood.self, .inTurn)
            .react(to: Agree.self).skip().process(
                Transition<EndingForGood>.self,
                leads: .to(Explaining.self)
            )
            .react(to: Refuse.self).skip().process(
                Transition<EndingForGood>.self,
                leads: .back(from: Leaving.self)
            )
            .react(to: Tick.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<EndingForGood>.self, leads: .nowhere)
        actions.on(Transition<EndingForGood>.self).reduce(Refuse.self) { transition, _ in
            let previous = transition.state.previous
            transition.next = { previous.with($0) }
        }
        actions.on(Transition<EndingForGood>.self).reduce(Agree.self) { transition, _ in
            let state = transition.state
            transition.next = { Explaining(session: $0, purpose: .endSession, previous: state) }
        }
        actions.on(Transition<EndingForGood>.self).reduce(Tick.self) { transition, message in
            transition.beat(at: message.at, over: transition.state.previous) {
                EndingForGood(session: $0, previous: $1)
            }
        }

        scenarios.start(from: Unrecorded.self, .inTurn)
            .react(to: Continue.self).with(call: Record.self, expecting: Recorded.self)
            .with(call: Instruct.self, expecting: Instructed.self)
            .process(Transition<Unrecorded>.self)
            .react(to: Leave.self).skip()
            .process(
                Transition<Unrecorded>.self,
                leads: .to(LeavingUnrecorded.self, Over.self)
            )
        actions.on(Transition<Unrecorded>.self).reduce(Continue.self) { transition, message in
            let state = transition.state
            // Nobody has seen the task: its clock starts with the key that gets it recorded.
            let at = state.started == nil ? state.at : message.at
            transition.record(state.events, at: at, then: state.next)
        }
        instructs(Unrecorded.self) { $0.started }
        actions.on(Transition<Unrecorded>.self).reduce(Leave.self) { transition, _ in
            let state = transition.state
            if state.session.record.start == nil {
                transition.next = { Over(session: $0, how: .notBegun) }
            } else {
                transition.next = { LeavingUnrecorded(session: $0, kept: state) }
            }
        }

        scenarios.start(from: LeavingUnrecorded.self, .inTurn)
            .react(to: Agree.self).skip()
            .process(Transition<LeavingUnrecorded>.self, leads: .to(Over.self))
            .react(to: Refuse.self).skip()
            .process(Transition<LeavingUnrecorded>.self, leads: .to(Unrecorded.self))
        actions.on(Transition<LeavingUnrecorded>.self).reduce(Agree.self) { transition, _ in
            transition.next = { Over(session: $0, how: .incomplete) }
        }
        actions.on(Transition<LeavingUnrecorded>.self).reduce(Refuse.self) { transition, _ in
            let kept = transition.state.kept
            transition.next = { kept.with($0) }
        }
    }

    private func leave<each State: SessionState>(
        from states: repeat (each State).Type
    ) {
        for state in repeat each states { leaveOne(state) }
    }

    private func leaveOne<State: SessionState>(_: State.Type) {
        scenarios.start(from: State.self, .inTurn)
            .react(to: Leave.self).skip().process(Transition<State>.self, leads: .to(Leaving.self))
        actions.on(Transition<State>.self).reduce(Leave.self) { transition, _ in
            let state = transition.state
            transition.next = { Leaving(session: $0, previous: state) }
        }
    }

    /// Declares that Ctrl-C in these states leaves without confirmation, because nothing is
    /// recorded yet.
    private func leaveUnrecorded<each State: SessionState>(
        from states: repeat (each State).Type
    ) {
        for state in repeat each states { leaveUnrecordedOne(state) }
    }

    private func leaveUnrecordedOne<State: SessionState>(_: State.Type) {
        scenarios.start(from: State.self, .inTurn)
            .react(to: Leave.self).skip().process(Transition<State>.self, leads: .to(Over.self))
        actions.on(Transition<State>.self).reduce(Leave.self) { transition, _ in
            transition.next = { Over(session: $0, how: .notBegun) }
        }
    }
}

extension Transition {
    /// Ends the session, and its current task if there is one. The session cannot be resumed.
    mutating func endSession(at stamp: Stamp, reason: String) {
        let ended = state.session.record.currentRun.map {
            SessionEvent.taskEnded(TaskEnded(run: $0.number, ending: .facilitator))
        }
        let closing = SessionEvent.sessionFinished(Closing(complete: false, reason: reason))
        record([ended, closing].compactMap { $0 }, at: stamp) { Over(session: $0, how: .ended) }
    }
}
