/// An event, such as a key press, the tick of a timer, or the answer to a query.
public protocol Message: Sendable {}

/// A request of a scenario to the outside world.
public protocol Query: Sendable {}

/// The state of the whole application. Each scenario is declared for one type that conforms to this
/// protocol.
public protocol GeneralState: Sendable {}

/// The state of one run of a scenario, from its first message to its end.
public protocol ActionState: Sendable {}

/// The message that ``Core`` sends to itself when it starts, and whenever the general state has
/// changed its type. It is handled before all other waiting messages.
public struct Entered: Message, Hashable {
    public init() {}
}

/// An error in the declarations, in the answer to a query, or in an update of the repository.
public enum ScenarioFault: Error {
    /// Two scenarios are declared for the same message in the same state.
    case declaredTwice(state: any GeneralState.Type, message: any Message.Type)
    /// The processor does not declare how to create this action state from this general state.
    case noInitialState(any ActionState.Type, from: any GeneralState.Type)
    /// The processor does not declare how the message changes the action state.
    case noReducer(any ActionState.Type, on: any Message.Type)
    /// The processor does not declare how the action state creates the query.
    case noQuery(any Query.Type, from: any ActionState.Type)
    /// The service declares no call for the query.
    case noCall(any Query.Type)
    /// The repository declares no update for the action state. The update is needed, because the
    /// scenario is declared to lead to another general state. Only
    /// `faults(processor:service:repository:)` reports this fault.
    case noUpdate(any ActionState.Type, from: any GeneralState.Type)
    /// The answer to a query does not have the expected type, and no reducer handles it as an
    /// error. The scenario was stopped, and the general state is unchanged.
    case unexpectedAnswer(any Message, to: any Query, expected: any Message.Type)
    /// The update of the repository failed. The general state is unchanged.
    case updateFailed(any ActionState, any Error)
    /// The scenario led to a state that is not one of its declared destinations. The state has
    /// changed nevertheless.
    case undeclaredChange(to: any GeneralState.Type, from: any GeneralState.Type)
}

/// Two types that together are a dictionary key.
struct Pair: Hashable, Sendable {
    private let first: ObjectIdentifier
    private let second: ObjectIdentifier

    init(_ first: any Any.Type, _ second: any Any.Type) {
        self.first = ObjectIdentifier(first)
        self.second = ObjectIdentifier(second)
    }
}
