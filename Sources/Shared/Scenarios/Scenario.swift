/// A declared scenario. It starts when a message of the type `message` arrives in a state of the
/// type `state`. It then executes the queries `calls`, and ends with an action state of the type
/// `action`.
public struct Scenario: Sendable {
    /// A query of a scenario, with the expected type of its answer.
    public struct Call: Sendable {
        public let query: any Query.Type
        public let expecting: any Message.Type
    }

    /// Whether a message that arrives during a scenario waits for the end of the scenario.
    public enum Turn: Sendable {
        /// The message does not wait. Several scenarios can run concurrently, each with its own
        /// action state.
        case atOnce
        /// The message waits until the scenario has ended or has been stopped.
        case inTurn
    }

    public let state: any GeneralState.Type
    public let message: any Message.Type
    public let calls: [Call]
    public let action: any ActionState.Type
    public let turn: Turn
    /// The states to which the scenario may lead; nil if they are not declared.
    public internal(set) var destinations: Destinations?
}

/// The states to which a scenario may lead, in addition to the state in which it begins.
public struct Destinations: Sendable {
    /// A named group of states. A diagram shows the group as one choice.
    public struct Group: Sendable {
        public let name: String
        public let states: [any GeneralState.Type]

        public init(_ name: String, _ states: any GeneralState.Type...) {
            (self.name, self.states) = (name, states)
        }
    }

    public let states: [any GeneralState.Type]
    public let group: Group?
    /// The type of a state, such as a help screen, from which the scenario returns to the previous
    /// state. Nil if the scenario does not return. The destinations include all states from which
    /// some scenario leads to `back`.
    public let back: (any GeneralState.Type)?

    init(
        states: [any GeneralState.Type],
        group: Group? = nil,
        back: (any GeneralState.Type)? = nil
    ) {
        (self.states, self.group, self.back) = (states, group, back)
    }

    /// No destinations. The scenario does not change the type of the state.
    public static let nowhere = Destinations(states: [])

    /// Returns `states` as destinations.
    public static func to(_ states: any GeneralState.Type...) -> Destinations {
        Destinations(states: states)
    }

    /// Returns `states` and the states in `group` as destinations. A diagram shows the group as one
    /// choice.
    public static func to(_ group: Group, _ states: any GeneralState.Type...) -> Destinations {
        Destinations(states: states, group: group)
    }

    /// Returns as destinations `others` and all states from which some scenario leads to `state`.
    public static func back(
        from state: any GeneralState.Type,
        or others: any GeneralState.Type...
    ) -> Destinations {
        Destinations(states: others, back: state)
    }

    /// The destinations in `states` and `group`, without those that result from `back`.
    var named: [any GeneralState.Type] { states + (group?.states ?? []) }

    func adding(_ state: any GeneralState.Type) -> Destinations {
        Destinations(states: states + [state], group: group, back: back)
    }
}

/// Declarations of scenarios:
///
///     facade.start(from: SignedOut.self)
///         .react(to: SignIn.self)
///         .with(call: Authenticate.self, expecting: Authenticated.self)
///         .with(call: LoadProfile.self, expecting: ProfileLoaded.self)
///         .process(SigningIn.self)
///         .react(to: HelpPressed.self).skip().process(ShowingHelp.self)
public final class ScenarioFacade {
    /// The scenarios that have been declared, in the order of their declarations.
    public private(set) var scenarios: [Scenario] = []

    public init() {}

    /// Begins the declarations of scenarios that start in states of one type.
    ///
    /// - Parameters:
    ///   - state: The type of the state in which the declared scenarios start.
    ///   - turn: Whether other messages wait for these scenarios; `process` can change this for one
    ///     scenario.
    public func start(from state: any GeneralState.Type, _ turn: Scenario.Turn = .atOnce)
        -> Starter
    {
        Starter(facade: self, state: state, turn: turn)
    }

    /// Declares that errors of `query` lead to `state`. Adds `state` to the destinations of
    /// scenarios with this query. Affects only scenarios that are already declared with
    /// destinations.
    public func failures(of query: any Query.Type, lead state: any GeneralState.Type) {
        scenarios = scenarios.map { scenario in
            guard scenario.calls.contains(where: { $0.query == query }) else { return scenario }
            var extended = scenario
            extended.destinations = scenario.destinations?.adding(state)
            return extended
        }
    }

    fileprivate func declare(_ scenario: Scenario) { scenarios.append(scenario) }
}

/// Declarations of scenarios that start in states of one type.
public struct Starter {
    fileprivate let facade: ScenarioFacade
    fileprivate let state: any GeneralState.Type
    fileprivate let turn: Scenario.Turn

    /// Begins declaring the scenario that is started by a message of this type. A state type may
    /// have at most one scenario for each message type.
    public func react(to message: any Message.Type) -> Reactor {
        Reactor(starter: self, message: message)
    }
}

/// An incomplete declaration of a scenario. It has a state and a message, but no queries yet.
public struct Reactor {
    fileprivate let starter: Starter
    fileprivate let message: any Message.Type

    /// Declares that the scenario has no query.
    public func skip() -> SkipProcessor { SkipProcessor(starter: starter, message: message) }

    /// Declares the first query of the scenario, and the type of its expected answer. An answer of
    /// another type is an error, which ends the scenario.
    public func with(call query: any Query.Type, expecting: any Message.Type) -> QueryProcessor {
        QueryProcessor(starter: starter, message: message, calls: [])
            .with(call: query, expecting: expecting)
    }
}

/// The declaration of a scenario that has no queries. The action state is not declared yet.
public struct SkipProcessor {
    fileprivate let starter: Starter
    fileprivate let message: any Message.Type

    /// Completes the declaration of the scenario; see
    /// ``QueryProcessor/process(_:_:leads:)``.
    @discardableResult
    public func process(
        _ action: any ActionState.Type,
        _ turn: Scenario.Turn? = nil,
        leads destinations: Destinations? = nil
    ) -> Starter {
        QueryProcessor(starter: starter, message: message, calls: [])
            .process(action, turn, leads: destinations)
    }
}

/// An incomplete declaration of a scenario with queries. Further queries can be added. It has no
/// action state yet.
public struct QueryProcessor {
    fileprivate let starter: Starter
    fileprivate let message: any Message.Type
    fileprivate var calls: [Scenario.Call]

    /// Declares a further query, which is executed after the expected answer to the previous query.
    /// An answer of a type other than `expecting` is an error, which ends the scenario.
    public func with(call query: any Query.Type, expecting: any Message.Type) -> QueryProcessor {
        var copy = self
        copy.calls.append(.init(query: query, expecting: expecting))
        return copy
    }

    /// Completes the declaration of the scenario.
    ///
    /// - Parameters:
    ///   - action: The type of the scenario's action state.
    ///   - turn: Whether other messages wait for the scenario; nil for the value given to
    ///     ``ScenarioFacade/start(from:_:)``.
    ///   - destinations: The states to which the scenario may lead; nil to allow all states. A
    ///     change to any other state is reported as ``ScenarioFault/undeclaredChange(to:from:)``.
    @discardableResult
    public func process(
        _ action: any ActionState.Type,
        _ turn: Scenario.Turn? = nil,
        leads destinations: Destinations? = nil
    ) -> Starter {
        starter.facade.declare(
            Scenario(
                state: starter.state,
                message: message,
                calls: calls,
                action: action,
                turn: turn ?? starter.turn,
                destinations: destinations
            )
        )
        return starter
    }
}
