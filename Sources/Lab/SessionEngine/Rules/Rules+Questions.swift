import ResultsStore
import Scenarios
import StudyDefinition

/// Questionnaires, one question to a page, and prose to read.
extension SessionRules {
    func questions() {
        bind(Asking.self, Showing.self)

        scenarios.start(from: Asking.self, .inTurn)
            .react(to: Typed.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Asking>.self, leads: .to(.step))
            .react(to: Continue.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Asking>.self, leads: .to(.step))
            .react(to: Back.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Asking>.self, leads: .to(.step))

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
            let session = transition.state.session
            guard let previous = session.previousQuestion(before: session.position) else { return }
            transition.record([session.entering(previous)], at: message.at) { $0.state }
        }

        scenarios.start(from: Showing.self, .inTurn)
            .react(to: Continue.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Showing>.self, leads: .to(.step))
            .react(to: Back.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Showing>.self, leads: .to(.step))
        actions.on(Transition<Showing>.self).reduce(Continue.self) { transition, message in
            transition.record(transition.state.session.advance(), at: message.at) { $0.state }
        }
        actions.on(Transition<Showing>.self).reduce(Back.self) { transition, message in
            let session = transition.state.session
            guard let previous = session.previousQuestion(before: session.position) else { return }
            transition.record([session.entering(previous)], at: message.at) { $0.state }
        }
    }
}

extension Transition<Asking> {
    /// Enter: the understood answer stands; without one, an earlier answer stays, or none is given.
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
        self.record(answers + session.advance(record), at: stamp) { $0.state }
    }
}
