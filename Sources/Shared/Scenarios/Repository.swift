import Synchronization

/// Storage of the general state, which is updated at the end of each scenario.
public protocol Repository: AnyObject, Sendable {
    var state: any GeneralState { get }

    /// Returns the state. If an update is running, waits for its end first. ``Core/run()`` begins
    /// with this state.
    func settled() async -> any GeneralState

    /// Updates the state, and returns the new state. If the function throws an error, the state is
    /// unchanged.
    @discardableResult
    func update(with action: any ActionState) async throws -> any GeneralState
}

extension Repository {
    /// Returns `state` without waiting. A repository with slow updates should implement this
    /// function and wait for a running update.
    public func settled() async -> any GeneralState { state }
}

/// A repository that updates the state with declared closures. There is one closure for each type
/// of action state. An action state without a closure does not change the state. Updates run one at
/// a time. During an update, `state` is still the former state.
///
/// `@unchecked Sendable`: a mutex guards the state, and the closures are declared in `init` and
/// only read afterwards; subclasses are responsible for the safety of their own properties.
nonisolated open class BaseRepository: Repository, @unchecked Sendable {
    private let held: Mutex<any GeneralState>
    let updates: UpdateFacade
    private let turns = Turns()
    /// The work of the latest update. It may still be running after a time-out.
    private let work = Mutex<Task<Void, Never>?>(nil)

    /// Creates a repository, and calls `onDeclareUpdates(_:)` to declare its updates.
    ///
    /// - Parameters:
    ///   - state: The initial state.
    ///   - updates: Updates that have already been declared.
    public init(_ state: any GeneralState, updates: UpdateFacade = UpdateFacade()) {
        held = Mutex(state)
        self.updates = updates
        onDeclareUpdates(updates)
    }

    /// Declares updates. Subclasses override this function, which `init` calls once.
    open func onDeclareUpdates(_ facade: UpdateFacade) {}

    public final var state: any GeneralState { held.withLock { $0 } }

    public final func settled() async -> any GeneralState {
        await turns.begin()
        defer { turns.end() }
        return state
    }

    @discardableResult
    public final func update(with action: any ActionState) async throws -> any GeneralState {
        guard let update = updates.closures[ObjectIdentifier(type(of: action))] else {
            return state
        }
        await turns.begin()
        defer { turns.end() }
        if let overdue = work.withLock({ $0 }) { await overdue.value }
        let changed = try await update(state, action) { [self] task in
            work.withLock { $0 = task }
        }
        held.withLock { $0 = changed }
        return changed
    }
}

/// Declarations of a repository's updates, one for each type of action state.
public final class UpdateFacade {
    /// A function that receives the task of an update with a time-out. The repository waits for
    /// this task before the next update.
    typealias OnBegin = @Sendable (Task<Void, Never>) -> Void
    typealias Update =
        @Sendable (any GeneralState, any ActionState, OnBegin?) async throws -> any GeneralState
    fileprivate(set) var closures: [ObjectIdentifier: Update] = [:]
    private let clock: any Clock<Duration>

    /// Creates an empty set of declarations.
    ///
    /// - Parameter clock: Clock for time-outs.
    public init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

    /// Declares an update in memory.
    ///
    /// - Parameters:
    ///   - _: The type of the action state.
    ///   - update: Changes the state immediately or throws an error. It must not block.
    public func on<Action: ActionState>(
        _: Action.Type,
        update: @escaping @Sendable (inout any GeneralState, Action) throws -> Void
    ) {
        closures[ObjectIdentifier(Action.self)] = { state, action, _ in
            guard let action = action as? Action else { return state }
            var changed = state
            try update(&changed, action)
            return changed
        }
    }

    /// Declares an update that takes time, such as writing a file or sending a request to a server.
    ///
    /// Only the time-out cancels an update that has begun; stopping the scenario or the core does
    /// not. After a time-out, the state is unchanged, but the file or the server may already
    /// contain the change. The work should therefore be idempotent.
    ///
    /// The next update begins only when the cancelled work has actually ended, so that a late write
    /// cannot overwrite a newer write. Work that ignores the cancellation delays all later updates.
    ///
    /// - Parameters:
    ///   - _: The type of the action state.
    ///   - timeout: Maximum duration of the work. After this time, the update fails with
    ///     ``TimedOut``, even if the work blocks. The work is cancelled, and a late result is
    ///     dropped.
    ///   - update: Returns the new state; if it throws, the state is unchanged.
    public func on<Action: ActionState>(
        _: Action.Type,
        timeout: Duration,
        update: @escaping @Sendable (any GeneralState, Action) async throws -> any GeneralState
    ) {
        let clock = clock
        closures[ObjectIdentifier(Action.self)] = { state, action, onBegin in
            guard let action = action as? Action else { return state }
            return try await withTimeout(timeout, clock: clock, onBegin: onBegin) {
                try await update(state, action)
            }
        }
    }
}
