import ContentHash
import ResultsStore
import Scenarios
import StudyDefinition

/// Rules from the first screen to the first recorded event: confirmation by the facilitator,
/// consent, and the start of the log.
extension SessionRules {
    func opening() {
        from(Confirming.self)
            .record(Continue.self, leads: .to(.step, Beginning.self)) { transition, message in
                if let lastAlive = transition.state.resumption?.lastAlive {
                    // The interruption lasts until this key press, not until the start of the
                    // process.
                    let resumption = Resumption(lastAlive: lastAlive, now: message.at)
                    return transition.record([.sessionResumed(resumption)], at: message.at) {
                        $0.state
                    }
                }
                let state = transition.state
                transition.failed = { session, failure in
                    var again = state
                    (again.session, again.failure) = (session, failure)
                    return again
                }
                transition.next = { session in
                    guard case .consent(let consent) = session.step else {
                        return Beginning(session: session, consent: nil, at: message.at)
                    }
                    return ReadingConsent(session: session, consent: consent)
                }
            }

        from(ReadingConsent.self)
            .reduce(Agree.self, leads: .to(ChoosingConsent.self, Beginning.self)) {
                let (consent, stamp) = ($0.state.consent, $1.at)
                $0.next = { session in
                    guard consent.options.isEmpty else {
                        return ChoosingConsent(session: session, consent: consent)
                    }
                    return Beginning(session: session, consent: given(consent, [:]), at: stamp)
                }
            }
            .enter(on: Refuse.self, leads: .to(Declining.self)) { session, state in
                Declining(session: session, consent: state.consent)
            }

        from(ChoosingConsent.self)
            .reduce(Agree.self, leads: .to(Declining.self, Beginning.self)) {
                $0.choose(true, at: $1.at)
            }
            .reduce(Refuse.self, leads: .to(Declining.self, Beginning.self)) {
                $0.choose(false, at: $1.at)
            }
            .enter(on: Back.self, leads: .to(ReadingConsent.self)) { session, state in
                guard let last = state.consent.options.prefix(state.chosen.count).last else {
                    return ReadingConsent(session: session, consent: state.consent)
                }
                var fewer = state.chosen
                fewer[last.id] = nil
                return ChoosingConsent(session: session, consent: state.consent, chosen: fewer)
            }

        actions.on(Transition<Declining>.self).create(Decline.self) {
            Decline(study: $0.state.session.study.id)
        }
        from(Declining.self)
            .reduce(Continue.self, [.decline], leads: .to(Over.self)) { transition, _ in
                let state = transition.state
                transition.next = { Over(session: $0, how: .declined) }
                transition.failed = { session, failure in
                    Declining(
                        session: session,
                        consent: state.consent,
                        chosen: state.chosen,
                        failure: failure
                    )
                }
            }
            .enter(on: Back.self, leads: .to(ReadingConsent.self, ChoosingConsent.self)) {
                guard let chosen = $1.chosen else {
                    return ReadingConsent(session: $0, consent: $1.consent)
                }
                return ChoosingConsent(session: $0, consent: $1.consent, chosen: chosen)
            }

        actions.on(Transition<Beginning>.self).create(Begin.self) {
            Begin(start: $0.state.session.start, events: $0.events, at: $0.at)
        }
        from(Beginning.self)
            .reduce(Entered.self, [.begin], leads: .to(.step)) { transition, _ in
                transition.begin()
            }
    }
}

extension Transition<ChoosingConsent> {
    fileprivate mutating func choose(_ agreed: Bool, at stamp: Stamp) {
        let (consent, option, before) = (state.consent, state.option, state.chosen)
        let choices = before.merging([option.id: agreed]) { $1 }
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
    /// Creates the log and records the first events. If this fails, the next state is
    /// ``Unrecorded``, in which the user can try again.
    fileprivate mutating func begin() {
        let session = state.session
        let events =
            state.consent.map { [.consentGiven($0)] + session.advance() } ?? [session.entering(0)]
        record(events, at: state.at) { $0.state }
    }
}

private func given(_ consent: Consent, _ options: [String: Bool]) -> ConsentGiven {
    ConsentGiven(text: sha256(Array(consent.prose.text.utf8)), options: options)
}
