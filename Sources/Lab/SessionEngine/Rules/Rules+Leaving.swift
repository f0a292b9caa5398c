import ResultsStore
import Scenarios

/// Ctrl-C asks first; what could not be written is written again.
extension SessionRules {
    mutating func leaving() {
        bind(Leaving.self, EndingForGood.self, Unrecorded.self, Over.self)
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
            Beginning.self,
            Unrecorded.self
        )

        declarations.start(from: Leaving.self)
            .react(to: Agree.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Leaving>.self)
            .react(to: Refuse.self).skip().process(Transition<Leaving>.self)
            .react(to: EndSession.self).skip().process(Transition<Leaving>.self)
            .react(to: Tick.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Leaving>.self)
        processor.reduce(Transition<Leaving>.self, Agree.self) { transition, message in
            let interruption = Interruption(reason: "left by the facilitator")
            transition.record([.sessionInterrupted(interruption)], at: message.at) {
                Over(session: $0, how: .interrupted)
            }
        }
        processor.reduce(Transition<Leaving>.self, Refuse.self) { transition, _ in
            let previous = transition.state.previous
            transition.next = { previous.with($0) }
        }
        processor.reduce(Transition<Leaving>.self, EndSession.self) { transition, _ in
            let previous = transition.state.previous
            transition.next = { EndingForGood(session: $0, previous: previous) }
        }
        processor.reduce(Transition<Leaving>.self, Tick.self) { transition, message in
            transition.isBeat = true
            transition.at = message.at
        }

        declarations.start(from: EndingForGood.self)
            .react(to: Agree.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<EndingForGood>.self)
            .react(to: Refuse.self).skip().process(Transition<EndingForGood>.self)
            .react(to: Tick.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<EndingForGood>.self)
        processor.reduce(Transition<EndingForGood>.self, Refuse.self) { transition, _ in
            let previous = transition.state.previous
            transition.next = { previous.with($0) }
        }
        processor.reduce(Transition<EndingForGood>.self, Agree.self) { transition, message in
            let state = transition.state
            let ended = state.session.record.currentRun.map {
                SessionEvent.taskEnded(TaskEnded(run: $0.number, ending: .facilitator))
            }
            transition.record(
                [ended, .sessionFinished(Closing(complete: false))].compactMap { $0 },
                at: message.at
            ) { Over(session: $0, how: .ended) }
        }
        processor.reduce(Transition<EndingForGood>.self, Tick.self) { transition, message in
            transition.isBeat = true
            transition.at = message.at
        }

        declarations.start(from: Unrecorded.self)
            .react(to: Continue.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Unrecorded>.self)
        processor.reduce(Transition<Unrecorded>.self, Continue.self) { transition, _ in
            let state = transition.state
            transition.record(state.events, at: state.at, then: state.next)
        }
    }

    private mutating func leave<each State: SessionState>(
        from states: repeat (each State).Type
    ) {
        for state in repeat each states { leaveOne(state) }
    }

    private mutating func leaveOne<State: SessionState>(_: State.Type) {
        declarations.start(from: State.self)
            .react(to: Leave.self).skip().process(Transition<State>.self)
        processor.reduce(Transition<State>.self, Leave.self) { transition, _ in
            let state = transition.state
            transition.next = { Leaving(session: $0, previous: state) }
        }
    }

    /// Where nothing has been recorded yet, or nothing can be, leaving needs no question.
    private mutating func leaveUnrecorded<each State: SessionState>(
        from states: repeat (each State).Type
    ) {
        for state in repeat each states { leaveUnrecordedOne(state) }
    }

    private mutating func leaveUnrecordedOne<State: SessionState>(_: State.Type) {
        declarations.start(from: State.self)
            .react(to: Leave.self).skip().process(Transition<State>.self)
        processor.reduce(Transition<State>.self, Leave.self) { transition, _ in
            transition.next = { Over(session: $0, how: .notBegun) }
        }
    }
}
