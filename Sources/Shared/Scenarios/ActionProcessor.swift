/// The pure part of scenarios: how an action state begins, how messages change it, and which query
/// follows. Each function returns nil if nothing is declared for its arguments.
public protocol ActionProcessor: AnyObject, Sendable {
    func initial(_ action: any ActionState.Type, from state: any GeneralState)
        -> (any ActionState)?
    func reduce(currentActionState: any ActionState, newMsg: any Message) -> (any ActionState)?
    func create(queryType: any Query.Type, actionState: any ActionState) -> (any Query)?
}

/// A processor whose functions are declared by type, through facades of two levels.
///
/// Unchecked: closures are declared in `init` and only read afterwards; subclasses are responsible
/// for their own properties.
open class BaseActionProcessor: ActionProcessor, @unchecked Sendable {
    let declared: ActionFacade

    /// - Parameter declared: existing declarations.
    public init(declared: ActionFacade = ActionFacade()) {
        self.declared = declared
        onDeclareActions(declared)
    }

    /// Override to declare initial states, reducers and queries; called once, from `init`.
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

/// Declares how action states begin, how messages change them, and which queries they create:
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

    /// Returns the messages that change `action`, in the order of their declarations.
    func messages(of action: any ActionState.Type) -> [any Message.Type] {
        reduced.filter { $0.action == action }.map(\.message)
    }

    public func from<State: GeneralState>(_: State.Type) -> Beginnings<State> {
        Beginnings(facade: self)
    }

    public func on<Action: ActionState>(_: Action.Type) -> Steps<Action> { Steps(facade: self) }

    /// The second level of declarations: for one general state.
    public struct Beginnings<State: GeneralState> {
        fileprivate let facade: ActionFacade

        /// Declares the action state with which scenarios from this state start.
        @discardableResult
        public func start<Action: ActionState>(
            _: Action.Type,
            _ make: @escaping @Sendable (State) -> Action
        ) -> Self {
            facade.initials[Pair(State.self, Action.self)] = { ($0 as? State).map(make) }
            return self
        }
    }

    /// The second level of declarations: for one action state.
    public struct Steps<Action: ActionState> {
        fileprivate let facade: ActionFacade

        /// Declares the effect of `Reply`, a message of an actor or an answer, on the action state.
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
