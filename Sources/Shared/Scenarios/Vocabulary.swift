/// An event, such as a key press, a tick of a timer, or the answer to a query.
public protocol Message: Sendable {}

/// A request to the world outside the scenario.
public protocol Query: Sendable {}

/// State of the whole application. Scenarios are declared for types that conform to this protocol.
public protocol GeneralState: Sendable {}

/// State of one run of a scenario, from its first message to its end.
public protocol ActionState: Sendable {}

/// The message that ``Core`` sends to itself when it starts, and whenever the general state has
/// changed its type. It is the first message in a state: other messages that have arrived wait.
public struct Entered: Message, Hashable {
    public init() {}
}

/// An error in declarations, in the answer to a query, or in an update of the repository.
public enum ScenarioFault: Error {
    /// Two scenarios are declared for the same message in the same state.
    case declaredTwice(state: any GeneralState.Type, message: any Message.Type)
    case noInitialState(any ActionState.Type, from: any GeneralState.Type)
    case noReducer(any ActionState.Type, on: any Message.Type)
    case noQuery(any Query.Type, from: any ActionState.Type)
    case noCall(any Query.Type)
    /// The answer to a query is neither the expected one nor an error that a reducer handles. The
    /// scenario was stopped; the general state is unchanged.
    case unexpectedAnswer(any Message, to: any Query, expected: any Message.Type)
    /// The repository failed; the general state is unchanged.
    case updateFailed(any ActionState, any Error)
    /// The scenario led to a state that is not among its declared destinations. The change of state
    /// has been made.
    case undeclaredChange(to: any GeneralState.Type, from: any GeneralState.Type)
}

/// A pair of types as a dictionary key.
struct Pair: Hashable, Sendable {
    private let first: ObjectIdentifier
    private let second: ObjectIdentifier

    init(_ first: any Any.Type, _ second: any Any.Type) {
        self.first = ObjectIdentifier(first)
        self.second = ObjectIdentifier(second)
    }
}
