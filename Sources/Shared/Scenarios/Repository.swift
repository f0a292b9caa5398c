import Synchronization

/// Keeps the general state, and makes the end of a scenario part of it.
public protocol Repository: AnyObject, Sendable {
    var state: any GeneralState { get }

    /// Completes, and returns the new state; or fails, and the state is as it was.
    @discardableResult
    func update(with action: any ActionState) throws -> any GeneralState
}

/// Updates by declared closures, one for each type of action state. An action state that nothing is
/// declared for changes nothing.
///
/// Unchecked: a mutex guards the state, and the closures are declared in `init` and only read
/// afterwards; subclasses are responsible for their own properties.
open class BaseRepository: Repository, @unchecked Sendable {
    private let held: Mutex<any GeneralState>
    private let updates: UpdateFacade

    /// - Parameters:
    ///   - state: The initial state.
    ///   - updates: Updates that are declared already.
    public init(_ state: any GeneralState, updates: UpdateFacade = UpdateFacade()) {
        held = Mutex(state)
        self.updates = updates
        onDeclareUpdates(updates)
    }

    /// Override to declare updates; called once, from `init`.
    open func onDeclareUpdates(_ facade: UpdateFacade) {}

    public final var state: any GeneralState { held.withLock { $0 } }

    @discardableResult
    public final func update(with action: any ActionState) throws -> any GeneralState {
        guard let update = updates.closures[ObjectIdentifier(type(of: action))] else {
            return state
        }
        return try held.withLock { held in
            var state = held
            try update(&state, action)
            held = state
            return state
        }
    }
}

/// Declares how a repository handles an action state.
public final class UpdateFacade {
    typealias Update = @Sendable (inout any GeneralState, any ActionState) throws -> Void
    fileprivate(set) var closures: [ObjectIdentifier: Update] = [:]

    public init() {}

    /// - Parameters:
    ///   - _: The type of the action state.
    ///   - update: Changes the state at once or throws; it must not block.
    public func on<Action: ActionState>(
        _: Action.Type,
        update: @escaping @Sendable (inout any GeneralState, Action) throws -> Void
    ) {
        closures[ObjectIdentifier(Action.self)] = { state, action in
            guard let action = action as? Action else { return }
            try update(&state, action)
        }
    }
}
