import ResultsStore
import Scenarios
import StudyDefinition

/// Marks. One key sets a mark and another undoes it; text can be added after the time stamp is
/// recorded.
extension SessionRules {
    func marking() {
        bind(Wording.self, Coding.self)
        marks(in: Running.self)
        marks(in: Paused.self)
        marks(in: Checking.self)
        marks(in: Failed.self)
        codes()
        recordings(in: Showing.self, Ready.self, Running.self, Paused.self)

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
            let state = transition.state
            transition.beat(at: message.at, over: state.previous) {
                Wording(session: $0, mark: state.mark, previous: $1)
            }
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
                run: state.run.run,
                code: message.code
            )
            if let words = message.words {
                let worded = MarkWorded(mark: mark.mark, text: words)
                return transition.record([.marked(mark), .markWorded(worded)], at: message.at)
            }
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

extension SessionRules {
    private func grades<State: SessionState>(in _: State.Type) {
        scenarios.start(from: State.self, .inTurn)
            .react(to: Grade.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<State>.self, leads: .nowhere)
            .react(to: OpenCodes.self).skip()
            .process(Transition<State>.self, leads: .to(Coding.self))
        actions.on(Transition<State>.self).reduce(Grade.self) { transition, message in
            guard let mark = transition.state.lastMark, let grades = mark.kind.grades,
                grades.indices.contains(message.number - 1)
            else { return }
            let isProblem = mark.kind == .problem
            let graded = MarkGraded(
                mark: mark.number,
                severity: isProblem ? message.number : nil,
                level: isProblem ? nil : message.number
            )
            transition.record([.markGraded(graded)], at: message.at)
        }
        actions.on(Transition<State>.self).reduce(OpenCodes.self) { transition, message in
            let state = transition.state
            guard state.session.study.codebook?.isEmpty == false else { return }
            transition.next = { Coding(session: $0, at: message.at, previous: state) }
        }
    }

    private func codes() {
        grades(in: Running.self)
        grades(in: Paused.self)
        grades(in: Checking.self)
        grades(in: Failed.self)
        scenarios.start(from: Coding.self, .inTurn)
            .react(to: Typed.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Coding>.self, leads: .back(from: Coding.self))
            .react(to: Back.self).skip()
            .process(Transition<Coding>.self, leads: .back(from: Coding.self))
            .react(to: Leave.self).skip()
            .process(Transition<Coding>.self, leads: .back(from: Coding.self))
            .react(to: Tick.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Coding>.self, leads: .nowhere)
        actions.on(Transition<Coding>.self)
            .reduce(Typed.self) { transition, message in
                let state = transition.state
                let codes = state.session.study.codebook ?? []
                guard let number = Int(message.text.trimmed), codes.indices.contains(number - 1)
                else { return }
                let code = codes[number - 1]
                let mark = Marked(
                    mark: state.session.nextMark,
                    kind: Marked.Kind(code.kind),
                    run: state.run.run,
                    code: code.id
                )
                transition.record([.marked(mark)], at: state.at) { state.previous.with($0) }
            }
            .reduce(Back.self) { transition, _ in
                let previous = transition.state.previous
                transition.next = { previous.with($0) }
            }
            .reduce(Leave.self) { transition, _ in
                let previous = transition.state.previous
                transition.next = { previous.with($0) }
            }
            .reduce(Tick.self) { transition, message in
                // The mark gets the time of its key: a clock that is over stops afterwards, at the limit.
                transition.isBeat = true
                transition.at = message.at
            }
    }

    private func recordings<each State: SessionState>(in states: repeat (each State).Type) {
        for state in repeat each states { recording(in: state) }
    }

    private func recording<State: SessionState>(in _: State.Type) {
        scenarios.start(from: State.self, .inTurn)
            .react(to: StartRecording.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<State>.self, leads: .nowhere)
        actions.on(Transition<State>.self).reduce(StartRecording.self) { transition, message in
            let state = transition.state
            transition.record([.recordingStarted(Instant())], at: message.at) { session in
                var noted = session
                let words = "The start of a recording is noted."
                noted.notice = Session.Notice(words: words, shared: words)
                return state.with(noted)
            }
        }
    }
}

extension Marked.Kind {
    init(_ kind: Study.Code.Kind) {
        switch kind {
        case .assist: self = .assist
        case .mistake: self = .mistake
        case .toolFailure: self = .toolFailure
        case .note: self = .note
        case .problem: self = .problem
        case .question: self = .question
        }
    }

    /// Meanings of the digits 1, 2, 3, … for a mark of this kind. Nil if the kind has no grades.
    package var grades: [String]? {
        switch self {
        case .assist: ["hint", "instruction", "done for the participant"]
        case .problem: ["cosmetic", "minor", "major", "catastrophic"]
        default: nil
        }
    }
}

extension SessionState {
    /// Returns the same state with another session.
    func with(_ session: Session) -> any SessionState {
        var copy = self
        copy.session = session
        return copy
    }

    /// The latest mark of the current run that was not undone.
    var lastMark: SessionRecord.Mark? {
        session.record.marks.last { !$0.isUndone && $0.run == run.run }
    }
}
