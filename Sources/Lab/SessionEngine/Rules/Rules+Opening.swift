import ContentHash
import ResultsStore
import Scenarios
import StudyDefinition

/// The scenarios from the first screen to the first event: confirmation, consent, and the start of
/// the record.
extension SessionRules {
    func opening() {
        bind(Confirming.self, ReadingConsent.self, ChoosingConsent.self)
        bind(Declining.self, Beginning.self)

        scenarios.start(from: Confirming.self, .inTurn)
            .react(to: Continue.self).with(call: Record.self, expecting: Recorded.self)
            .process(Transition<Confirming>.self, leads: .to(.step, Beginning.self))
        actions.on(Transition<Confirming>.self).reduce(Continue.self) { transition, message in
            let state = transition.state
            if let resumption = state.resumption {
                return transition.record([.sessionResumed(resumption)], at: message.at) { $0.state }
            }
            transition.next = { session in
                guard case .consent(let consent) = session.step else {
                    return Beginning(session: session, consent: nil, at: message.at)
                }
                return ReadingConsent(session: session, consent: consent)
            }
        }

        scenarios.start(from: ReadingConsent.self, .inTurn)
            .react(to: Agree.self).skip().process(
                Transition<ReadingConsent>.self,
                leads: .to(ChoosingConsent.self, Beginning.self)
            )
            .react(to: Refuse.self).skip().process(
                Transition<ReadingConsent>.self,
                leads: .to(Declining.self)
            )
        actions.on(Transition<ReadingConsent>.self).reduce(Agree.self) { transition, message in
            let consent = transition.state.consent
            transition.next = { session in
                guard consent.options.isEmpty else {
                    return ChoosingConsent(session: session, consent: consent)
                }
                return Beginning(session: session, consent: given(consent, [:]), at: message.at)
            }
        }
        actions.on(Transition<ReadingConsent>.self).reduce(Refuse.self) { transition, _ in
            let consent = transition.state.consent
            transition.next = { Declining(session: $0, consent: consent) }
        }

        scenarios.start(from: ChoosingConsent.self, .inTurn)
            .react(to: Agree.self).skip().process(
                Transition<ChoosingConsent>.self,
                leads: .to(Declining.self, Beginning.self)
            )
            .react(to: Refuse.self).skip().process(
                Transition<ChoosingConsent>.self,
                leads: .to(Declining.self, Beginning.self)
            )
            .react(to: Back.self).skip().process(
                Transition<ChoosingConsent>.self,
                leads: .to(ReadingConsent.self)
            )
        actions.on(Transition<ChoosingConsent>.self).reduce(Agree.self) { transition, message in
            transition.choose(true, at: message.at)
        }
        actions.on(Transition<ChoosingConsent>.self).reduce(Refuse.self) { transition, message in
            transition.choose(false, at: message.at)
        }
        actions.on(Transition<ChoosingConsent>.self).reduce(Back.self) { transition, _ in
            let (consent, chosen) = (transition.state.consent, transition.state.chosen)
            transition.next = { session in
                guard let last = consent.options.prefix(chosen.count).last else {
                    return ReadingConsent(session: session, consent: consent)
                }
                var fewer = chosen
                fewer[last.id] = nil
                return ChoosingConsent(session: session, consent: consent, chosen: fewer)
            }
        }

        scenarios.start(from: Declining.self, .inTurn)
            .react(to: Continue.self).with(call: Decline.self, expecting: Recorded.self)
            .process(Transition<Declining>.self, leads: .to(Over.self))
            .react(to: Back.self).skip().process(
                Transition<Declining>.self,
                leads: .to(ReadingConsent.self, ChoosingConsent.self)
            )
        actions.on(Transition<Declining>.self).create(Decline.self) {
            Decline(study: $0.state.session.study.id)
        }
        actions.on(Transition<Declining>.self).reduce(Continue.self) { transition, _ in
            transition.next = { Over(session: $0, how: .declined) }
        }
        actions.on(Transition<Declining>.self).reduce(Back.self) { transition, _ in
            let (consent, chosen) = (transition.state.consent, transition.state.chosen)
            transition.next = { session in
                guard let chosen else { return ReadingConsent(session: session, consent: consent) }
                return ChoosingConsent(session: session, consent: consent, chosen: chosen)
            }
        }

        scenarios.start(from: Beginning.self, .inTurn)
            .react(to: Entered.self).with(call: Begin.self, expecting: Recorded.self)
            .process(Transition<Beginning>.self, leads: .to(.step))
            .react(to: Continue.self).with(call: Begin.self, expecting: Recorded.self)
            .process(Transition<Beginning>.self, leads: .to(.step))
        actions.on(Transition<Beginning>.self).create(Begin.self) {
            Begin(start: $0.state.session.start, events: $0.events, at: $0.at)
        }
        actions.on(Transition<Beginning>.self).reduce(Entered.self) { transition, _ in
            transition.begin()
        }
        actions.on(Transition<Beginning>.self).reduce(Continue.self) { transition, _ in
            transition.begin()
        }
    }
}

extension Transition<ChoosingConsent> {
    fileprivate mutating func choose(_ agreed: Bool, at stamp: Stamp) {
        let (consent, option, before) = (state.consent, state.option, state.chosen)
        var chosen = before
        chosen[option.id] = agreed
        let choices = chosen
        next = { session in
            if option.required, !agreed {
                return Declining(session: session, consent: consent, chosen: before)
            }
            if choices.count < consent.options.count {
                return ChoosingConsent(session: session, consent: consent, chosen: choices)
            }
            return Beginning(session: session, consent: given(consent, choices), at: stamp)
        }
    }
}

extension Transition<Beginning> {
    /// Records the first events. If they cannot be written, there is no log yet to append to, so
    /// the state stays the same and offers to try again.
    fileprivate mutating func begin() {
        let session = state.session
        var events: [SessionEvent] = []
        if let consent = state.consent {
            events = [.consentGiven(consent)] + session.advance()
        } else {
            events = [session.entering(0)]
        }
        record(events, at: state.at) { $0.state }
    }
}

private func given(_ consent: Consent, _ options: [String: Bool]) -> ConsentGiven {
    ConsentGiven(text: sha256(Array(consent.prose.text.utf8)), options: options)
}
