import Synchronization

/// An engine that runs declared scenarios. Messages are handled in the order in which they arrive;
/// only ``Entered`` comes before messages that wait.
///
/// A message starts the scenario that is declared for it in the current state, if any. Each
/// scenario has its own action state, which is made from the general state when the scenario
/// starts. When the general state changes its type, scenarios of the former state are cancelled,
/// and answers to their queries are dropped; calls declared as durable still complete. One core can
/// run the scenarios of several types of general state.
///
/// Updates of the repository run one at a time and are never cancelled by the core. A message that
/// arrives during an update waits until the update ends, so that no scenario begins in a state that
/// is about to change.
public actor Core<Effect: Sendable> {
    /// The effects that the mapper returns, in the order in which they occur. The mapper is called
    /// for the first state, each later state, each message that starts a scenario, each query and
    /// each answer; after a fault, for the current state again.
    ///
    /// The core keeps the effects until they are read. Read them in one loop until they end, or
    /// cancel the task of that loop: later effects are then dropped. They end with ``run()``, or
    /// when the core is released without a run.
    public nonisolated let effects: AsyncStream<Effect>

    private let repository: any Repository
    private let processor: any ActionProcessor
    private let service: any ActionService
    private let mapper: any EffectMapper<Effect>
    private let onNotice: @Sendable (Notice) -> Void
    private let scenarios: [Pair: Declared]
    private let events: AsyncStream<any Message>
    private let mailbox: AsyncStream<Letter>
    private nonisolated let mail: AsyncStream<Letter>.Continuation
    private nonisolated let output: AsyncStream<Effect>.Continuation
    private var running: [Int: Task<Void, Never>] = [:]
    private var launched = 0
    /// Number of changes of the state's type. A scenario that began when the number was lower is
    /// out of date.
    private var era = 0
    private var isEnding = false
    private var hasRun = false
    /// Whether the task of ``run()`` was cancelled. A mutex guards it, because a cancellation does
    /// not wait for the core, which may be waiting for an update.
    private nonisolated let isCancelled = Mutex(false)
    /// Whether an ``Entered`` message is due. It is handled before any other message.
    private var isEntering = false
    /// Lock that makes messages wait while the state is being updated.
    private let turns = Turns()

    private struct Declared {
        let scenario: Scenario
        let destinations: Set<ObjectIdentifier>?
    }

    private enum Letter: Sendable {
        case message(any Message)
        /// The core has started, or the state has changed its type.
        case entered
        /// A scenario that ran concurrently has ended; the value is the scenario's key.
        case over(Int)
        /// No further messages will arrive.
        case end
    }

    /// Internal event, for tests and logs.
    public enum Notice: Sendable {
        /// No scenario is declared for the message in the current state.
        case ignored(any Message)
        /// A scenario has ended, and the repository was updated with its action state.
        case processed(any ActionState)
        /// A scenario was stopped early, because the state changed its type, a query could not be
        /// executed, or the core was cancelled.
        case dropped(any ActionState.Type)
        case fault(ScenarioFault)
    }

    /// Creates a core that subscribes to `actor` but does not retain it.
    ///
    /// - Parameters:
    ///   - actor: Source of messages.
    ///   - repository: Holds the state and applies action states to it.
    ///   - processor: Creates and changes action states, and creates queries.
    ///   - service: Answers queries.
    ///   - mapper: Makes effects from states, messages and queries.
    ///   - declared: Scenarios that have already been declared.
    ///   - scenarios: Declares further scenarios.
    ///   - onNotice: Receives internal events.
    public init(
        actor: any Actor,
        repository: any Repository,
        processor: any ActionProcessor,
        service: any ActionService,
        mapper: any EffectMapper<Effect>,
        declared: [Scenario] = [],
        scenarios: @Sendable (ScenarioFacade) -> Void = { _ in },
        onNotice: @escaping @Sendable (Notice) -> Void = { _ in }
    ) {
        self.repository = repository
        self.processor = processor
        self.service = service
        self.mapper = mapper
        self.onNotice = onNotice
        let facade = ScenarioFacade()
        scenarios(facade)
        let all = declared + facade.scenarios
        self.scenarios = Dictionary(
            all.map {
                let destinations = all.destinations(of: $0)
                return (
                    Pair($0.state, $0.message), Declared(scenario: $0, destinations: destinations)
                )
            },
            uniquingKeysWith: { _, last in last }
        )
        events = actor.events
        (mailbox, mail) = AsyncStream.makeStream()
        (effects, output) = AsyncStream.makeStream()
    }

    deinit { output.finish() }

    /// Handles messages until the actor's stream ends and all running scenarios have ended,
    /// including those that ``Entered`` starts. Cancelling the task stops the scenarios; an update
    /// that has begun still completes. If the repository is being updated by an earlier core, waits
    /// for that update first.
    ///
    /// States that lead to one another by ``Entered`` without end keep the core running after the
    /// stream has ended. Only a cancellation ends such a core.
    ///
    /// - Precondition: The function has not been called before.
    public func run() async {
        precondition(!hasRun, "run() of a Core was called twice; create a new core for a new run")
        hasRun = true
        let first = await repository.settled()
        emit(mapper.map(state: first))
        enter()
        let (events, mail) = (events, mail)
        let listening = Task {
            for await event in events { mail.yield(.message(event)) }
            mail.yield(.end)
        }
        await withTaskCancellationHandler {
            await handleMail()
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
        listening.cancel()
        for task in running.values { task.cancel() }
        for task in running.values { await task.value }
        output.finish()
    }

    private func handleMail() async {
        for await letter in mailbox {
            switch letter {
            case .message(let message): await handle(message)
            case .entered: await handle(nil)
            case .over(let key): running[key] = nil
            case .end: isEnding = true
            }
            if isEnding, running.isEmpty, !isEntering { return }
        }
    }

    /// Begins the scenarios for an ``Entered`` message, if one is due, and then for `message`. If
    /// later messages must wait for a scenario, returns only when that scenario has ended.
    private func handle(_ message: (any Message)?) async {
        var isHandled = false
        while !isHandled {
            await turns.begin()
            // Read in the turn: the update before may have begun a state.
            isHandled = !isEntering
            var next = message
            if isEntering { next = Entered() }
            isEntering = false
            var launched: (key: Int, task: Task<Void, Never>)?
            if let next { launched = await launch(next) }
            turns.end()
            guard let (key, task) = launched else { continue }
            await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
            running[key] = nil
        }
    }

    /// Begins the scenario that is declared for `message`. The caller holds the turn. Returns the
    /// key and the task of the scenario if later messages must wait for the scenario to end;
    /// otherwise returns nil.
    ///
    /// A scenario without queries ends before this function returns. If its update ran in a task of
    /// its own, the next message could overtake it, because an actor runs its jobs by priority.
    private func launch(_ message: any Message) async -> (key: Int, task: Task<Void, Never>)? {
        guard goesOn(era) else { return nil }
        let state = repository.state
        guard let declared = scenarios[Pair(type(of: state), type(of: message))] else {
            if !(message is Entered) { onNotice(.ignored(message)) }
            return nil
        }
        let scenario = declared.scenario
        guard let start = processor.initial(scenario.action, from: state) else {
            onNotice(.fault(.noInitialState(scenario.action, from: scenario.state)))
            return nil
        }
        emit(mapper.map(msg: message))
        guard let action = processor.reduce(currentActionState: start, newMsg: message) else {
            stop(.fault(.noReducer(scenario.action, on: scenario.message)), of: era)
            return nil
        }
        guard let call = scenario.calls.first else {
            await update(with: action, of: declared)
            return nil
        }
        guard let query = create(call, action) else { return nil }
        let (begun, key) = (era, launched)
        launched += 1
        let task = Task {
            await perform(declared, action, query, era: begun)
            if scenario.turn == .atOnce { mail.yield(.over(key)) }
        }
        running[key] = task
        return scenario.turn == .inTurn ? (key, task) : nil
    }

    /// Creates a query and emits its effect. Returns nil if no query is declared.
    private func create(_ call: Scenario.Call, _ action: any ActionState) -> (any Query)? {
        guard let query = processor.create(queryType: call.query, actionState: action) else {
            stop(.fault(.noQuery(call.query, from: type(of: action))), of: era)
            return nil
        }
        emit(mapper.map(query: query))
        return query
    }

    /// Runs a scenario from its first query to the update of the repository, or until it is
    /// stopped. A scenario whose state has ended before asks nothing.
    private func perform(
        _ declared: Declared,
        _ start: any ActionState,
        _ first: any Query,
        era begun: Int
    ) async {
        let scenario = declared.scenario
        var (action, query) = (start, first)
        var calls = scenario.calls[...]
        while let call = calls.popFirst() {
            guard goesOn(begun), let reply = await ask(query), goesOn(begun) else {
                return stop(.dropped(scenario.action), of: begun)
            }
            guard let next = processor.reduce(currentActionState: action, newMsg: reply) else {
                return stop(
                    .fault(.unexpectedAnswer(reply, to: query, expected: call.expecting)),
                    of: begun
                )
            }
            emit(mapper.map(msg: reply))
            action = next
            // An answer of another type is an error that the action state handles: the scenario
            // ends, and may change the state.
            guard type(of: reply) == call.expecting, let following = calls.first else { break }
            guard let another = create(following, action) else { return }
            query = another
        }
        await turns.begin()
        defer { turns.end() }
        guard goesOn(begun) else { return stop(.dropped(scenario.action), of: begun) }
        await update(with: action, of: declared)
    }

    /// Returns whether a scenario that began in the era `begun` may go on: its state has not ended,
    /// and the core was not cancelled.
    private func goesOn(_ begun: Int) -> Bool {
        begun == era && !Task.isCancelled && !isCancelled.withLock { $0 }
    }

    /// Reports that a scenario has ended early. If its state has not ended, emits the effect of the
    /// state again: otherwise the effect of a query, such as "busy", would be the last.
    private func stop(_ notice: Notice, of begun: Int) {
        onNotice(notice)
        if goesOn(begun) { emit(mapper.map(state: repository.state)) }
    }

    private func ask(_ query: any Query) async -> (any Message)? {
        do { return try await service.execute(query: query) } catch {
            if let fault = error as? ScenarioFault { onNotice(.fault(fault)) }
            return nil
        }
    }

    private func update(with action: any ActionState, of declared: Declared) async {
        let (repository, before) = (repository, repository.state)
        let after: any GeneralState
        // Runs in a separate task, which is not cancelled with the scenario.
        do { after = try await Task { try await repository.update(with: action) }.value } catch {
            return stop(.fault(.updateFailed(action, error)), of: era)
        }
        if let destinations = declared.destinations,
            !destinations.contains(ObjectIdentifier(type(of: after)))
        {
            onNotice(.fault(.undeclaredChange(to: type(of: after), from: type(of: before))))
        }
        emit(mapper.map(state: after))
        onNotice(.processed(action))
        guard type(of: before) != type(of: after) else { return }
        era += 1
        for task in running.values { task.cancel() }
        enter()
    }

    private func enter() {
        isEntering = true
        mail.yield(.entered)
    }

    private func emit(_ effect: Effect?) {
        if let effect { output.yield(effect) }
    }
}
