/// The general state, and how the end of a scenario changes it, declared by type.
package struct Repository: Sendable {
    package private(set) var state: any GeneralState
    private var updates:
        [ObjectIdentifier: @Sendable (inout any GeneralState, any ActionState) throws -> Void] = [:]

    package init(_ state: any GeneralState) {
        self.state = state
    }

    package mutating func on<Action: ActionState>(
        _: Action.Type,
        _ update: @escaping @Sendable (inout any GeneralState, Action) throws -> Void
    ) {
        updates[ObjectIdentifier(Action.self)] = { state, action in
            guard let action = action as? Action else { return }
            try update(&state, action)
        }
    }

    mutating func update(with action: any ActionState) throws {
        try updates[ObjectIdentifier(type(of: action))]?(&state, action)
    }
}
