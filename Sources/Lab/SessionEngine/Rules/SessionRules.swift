import Scenarios

/// All scenarios of a session. Together, they are the engine's only state machine. Each scenario
/// declares its states, messages, queries and destinations. Reducers produce the events to record
/// and the next state.
struct SessionRules {
    let scenarios = ScenarioFacade()
    let actions = ActionFacade()
    let updates = UpdateFacade()

    init() {
        let states: [any SessionState.Type] = [
            Confirming.self, ReadingConsent.self, ChoosingConsent.self, Declining.self,
            Beginning.self, Asking.self, Showing.self, ReviewingConsent.self, Preparing.self,
            NotReady.self, Ready.self, Running.self, Paused.self, Held.self, Explaining.self,
            Inspecting.self, Unsaved.self, Checking.self, Judging.self, Failed.self, Faulty.self,
            EndingTask.self, GivingUp.self, AtLimit.self, Collecting.self, Wording.self,
            Coding.self, Leaving.self, EndingForGood.self, Unrecorded.self, Waking.self,
            LeavingUnrecorded.self, Over.self,
        ]
        for state in states { bind(state) }
        opening()
        questions()
        tasks()
        stopping()
        marking()
        leaving()
        sleeping()
        scenarios.failures(of: Record.self, lead: Unrecorded.self)
        scenarios.failures(of: Begin.self, lead: Unrecorded.self)
        scenarios.failures(of: Decline.self, lead: Declining.self)
    }

    /// Declares the parts that all scenarios from this type of state have in common: recording the
    /// events, and changing the state.
    private func bind<State: SessionState>(_: State.Type) {
        actions.from(State.self).start(Transition<State>.self) { Transition(state: $0) }
        actions.on(Transition<State>.self)
            .create(Record.self) { Record(events: $0.events, at: $0.at) }
            .reduce(Recorded.self) { $0.record = $1.record }
            .reduce(NotRecorded.self) { $0.failure = $1.error }
        updates.on(Transition<State>.self) { state, transition in
            state = transition.outcome(present: state)
        }
    }

    /// Returns a builder that declares scenarios for this type of state.
    func from<State: SessionState>(_: State.Type) -> StateRules<Transition<State>> {
        StateRules(scenarios: scenarios, actions: actions)
    }
}

extension Destinations.Group {
    /// The group of states that ``Session/state`` can return.
    static let step = Destinations.Group(
        "Step",
        ReadingConsent.self,
        Showing.self,
        Asking.self,
        Preparing.self,
        Held.self,
        Inspecting.self,
        AtLimit.self,
        GivingUp.self,
        Failed.self,
        Faulty.self,
        Over.self
    )
}
