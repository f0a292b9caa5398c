/// The pure part of scenarios, declared by type: how an action state begins, what messages make of
/// it, and which query follows from it.
package struct ActionProcessor: Sendable {
    private var initials: [Pair: @Sendable (any GeneralState) -> (any ActionState)?] = [:]
    private var reducers: [Pair: @Sendable (any ActionState, any Message) -> any ActionState] = [:]
    private var creators: [Pair: @Sendable (any ActionState) -> (any Query)?] = [:]

    package init() {}

    package mutating func initial<State: GeneralState, Action: ActionState>(
        _: Action.Type,
        from _: State.Type,
        _ make: @escaping @Sendable (State) -> Action
    ) {
        initials[Pair(State.self, Action.self)] = { ($0 as? State).map(make) }
    }

    package mutating func reduce<Action: ActionState, Reply: Message>(
        _: Action.Type,
        _: Reply.Type,
        _ change: @escaping @Sendable (inout Action, Reply) -> Void
    ) {
        reducers[Pair(Action.self, Reply.self)] = { action, message in
            guard var changed = action as? Action, let reply = message as? Reply else {
                return action
            }
            change(&changed, reply)
            return changed
        }
    }

    package mutating func create<Action: ActionState, Asked: Query>(
        _: Asked.Type,
        from _: Action.Type,
        _ make: @escaping @Sendable (Action) -> Asked
    ) {
        creators[Pair(Action.self, Asked.self)] = { ($0 as? Action).map(make) }
    }
}

extension ActionProcessor {
    func initial(_ action: any ActionState.Type, from state: any GeneralState)
        -> (any ActionState)?
    {
        initials[Pair(type(of: state), action)]?(state)
    }

    /// Nil where the action state does not say what to make of the message.
    func reduce(_ action: any ActionState, _ message: any Message) -> (any ActionState)? {
        reducers[Pair(type(of: action), type(of: message))]?(action, message)
    }

    func create(_ query: any Query.Type, from action: any ActionState) -> (any Query)? {
        creators[Pair(type(of: action), query)]?(action)
    }
}

/// Two types as a key.
struct Pair: Hashable, Sendable {
    private let first: ObjectIdentifier
    private let second: ObjectIdentifier

    init(_ first: any Any.Type, _ second: any Any.Type) {
        self.first = ObjectIdentifier(first)
        self.second = ObjectIdentifier(second)
    }
}
