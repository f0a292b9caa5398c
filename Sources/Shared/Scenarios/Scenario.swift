/// A declared scenario. It starts when `message` arrives in the state `state`. It then asks the
/// queries `calls` and results in an action state of the type `action`.
public struct Scenario: Sendable {
    /// A query of a scenario, with the expected type of its answer.
    public struct Call: Sendable {
        public let query: any Query.Type
        public let expecting: any Message.Type
    }

    /// Whether a message that arrives during a scenario must wait for the end of that scenario.
    public enum Turn: Sendable {
        /// The message does not wait. Several scenarios run concurrently, each with its own action
        /// state.
        case atOnce
        /// The message waits until the scenario has ended or was stopped.
        case inTurn
    }

    public let state: any GeneralState.Type
    public let message: any Message.Type
    public let calls: [Call]
    public let action: any ActionState.Type
    public let turn: Turn
    /// The states that the scenario may lead to; nil if none are declared.
    public internal(set) var destinations: Destinations?
}

/// The states that a scenario may lead to, in addition to the state in which it begins.
public struct Destinations: Sendable {
    /// A group of states that a diagram draws as one.
    public struct Group: Sendable {
        public let name: String
        public let states: [any GeneralState.Type]

        public init(_ name: String, _ states: any GeneralState.Type...) {
            (self.name, self.states) = (name, states)
        }
    }

    public let states: [any GeneralState.Type]
    public let group: Group?
    /// A state whose predecessors are also destinations. The predecessors are all states from which
    /// some scenario leads to `back`. Nil to add no destinations in this way.
    public let back: (any GeneralState.Type)?

    init(
        states: [any GeneralState.Type],
        group: Group? = nil,
        back: (any GeneralState.Type)? = nil
    ) {
        (self.states, self.group, self.back) = (states, group, back)
    }

    /// No destinations: the scenario does not change the type of the state.
    public static let nowhere = Destinations(states: [])

    /// Returns destinations that consist of `states`.
    public static func to(_ states: any GeneralState.Type...) -> Destinations {
        Destinations(states: states)
    }

    /// Returns destinations that consist of `states` and of the states in `group`, which a diagram
    /// draws as one.
    public static func to(_ group: Group, _ states: any GeneralState.Type...) -> Destinations {
        Destinations(states: states, group: group)
    }

    /// Returns destinations that consist of all states from which some scenario leads to `state`.
    public static func back(from state: any GeneralState.Type) -> Destinations {
        Destinations(states: [], back: state)
    }

    /// The destinations that are declared by name, including those in the group.
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

    /// Starts the declarations of scenarios that begin in one type of state.
    ///
    /// - Parameters:
    ///   - state: The type of the state in which the declared scenarios begin.
    ///   - turn: The turn of these scenarios; `process` can declare a different turn for one
    ///     scenario.
    public func start(from state: any GeneralState.Type, _ turn: Scenario.Turn = .atOnce)
        -> Starter
    {
        Starter(facade: self, state: state, turn: turn)
    }

    /// Declares that errors of `query` lead to `state`. Adds `state` to the destinations of all
    /// scenarios that ask `query`. Applies only to scenarios that are already declared and that
    /// declare their destinations.
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

/// Declarations of scenarios that begin in one type of state.
public struct Starter {
    fileprivate let facade: ScenarioFacade
    fileprivate let state: any GeneralState.Type
    fileprivate let turn: Scenario.Turn

    /// Begins the declaration of the scenario that starts when a `message` arrives. Each type of
    /// state has at most one scenario for each type of message.
    public func react(to message: any Message.Type) -> Reactor {
        Reactor(starter: self, message: message)
    }
}

/// A declaration of a scenario that has a state and a message. Its queries are still missing.
public struct Reactor {
    fileprivate let starter: Starter
    fileprivate let message: any Message.Type

    /// Declares that the scenario asks no query.
    public func skip() -> SkipProcessor { SkipProcessor(starter: starter, message: message) }

    /// Declares that the scenario asks `query`. An answer of a type other than `expecting` is an
    /// error, which stops the scenario.
    public func with(call query: any Query.Type, expecting: any Message.Type) -> QueryProcessor {
        QueryProcessor(starter: starter, message: message, calls: [])
            .with(call: query, expecting: expecting)
    }
}

/// A declaration of a scenario that asks no query. Its action state is still missing.
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

/// A declaration of a scenario that asks queries. Further queries can follow. Its action state is
/// still missing.
public struct QueryProcessor {
    fileprivate let starter: Starter
    fileprivate let message: any Message.Type
    fileprivate var calls: [Scenario.Call]

    /// Declares that the scenario asks `query` after the expected answer to the query before. An
    /// answer of a type other than `expecting` is an error, which ends the scenario.
    public func with(call query: any Query.Type, expecting: any Message.Type) -> QueryProcessor {
        var copy = self
        copy.calls.append(.init(query: query, expecting: expecting))
        return copy
    }

    /// Completes the declaration of the scenario.
    ///
    /// - Parameters:
    ///   - action: The type of the scenario's action state.
    ///   - turn: The turn of the scenario; nil to use the turn given to
    ///     ``ScenarioFacade/start(from:_:)``.
    ///   - destinations: The states that the scenario may lead to; nil to allow all states. A
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
