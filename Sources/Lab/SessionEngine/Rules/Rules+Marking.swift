import ResultsStore
import Scenarios

/// Marks: one key each, undone by another; words come after the time stamp.
extension SessionRules {
    func marking() {
        bind(Wording.self)
        marks(in: Running.self)
        marks(in: Paused.self)
        marks(in: Checking.self)
        marks(in: Failed.self)

        scenarios.start(from: Wording.self, .inTurn)
            .react(to: Typed.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Wording>.self, leads: .back(from: Wording.self))
            .react(to: Leave.self).skip().process(
                Transition<Wording>.self,
                leads: .back(from: Wording.self)
            )
            .react(to: Tick.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Wording>.self, leads: .nowhere)
        actions.on(Transition<Wording>.self).reduce(Typed.self) { transition, message in
            let (previous, mark) = (transition.state.previous, transition.state.mark)
            let text = message.text.trimmed
            let events: [SessionEvent] =
                text.isEmpty ? [] : [.markWorded(MarkWorded(mark: mark, text: text))]
            transition.record(events, at: message.at) { previous.with($0) }
        }
        actions.on(Transition<Wording>.self).reduce(Leave.self) { transition, _ in
            let previous = transition.state.previous
            transition.next = { previous.with($0) }
        }
        actions.on(Transition<Wording>.self).reduce(Tick.self) { transition, message in
            transition.isBeat = true
            transition.at = message.at
        }
    }

    private func marks<State: SessionState>(in _: State.Type) {
        scenarios.start(from: State.self, .inTurn)
            .react(to: MarkPressed.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<State>.self, leads: .to(Wording.self))
            .react(to: Undo.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<State>.self, leads: .nowhere)
            .react(to: WordLast.self).skip().process(
                Transition<State>.self,
                leads: .to(Wording.self)
            )
        actions.on(Transition<State>.self).reduce(MarkPressed.self) { transition, message in
            let state = transition.state
            let mark = Marked(
                mark: state.session.nextMark,
                kind: message.kind,
                run: state.run.run
            )
            guard message.kind == .note else {
                return transition.record([.marked(mark)], at: message.at)
            }
            transition.record([.marked(mark)], at: message.at) {
                Wording(session: $0, mark: mark.mark, previous: state.with($0))
            }
        }
        actions.on(Transition<State>.self).reduce(Undo.self) { transition, message in
            guard let mark = transition.state.lastMark else { return }
            transition.record([.markUndone(MarkReference(mark: mark.number))], at: message.at)
        }
        actions.on(Transition<State>.self).reduce(WordLast.self) { transition, _ in
            let state = transition.state
            guard let mark = state.lastMark else { return }
            transition.next = { Wording(session: $0, mark: mark.number, previous: state.with($0)) }
        }
    }
}

extension SessionState {
    /// The same state with another session.
    func with(_ session: Session) -> any SessionState {
        var copy = self
        copy.session = session
        return copy
    }

    /// The latest standing mark of the present run.
    var lastMark: SessionRecord.Mark? {
        session.record.marks.last { !$0.isUndone && $0.run == run.run }
    }
}
