import Scenarios

/// The data of a scenario that is being executed. It includes the state to enter once the
/// scenario's events are written to disk.
protocol Move: ActionState {
    associatedtype State: GeneralState
    /// The data that every state contains.
    associatedtype Context
    associatedtype Next

    var state: State { get }
    /// A function that returns the next state. If nil, the engine stays in the current state, with
    /// an updated record.
    var next: (@Sendable (Context) -> Next)? { get set }
}

/// The type of a query that a scenario sends, and the type of the expected reply.
struct Ask: Sendable {
    let query: any Query.Type
    let reply: any Message.Type

    static let record = Ask(query: Record.self, reply: Recorded.self)
    static let begin = Ask(query: Begin.self, reply: Recorded.self)
    static let decline = Ask(query: Decline.self, reply: Recorded.self)
    static let prepare = Ask(query: Prepare.self, reply: Prepared.self)
    static let instruct = Ask(query: Instruct.self, reply: Instructed.self)
    static let inspect = Ask(query: Inspect.self, reply: Inspected.self)
    static let check = Ask(query: RunCheck.self, reply: Checked.self)
    static let snapshot = Ask(query: TakeSnapshot.self, reply: SnapshotTaken.self)
    static let forgo = Ask(query: ForgoFiles.self, reply: FilesForgone.self)
}

/// A builder that declares the scenarios that begin in one type of state. It declares each scenario
/// together with the reducer for the message that starts the scenario.
struct StateRules<Action: Move> {
    let scenarios: ScenarioFacade
    let actions: ActionFacade

    /// Declares a scenario that starts with `message`. The scenario applies `change` and then sends
    /// the queries of `asks`, in order.
    @discardableResult
    func reduce<Input: Message>(
        _ message: Input.Type,
        _ asks: [Ask] = [],
        _ turn: Scenario.Turn = .inTurn,
        leads destinations: Destinations? = nil,
        change: @escaping @Sendable (inout Action, Input) -> Void = { _, _ in }
    ) -> Self {
        let reactor = scenarios.start(from: Action.State.self, turn).react(to: message)
        if let first = asks.first {
            asks.dropFirst().reduce(reactor.with(call: first.query, expecting: first.reply)) {
                $0.with(call: $1.query, expecting: $1.reply)
            }.process(Action.self, leads: destinations)
        } else {
            reactor.skip().process(Action.self, leads: destinations)
        }
        actions.on(Action.self).reduce(message, change)
        return self
    }

    /// Declares a scenario that starts with `message` and records the events that `change`
    /// produces.
    @discardableResult
    func record<Input: Message>(
        _ message: Input.Type,
        leads destinations: Destinations,
        change: @escaping @Sendable (inout Action, Input) -> Void = { _, _ in }
    ) -> Self {
        reduce(message, [.record], leads: destinations, change: change)
    }

    /// Declares a scenario that starts with `message`, sends the queries of `asks`, and enters the
    /// state that `next` returns. The scenario produces no events.
    @discardableResult
    func enter<Input: Message>(
        on message: Input.Type,
        _ asks: [Ask] = [],
        leads destinations: Destinations,
        next: @escaping @Sendable (Action.Context, Action.State) -> Action.Next
    ) -> Self {
        reduce(message, asks, leads: destinations) { action, _ in
            let state = action.state
            action.next = { next($0, state) }
        }
    }

    /// Declares a scenario in which `message` returns from the current state to its `previous`
    /// state.
    @discardableResult
    func goBack<State: OverlaidState>(
        on message: (some Message).Type,
        leads destinations: Destinations = .back(from: State.self)
    ) -> Self where Action == Transition<State> {
        enter(on: message, leads: destinations) { $1.previous.with($0) }
    }
}
