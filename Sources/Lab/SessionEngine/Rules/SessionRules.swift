import ResultsStore
import Scenarios

/// Every scenario of a session: declared (which state, which message, which queries), and reduced
/// (which events follow, which state comes next). There is no other state machine.
struct SessionRules {
    var declarations = Declarations()
    var processor = ActionProcessor()
    var repository: Repository

    init(first: any SessionState) {
        repository = Repository(first)
        opening()
        questions()
        tasks()
        stopping()
        marking()
        leaving()
    }

    /// Declares what all scenarios from these states share.
    mutating func bind<each State: SessionState>(_ states: repeat (each State).Type) {
        for state in repeat each states { bindOne(state) }
    }

    private mutating func bindOne<State: SessionState>(_: State.Type) {
        Transition<State>.bind(&processor, &repository)
    }
}
