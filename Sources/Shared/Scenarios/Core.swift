import Synchronization

/// An engine that runs declared scenarios. It handles messages in order of arrival, except that
/// ``Entered`` precedes all waiting messages.
///
/// A message starts the scenario that is declared for it in the current state, if any. Each
/// scenario has its own action state, which is created from the general state when the scenario
/// starts. One core can run the scenarios of several types of general state.
///
/// When the general state changes its type, the scenarios that began in the former state are
/// cancelled, and the answers to their queries are dropped. Calls declared as durable still
/// complete.
///
/// Updates of the repository run one at a time, and the core never cancels them. A message that
/// arrives during an update waits until the update ends. No scenario therefore begins in a state
/// that is about to change.
public actor Core<Effect: Sendable> {
    /// The effects that the mapper returns, in order. The mapper is called for each state, each
    /// message that starts a scenario, each query, and each answer that the action state handles.
    /// If an error stops a scenario, the mapper is called for the current state again.
    ///
    /// The core stores the effects until they are read. Read them in one loop until the sequence
    /// ends. If the loop's task is cancelled, later effects are dropped. The sequence ends when
    /// ``run()`` ends, or when the core is released before it has run.
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
    /// Number of times that the state has changed its type. A scenario is obsolete if the number
    /// has increased since the scenario began.
    private var era = 0
    private var isEnding = false
    private var hasRun = false
    /// Whether the task of ``run()`` has been cancelled. The value is in a mutex, so that it can be
    /// set while the core waits for an update.
    private nonisolated let isCancelled = Mutex(false)
    /// Whether an ``Entered`` message must be handled before any other message.
    private var isEntering = false
    /// Lock that makes messages wait during an update of the state.
    private let turns = Turns()

    private struct Declared {
        let scenario: Scenario
        let destinations: Set<ObjectIdentifier>?
    }

    private enum Letter: Sendable {
        case message(any Message)
        /// The core has started, or the type of the state has changed.
        case entered
        /// A scenario with the turn ``Scenario/Turn/atOnce`` has ended. The value is its key in
        /// `running`.
        case over(Int)
        /// No further messages will arrive.
        case end
    }

    /// Internal event, for tests and logs.
    public enum Notice: Sendable {
        /// No scenario is declared for the message in the current state.
        case ignored(any Message)
        /// A scenario has ended, and the repository has been updated with the scenario's action
        /// state.
        case processed(any ActionState)
        /// A scenario was stopped early, because the state changed its type, a query could not be
        /// executed, or the core was cancelled.
        case dropped(any ActionState.Type)
        case fault(ScenarioFault)
    }

    /// Creates a core. The core subscribes to `actor` without retaining it.
    ///
    /// - Parameters:
    ///   - actor: Source of messages.
    ///   - repository: Holds the state and applies action states to it.
    ///   - processor: Creates and changes action states, and creates queries.
    ///   - service: Executes queries.
    ///   - mapper: Converts states, messages and queries to effects.
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

    /// Handles messages until the actor's stream and all running scenarios have ended, including
    /// scenarios that ``Entered`` starts. If an earlier core is still updating the repository,
    /// waits for this update first. Cancelling the task stops all scenarios, but lets a running
    /// update complete.
    ///
    /// If ``Entered`` starts scenarios that change the state again and again, the core continues to
    /// run after the end of the stream. Only cancellation ends such a core.
    ///
    /// - Precondition: The function has not been called before.
    public func run() async {
        precondition(
            !hasRun,
            "run() was called twice on the same Core; create a new Core for each run"
        )
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

    /// Starts the scenario for ``Entered`` if `isEntering` is true, and then the scenario for
    /// `message`. Waits for the end of each scenario that has the turn ``Scenario/Turn/inTurn``.
    private func handle(_ message: (any Message)?) async {
        var isHandled = false
        while !isHandled {
            await turns.begin()
            // `isEntering` is read while this task holds the lock, because an update that held the
            // lock before may have set `isEntering`.
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

    /// Starts the scenario that is declared for `message`. The caller must hold the lock `turns`.
    /// Returns the scenario's key and task if later messages must wait for its end; otherwise nil.
    ///
    /// A scenario without queries ends before this function returns. If the update of such a
    /// scenario ran in a separate task, the next message could be handled before the update,
    /// because an actor runs its jobs by priority.
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

    /// Creates a query, and emits its effect. If the processor does not declare the query, reports
    /// a fault and returns nil.
    private func create(_ call: Scenario.Call, _ action: any ActionState) -> (any Query)? {
        guard let query = processor.create(queryType: call.query, actionState: action) else {
            stop(.fault(.noQuery(call.query, from: type(of: action))), of: era)
            return nil
        }
        emit(mapper.map(query: query))
        return query
    }

    /// Runs a scenario from its first query to the update of the repository, or until it is
    /// stopped. Executes no query if the type of the general state has changed since the scenario
    /// began.
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

    /// Returns whether a scenario may continue. The scenario must stop if the general state has
    /// changed its type since the scenario began, or if the task or the core was cancelled. `begun`
    /// is the value of `era` when the scenario began.
    private func goesOn(_ begun: Int) -> Bool {
        begun == era && !Task.isCancelled && !isCancelled.withLock { $0 }
    }

    /// Reports that a scenario has been stopped. Emits the effect of the state again if
    /// `goesOn(begun)` is true. This effect replaces the effect of a query, such as "busy", which
    /// would otherwise remain visible.
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
