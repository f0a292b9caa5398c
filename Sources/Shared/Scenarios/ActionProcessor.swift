/// The pure functions of scenarios. They create a scenario's initial action state, change it in
/// response to messages, and create the queries. Each function returns nil if nothing is declared
/// for the types of its arguments.
public protocol ActionProcessor: AnyObject, Sendable {
    /// Returns the initial action state of a scenario that begins in `state`. The type of this
    /// action state is `action`.
    func initial(_ action: any ActionState.Type, from state: any GeneralState)
        -> (any ActionState)?
    /// Returns the action state after a message. The message either starts the scenario or answers
    /// one of its queries.
    func reduce(currentActionState: any ActionState, newMsg: any Message) -> (any ActionState)?
    /// Returns the query of the type `queryType` for a scenario in the given action state.
    func create(queryType: any Query.Type, actionState: any ActionState) -> (any Query)?
}

/// A processor whose functions are declared separately for each type of state, message and query.
///
/// `@unchecked Sendable`: closures are declared in `init` and only read afterwards; subclasses are
/// responsible for the safety of their own properties.
nonisolated open class BaseActionProcessor: ActionProcessor, @unchecked Sendable {
    let declared: ActionFacade

    /// Creates a processor, and calls `onDeclareActions(_:)` to declare its functions.
    ///
    /// - Parameter declared: existing declarations, to which `onDeclareActions(_:)` adds its own.
    public init(declared: ActionFacade = ActionFacade()) {
        self.declared = declared
        onDeclareActions(declared)
    }

    /// Declares initial states, reducers and queries. Subclasses override this function, which
    /// `init` calls once.
    open func onDeclareActions(_ facade: ActionFacade) {}

    public final func initial(_ action: any ActionState.Type, from state: any GeneralState)
        -> (any ActionState)?
    {
        declared.initials[Pair(type(of: state), action)]?(state)
    }

    public final func reduce(currentActionState: any ActionState, newMsg: any Message)
        -> (any ActionState)?
    {
        declared.reducers[Pair(type(of: currentActionState), type(of: newMsg))]?(
            currentActionState,
            newMsg
        )
    }

    public final func create(queryType: any Query.Type, actionState: any ActionState)
        -> (any Query)?
    {
        declared.creators[Pair(type(of: actionState), queryType)]?(actionState)
    }
}

/// Declarations of three kinds of functions. They create initial action states, change action
/// states in response to messages, and create queries from action states:
///
///     facade.from(SignedOut.self).start(SigningIn.self) { … }
///     facade.on(SigningIn.self).reduce(SignIn.self) { … }.create(Authenticate.self) { … }
public final class ActionFacade {
    fileprivate(set) var initials: [Pair: @Sendable (any GeneralState) -> (any ActionState)?] = [:]
    fileprivate(set) var reducers:
        [Pair: @Sendable (any ActionState, any Message) -> any ActionState] = [:]
    fileprivate(set) var creators: [Pair: @Sendable (any ActionState) -> (any Query)?] = [:]
    fileprivate var reduced: [(action: any ActionState.Type, message: any Message.Type)] = []

    public init() {}

    /// Returns the types of the messages that have a reducer for action states of the type
    /// `action`, in the order of the declarations.
    func messages(of action: any ActionState.Type) -> [any Message.Type] {
        reduced.filter { $0.action == action }.map(\.message)
    }

    /// Begins the declarations for scenarios that start in a state of the type `State`.
    public func from<State: GeneralState>(_: State.Type) -> Beginnings<State> {
        Beginnings(facade: self)
    }

    /// Begins the declarations for action states of the type `Action`.
    public func on<Action: ActionState>(_: Action.Type) -> Steps<Action> { Steps(facade: self) }

    /// Declarations of initial action states for scenarios that start in one type of general state.
    public struct Beginnings<State: GeneralState> {
        fileprivate let facade: ActionFacade

        /// Declares how to create a scenario's initial action state, of the type `Action`, from the
        /// general state.
        @discardableResult
        public func start<Action: ActionState>(
            _: Action.Type,
            _ make: @escaping @Sendable (State) -> Action
        ) -> Self {
            facade.initials[Pair(State.self, Action.self)] = { ($0 as? State).map(make) }
            return self
        }
    }

    /// Declarations of reducers and queries for one type of action state.
    public struct Steps<Action: ActionState> {
        fileprivate let facade: ActionFacade

        /// Declares how a message of the type `Reply` changes the action state. The message comes
        /// from an actor or answers a query.
        @discardableResult
        public func reduce<Reply: Message>(
            _: Reply.Type,
            _ change: @escaping @Sendable (inout Action, Reply) -> Void
        ) -> Self {
            facade.reduced.append((Action.self, Reply.self))
            facade.reducers[Pair(Action.self, Reply.self)] = { action, message in
                guard var changed = action as? Action, let reply = message as? Reply else {
                    return action
                }
                change(&changed, reply)
                return changed
            }
            return self
        }

        /// Declares how to create a query of the type `Asked` from the action state.
        @discardableResult
        public func create<Asked: Query>(
            _: Asked.Type,
            _ make: @escaping @Sendable (Action) -> Asked
        ) -> Self {
            facade.creators[Pair(Action.self, Asked.self)] = { ($0 as? Action).map(make) }
            return self
        }
    }
}
