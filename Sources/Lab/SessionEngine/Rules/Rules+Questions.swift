import Diagnostics
import ResultsStore
import Scenarios
import StudyDefinition

/// Rules for questionnaires (one question per page) and for texts to read.
extension SessionRules {
    func questions() {
        from(ReviewingConsent.self)
            .record(Typed.self, leads: .nowhere) { transition, message in
                transition.change(Int(message.text.trimmed) ?? 0, at: message.at)
            }
            .enter(on: Continue.self, leads: .to(.step)) { session, _ in session.state }

        from(Asking.self)
            .record(Typed.self, leads: .to(.step)) { transition, message in
                var state = transition.state
                let before = state.echo
                (state.echo, state.refusal, state.doubt) = (nil, nil, nil)
                do throws(AnswerRefusal) {
                    let value = try state.item.read(message.text, numbered: message.numbered)
                    state.echo = value
                    // A doubtful answer that is submitted a second time is accepted.
                    if message.confirms, value != before { state.doubt = state.item.doubt(value) }
                } catch {
                    state.refusal = error.sentence
                }
                guard message.confirms, state.refusal == nil, state.doubt == nil else {
                    let answered = state
                    return transition.next = { _ in answered }
                }
                transition.confirm(state, at: message.at)
            }
            .record(Continue.self, leads: .to(.step)) { transition, message in
                transition.confirm(transition.state, at: message.at)
            }
        goesBack(from: Asking.self)

        from(Showing.self)
            .record(Continue.self, leads: .to(.step)) { transition, message in
                transition.record(transition.state.session.advance(), at: message.at) { $0.state }
            }
        goesBack(from: Showing.self)
    }

    /// Declares that the key `b` goes back to the previous question or to the consent.
    func goesBack<State: SessionState>(from state: State.Type) {
        from(state).record(Back.self, leads: .to(.step, ReviewingConsent.self)) {
            $0.goBack(at: $1.at)
        }
    }
}

extension Transition {
    /// Goes back to the previous question or, from the first question, to the consent.
    mutating func goBack(at stamp: Stamp) {
        let session = state.session
        if let previous = session.previousQuestion(before: session.position) {
            return record([session.entering(previous)], at: stamp) { $0.state }
        }
        guard let consent = session.reviewableConsent else { return }
        next = { ReviewingConsent(session: $0, consent: consent) }
    }
}

extension Transition<ReviewingConsent> {
    /// Toggles the reply to the optional consent statement at the position `number`, counted from
    /// 1. Refuses to change a required statement. The log also keeps the original consent.
    fileprivate mutating func change(_ number: Int, at stamp: Stamp) {
        let state = state
        guard let option = state.consent.options.element(number: number),
            var given = state.session.record.consent
        else { return }
        guard !option.required else {
            var refusing = state
            refusing.refusal =
                "This statement is required. To stop taking part, tell the facilitator."
            return next = { [refusing] in refusing.with($0) }
        }
        given.options[option.id] = given.options[option.id] != true
        record([.consentGiven(given)], at: stamp) {
            ReviewingConsent(session: $0, consent: state.consent)
        }
    }
}

extension Transition<Asking> {
    /// Records the parsed answer and goes to the next step. Without a parsed answer, keeps the
    /// earlier answer. If there is no earlier answer either, records that an optional question was
    /// not answered, or shows a refusal for a required question.
    fileprivate mutating func confirm(_ state: Asking, at stamp: Stamp) {
        let (session, item) = (state.session, state.item)
        let key = state.key
        let earlier = state.earlier
        guard let value = state.echo ?? earlier ?? (try? item.read("")) else {
            var refusing = state
            refusing.refusal = "This question needs an answer."
            return next = { [refusing] in refusing.with($0) }
        }
        var answers: [SessionEvent] = []
        if value != earlier {
            let holds = session.holds(item.showIf, of: key, record: session.record)
            answers = [.answered(Answered(key, value, contradicts: !holds))]
        }
        var record = session.record
        for event in answers { record.apply(event, at: stamp) }
        if case .scale = item.kind, value.meaning != .missing {
            let words = "The previous answer, \(value.raw), is recorded."
            notice = Session.Notice(words: words, shared: words)
        }
        self.record(answers + session.advance(record), at: stamp) { $0.state }
    }
}
