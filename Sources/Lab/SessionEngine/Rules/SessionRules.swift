import ResultsStore
import Scenarios

/// Every scenario of a session: declared (in which state, on which message, asking what, leading
/// where), and reduced (which events follow, which state comes next). There is no other state
/// machine.
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

    /// Declares what all scenarios from these states share.
    func bind<each State: SessionState>(_ states: repeat (each State).Type) {
        for state in repeat each states { bindOne(state) }
    }

    private func bindOne<State: SessionState>(_: State.Type) {
        Transition<State>.bind(actions, updates)
    }
}

extension Destinations.Group {
    /// Possible values of ``Session/state``.
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
