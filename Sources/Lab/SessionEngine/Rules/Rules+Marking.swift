import Diagnostics
import ResultsStore
import Scenarios
import StudyDefinition

/// Rules for marks, which are timed observations by the facilitator. One key sets a mark, and
/// another key undoes the last mark. Text can be added later; the mark keeps its time stamp. A mark
/// of the kind `note` can be set in all states of a session. Between tasks, a note belongs to no
/// run of a task.
extension SessionRules {
    func marking() {
        let marked: [any SessionState.Type] = [
            Running.self, Paused.self, Held.self, Unsaved.self, Checking.self, Failed.self,
            Faulty.self, AtLimit.self,
        ]
        for state in marked { marks(in: state) }
        for state in marked { grades(in: state) }
        let others: [any SessionState.Type] = [
            Asking.self, Showing.self, ReviewingConsent.self, Preparing.self, NotReady.self,
            Ready.self, Explaining.self, Inspecting.self, Judging.self, EndingTask.self,
            GivingUp.self, Collecting.self, Wording.self, Coding.self, Leaving.self,
            EndingForGood.self,
        ]
        for state in others { takesWordedMarks(in: state) }
        // After "done", a dialog returns to Inspecting, in which no mark can be set.
        let chosen = Destinations.back(from: Coding.self, or: Inspecting.self)
        from(Coding.self)
            .record(Typed.self, leads: chosen) { transition, message in
                let state = transition.state
                guard let code = state.session.study.code(typed: message.text) else {
                    let words = state.session.study.codeRefusal
                    return transition.notice = Session.Notice(words: words, reply: words)
                }
                let mark = Marked(
                    mark: state.session.nextMark,
                    kind: Marked.Kind(code.kind),
                    run: state.session.markedRun,
                    code: code.id
                )
                // While the list was open, the clock may have stopped, or the participant may have
                // set a mark.
                let at = state.session.record.inOrder(state.at)
                transition.record([.marked(mark)], at: at) { state.previous.with($0) }
            }
            .goBack(on: Back.self, leads: chosen)
            .goBack(on: Leave.self, leads: chosen)
        stopsTheClock(in: Coding.self)
        let recorded: [any SessionState.Type] = [
            Showing.self, Ready.self, Running.self, Paused.self,
        ]
        for state in recorded { recording(in: state) }

        let back = Destinations.back(from: Wording.self, or: Inspecting.self)
        from(Wording.self)
            .record(Typed.self, leads: back) { transition, message in
                let (previous, mark) = (transition.state.previous, transition.state.mark)
                let text = message.text.trimmed
                let events: [SessionEvent] =
                    text == transition.state.text
                    ? [] : [.markWorded(MarkWorded(mark: mark, text: text))]
                // The text may have been typed before the clock stopped, and read after it.
                let record = transition.state.session.record
                let isLate = (message.at.nanoseconds(to: record.lastStamp ?? message.at) ?? 0) > 0
                transition.record(events, at: isLate ? record.inOrder(message.at) : message.at) {
                    previous.with($0)
                }
            }
            .goBack(on: Leave.self, leads: back)
        stopsTheClock(in: Wording.self)
    }

    /// Declares that the participant's "done" and the time limit stop the clock at once while the
    /// facilitator's dialog is open. The dialog stays open, and the check begins after it.
    private func stopsTheClock<State: OverlaidState>(in state: State.Type) {
        from(state)
            .record(Done.self, leads: .nowhere) { transition, message in
                let state = transition.state
                guard let running = state.previous as? Running,
                    !transition.stopAtLimit(message.at, over: running, then: { state.over($1, $0) })
                else { return }
                transition.stop(.done, at: message.at) {
                    state.over(Inspecting(session: $0, task: running.task), $0)
                }
            }
            .record(Tick.self, leads: .nowhere) { transition, message in
                let state = transition.state
                transition.pass(message, over: state.previous) { state.over($1, $0) }
            }
    }

    private func marks<State: SessionState>(in state: State.Type) {
        from(state)
            .record(MarkPressed.self, leads: .to(Wording.self)) { transition, message in
                let state = transition.state
                let mark = transition.mark(message, words: message.words)
                guard message.kind.needsText, message.words == nil else { return }
                transition.next = {
                    Wording(session: $0, mark: mark, previous: state.with($0))
                }
            }
            .record(Undo.self, leads: .nowhere) { transition, message in
                guard let mark = transition.state.lastMark else {
                    return transition.notice = .noMark
                }
                transition.record([.markUndone(MarkReference(mark: mark.number))], at: message.at)
            }
            .reduce(WordLast.self, leads: .to(Wording.self)) { transition, _ in
                let state = transition.state
                guard let mark = state.lastMark else { return transition.notice = .noMark }
                transition.next = {
                    Wording(session: $0, mark: mark.number, previous: state.with($0))
                }
            }
    }

    /// Declares the rule for a mark that arrives together with its text. The mark is recorded, and
    /// the state does not change. Examples are a note by the facilitator, and the participant's
    /// button "I am stuck".
    private func takesWordedMarks<State: SessionState>(in state: State.Type) {
        from(state).record(MarkPressed.self, leads: .nowhere) { transition, message in
            guard let words = message.words else { return }
            transition.mark(message, words: words)
        }
    }

    private func grades<State: SessionState>(in state: State.Type) {
        from(state)
            .record(Grade.self, leads: .nowhere) { transition, message in
                guard let mark = transition.state.lastMark, let grades = mark.kind.grades,
                    grades.element(number: message.number) != nil
                else { return }
                let isProblem = mark.kind == .problem
                let graded = MarkGraded(
                    mark: mark.number,
                    severity: isProblem ? message.number : nil,
                    level: isProblem ? nil : message.number
                )
                transition.record([.markGraded(graded)], at: message.at)
            }
            .reduce(OpenCodes.self, leads: .to(Coding.self)) { transition, message in
                let state = transition.state
                guard state.session.study.codebook?.isEmpty == false else { return }
                transition.next = { Coding(session: $0, at: message.at, previous: state) }
            }
    }

    private func recording<State: SessionState>(in state: State.Type) {
        from(state).record(StartRecording.self, leads: .nowhere) { transition, message in
            let state = transition.state
            transition.record([.recordingStarted(Instant())], at: message.at) { session in
                var noted = session
                let words = "The start of the recording has been noted."
                noted.notice = Session.Notice(words: words, shared: words)
                return state.with(noted)
            }
        }
    }
}

extension OverlaidState {
    /// Returns a copy of this dialog that later returns to `previous`.
    func over(_ previous: any SessionState, _ session: Session) -> any SessionState {
        var copy = self
        (copy.previous, copy.session) = (previous, session)
        return copy
    }
}

extension Transition {
    /// Records a mark, and its text if `words` is not empty. Returns the mark's number within the
    /// session.
    @discardableResult
    fileprivate mutating func mark(_ message: MarkPressed, words: String?) -> Int {
        let mark = Marked(
            mark: state.session.nextMark,
            kind: message.kind,
            run: state.session.markedRun,
            code: message.code
        )
        var events = [SessionEvent.marked(mark)]
        if let words, !words.isEmpty {
            events.append(.markWorded(MarkWorded(mark: mark.mark, text: words)))
        }
        record(events, at: message.at)
        return mark.mark
    }
}

extension SessionRecord {
    /// Returns `stamp` for a new event, or a later stamp if events at or after that time are already
    /// recorded. The log is in order of time.
    fileprivate func inOrder(_ stamp: Stamp) -> Stamp {
        guard let last = lastStamp, stamp.nanoseconds(to: last) != nil else { return stamp }
        // Events with the stamp of a press count as its effects.
        return presses[last] == nil ? last : last.advanced(by: 1)
    }
}

extension Session {
    /// Number of the task run to which a new mark belongs. Nil if no task is in progress, or before
    /// the task's clock starts.
    var markedRun: Int? {
        record.currentRun.flatMap { $0.hasStarted ? $0.number : nil }
    }
}

extension Session.Notice {
    fileprivate static let noMark = Session.Notice(
        words: "There is no mark in this task to undo or to describe.",
        reply: "There is nothing to undo."
    )
}

extension Study {
    /// Returns the entry of the codebook at the typed position, counted from 1. Nil if there is no
    /// such entry.
    func code(typed text: String) -> Code? {
        Int(text.trimmed).flatMap { (codebook ?? []).element(number: $0) }
    }

    /// Message about a typed position without an entry of the codebook.
    var codeRefusal: String {
        let count = codebook?.count ?? 0
        return "Type a number from 1 to \(count)."
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

    /// Whether the session asks for text as soon as a mark of this kind is set. True for the kinds
    /// of marks that say little without text.
    var needsText: Bool { self == .note || self == .question }

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
    /// Returns a copy of this state that contains `session`.
    func with(_ session: Session) -> any SessionState {
        var copy = self
        copy.session = session
        return copy
    }

    /// The latest mark in the current run of the task, not counting undone marks. Nil if there is
    /// none.
    var lastMark: SessionRecord.Mark? {
        session.record.marks.last { !$0.isUndone && $0.run == run.run }
    }
}
