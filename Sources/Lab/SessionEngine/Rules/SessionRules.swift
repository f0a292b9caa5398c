import Scenarios

/// All scenarios of a session. Each declares its states, messages, queries and destinations, and
/// its reducers produce the events and the next state. The engine has no other state machine.
struct SessionRules {
    let scenarios = ScenarioFacade()
    let actions = ActionFacade()
    let updates = UpdateFacade()

    init() {
        opening()
        questions()
        tasks()
        stopping()
        marking()
        leaving()
        for query in [Record.self, Begin.self, Decline.self] as [any Query.Type] {
            scenarios.failures(of: query, lead: Unrecorded.self)
        }
    }

    /// Declares what all scenarios from these states have in common.
    func bind<each State: SessionState>(_ states: repeat (each State).Type) {
        for state in repeat each states { bindOne(state) }
    }

    private func bindOne<State: SessionState>(_: State.Type) {
        Transition<State>.bind(actions, updates)
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
        Over.self
    )
}
