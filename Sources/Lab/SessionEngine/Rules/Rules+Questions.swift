import ResultsStore
import Scenarios
import StudyDefinition

/// Questionnaires, with one question per page, and texts to read.
extension SessionRules {
    func questions() {
        bind(Asking.self, Showing.self, ReviewingConsent.self)
        reviewing()

        scenarios.start(from: Asking.self, .inTurn)
            .react(to: Typed.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Asking>.self, leads: .to(.step))
            .react(to: Continue.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Asking>.self, leads: .to(.step))
            .react(to: Back.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Asking>.self, leads: .to(.step, ReviewingConsent.self))

        actions.on(Transition<Asking>.self).reduce(Typed.self) { transition, message in
            var state = transition.state
            do throws(AnswerRefusal) {
                state.echo = try state.item.read(message.text, numbered: message.numbered)
                state.refusal = nil
            } catch {
                state.echo = nil
                state.refusal = error.sentence
            }
            guard message.confirms, state.refusal == nil else {
                let answered = state
                return transition.next = { _ in answered }
            }
            transition.confirm(state, at: message.at)
        }
        actions.on(Transition<Asking>.self).reduce(Continue.self) { transition, message in
            transition.confirm(transition.state, at: message.at)
        }
        actions.on(Transition<Asking>.self).reduce(Back.self) { transition, message in
            transition.goBack(at: message.at)
        }

        scenarios.start(from: Showing.self, .inTurn)
            .react(to: Continue.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Showing>.self, leads: .to(.step))
            .react(to: Back.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Showing>.self, leads: .to(.step, ReviewingConsent.self))
        actions.on(Transition<Showing>.self).reduce(Continue.self) { transition, message in
            transition.record(transition.state.session.advance(), at: message.at) { $0.state }
        }
        actions.on(Transition<Showing>.self).reduce(Back.self) { transition, message in
            transition.goBack(at: message.at)
        }
    }

    private func reviewing() {
        scenarios.start(from: ReviewingConsent.self, .inTurn)
            .react(to: Typed.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<ReviewingConsent>.self, leads: .nowhere)
            .react(to: Continue.self).skip()
            .process(Transition<ReviewingConsent>.self, leads: .to(.step))
            .react(to: Leave.self).skip()
            .process(Transition<ReviewingConsent>.self, leads: .to(.step))
        actions.on(Transition<ReviewingConsent>.self)
            .reduce(Typed.self) { transition, message in
                transition.change(Int(message.text.trimmed) ?? 0, at: message.at)
            }
            .reduce(Continue.self) { transition, _ in transition.next = { $0.state } }
            .reduce(Leave.self) { transition, _ in transition.next = { $0.state } }
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
    /// Toggles the optional consent statement with this number. The log also keeps the original
    /// consent.
    fileprivate mutating func change(_ number: Int, at stamp: Stamp) {
        let state = state
        guard state.consent.options.indices.contains(number - 1),
            var given = state.session.record.consent
        else { return }
        let option = state.consent.options[number - 1]
        guard !option.required else {
            next = { session in
                var same = state
                same.session = session
                same.refusal = "This is required to take part; Ctrl-C and then e end the session."
                return same
            }
            return
        }
        given.options[option.id] = given.options[option.id] != true
        record([.consentGiven(given)], at: stamp) {
            ReviewingConsent(session: $0, consent: state.consent)
        }
    }
}

extension Transition<Asking> {
    /// Records the parsed answer when Enter is pressed. If no answer was typed, an earlier answer
    /// is kept, or the question is left unanswered.
    fileprivate mutating func confirm(_ state: Asking, at stamp: Stamp) {
        let (session, item) = (state.session, state.item)
        let key = SessionRecord.AnswerKey(
            condition: state.condition,
            questionnaire: state.questionnaire.id,
            item: item.id,
            task: state.task
        )
        let earlier = session.record.answers[key]
        guard let value = state.echo ?? (earlier == nil ? try? item.read("") : earlier?.value)
        else {
            next = { session in
                var asked = state
                asked.session = session
                asked.refusal = "This question needs an answer."
                return asked
            }
            return
        }
        var answers: [SessionEvent] = []
        if value != earlier?.value {
            let holds = session.holds(
                item.showIf,
                condition: state.condition,
                record: session.record
            )
            answers = [
                .answered(
                    Answered(
                        questionnaire: key.questionnaire,
                        item: key.item,
                        condition: key.condition,
                        task: key.task.isEmpty ? nil : key.task,
                        value: value,
                        contradicts: !holds
                    )
                )
            ]
        }
        var record = session.record
        for event in answers {
            record.apply(
                RecordedEvent(id: 0, number: record.eventCount + 1, stamp: stamp, event: event)
            )
        }
        if case .scale = item.kind, value.meaning != .missing {
            let words = "\(value.raw) is recorded."
            notice = Session.Notice(words: words, shared: words)
        }
        self.record(answers + session.advance(record), at: stamp) { $0.state }
    }
}
