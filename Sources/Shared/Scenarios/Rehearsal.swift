import Synchronization

/// A test of scenarios, written like their declarations:
///
///     try await rehearsal.start(from: SignedOut())
///         .react(to: SignIn(name: "ada"))
///         .with(call: Authenticate(name: "ada"), expecting: Authenticated(token: 7))
///         .process(SigningIn(name: "ada", token: 7))
///     try await rehearsal.finish()
///
/// A rehearsal runs the real core, but replaces the actor and the service. Every event must be
/// expected: queries, faults, ends of scenarios, and messages that no scenario handles. An
/// unexpected event makes the next expectation or ``finish()`` fail.
///
/// A query may remain unanswered. Its scenario then ends with the rehearsal, or when another
/// scenario changes the type of the state:
///
///     try await rehearsal.with(call: Wait())
///         .react(to: SwitchPressed()).process(Switching())
///         .drop(Waiting.self)
///
/// Expected values are compared with the actual ones by `==` if their type is `Equatable`,
/// otherwise by their stored properties. An object whose class is not `Equatable` is equal only to
/// itself.
public final class Rehearsal: Sendable {
    /// An error that describes the difference between an expected event and the actual one.
    public struct Mismatch: Error, CustomStringConvertible {
        public let description: String
    }

    enum Happening: Sendable {
        case asked(any Query, Answer)
        case noticed(Core<Never>.Notice)

        fileprivate var isDropped: Bool {
            if case .noticed(.dropped) = self { true } else { false }
        }
    }

    /// A function that answers a query with a message. It returns false if the query has already
    /// been answered, or if its scenario was stopped.
    typealias Answer = @Sendable (any Message) -> Bool

    private struct State {
        /// Events that a step of the test has skipped, because it expected a later event. Later
        /// steps can still expect them. The events are in the order in which they occurred.
        var early: [Happening] = []
        /// Queries that the test expected by ``Rehearsal/with(call:)`` and that are not answered yet.
        var open: [(query: any Query, answer: Answer)] = []
        /// The message that was sent last.
        var sent: (any Message)?
    }

    private let state = Mutex(State())
    private let keys: MessageSource
    private let repository: any Repository
    private let happenings: Happenings
    private let stand: Stand
    private let core: Core<Never>
    private let running: Task<Void, Never>

    /// Creates a rehearsal, and starts its core with the repository's state.
    ///
    /// - Parameters:
    ///   - repository: The repository of the application, with the first state.
    ///   - processor: The processor of the application.
    ///   - declared: Scenarios that have already been declared.
    ///   - scenarios: Declares further scenarios.
    public init(
        repository: any Repository,
        processor: any ActionProcessor,
        declared: [Scenario] = [],
        scenarios: @Sendable (ScenarioFacade) -> Void = { _ in }
    ) {
        let (keys, happenings) = (MessageSource(), Happenings())
        let stand = Stand(happenings: happenings)
        let core = Core<Never>(
            actor: keys,
            repository: repository,
            processor: processor,
            service: stand,
            mapper: BaseEffectMapper<Never>(),
            declared: declared,
            scenarios: scenarios,
            onNotice: { happenings.add(.noticed($0)) }
        )
        self.keys = keys
        self.repository = repository
        self.happenings = happenings
        self.stand = stand
        self.core = core
        running = Task { await core.run() }
    }

    deinit { running.cancel() }

    /// Expects the general state to be `state`.
    @discardableResult
    public func start(from state: some GeneralState) throws -> Rehearsal {
        try match(repository.state, state, "the general state")
        return self
    }

    /// Sends `message`.
    @discardableResult
    public func react(to message: some Message) -> Rehearsal {
        state.withLock { $0.sent = message }
        keys.send(message)
        return self
    }

    /// Expects that no scenario handles the last message that was sent.
    @discardableResult
    public func ignore() async throws -> Rehearsal {
        guard let message = state.withLock({ $0.sent }) else {
            throw Mismatch(
                description: "no message was sent; send a message with react(to:) before ignore()"
            )
        }
        let event = try await next("\(message) to be ignored")
        guard case .noticed(.ignored(let ignored)) = event else {
            throw mismatch("\(message) to be ignored", event)
        }
        try match(ignored, message, "the ignored message")
        return self
    }

    /// Expects `query` as the next query, and answers it with `reply`.
    @discardableResult
    public func with(call query: some Query, expecting reply: any Message) async throws -> Rehearsal
    {
        let answer = try await asked(query)
        _ = answer(reply)
        return self
    }

    /// Expects `query` as the next query, and does not answer it. Continue with
    /// ``answer(call:with:)``, ``drop(_:)`` or ``finish()``.
    @discardableResult
    public func with(call query: some Query) async throws -> Rehearsal {
        let answer = try await asked(query)
        state.withLock { $0.open.append((query: query, answer: answer)) }
        return self
    }

    /// Answers a query that was expected with ``with(call:)``.
    @discardableResult
    public func answer(call query: some Query, with reply: any Message) throws -> Rehearsal {
        let open = state.withLock { $0.open }
        guard open.contains(where: { areEqual($0.query, query) && $0.answer(reply) }) else {
            throw Mismatch(
                description: "\(query) cannot be answered: no with(call:) expected the query, the "
                    + "query was already answered, or the query's scenario was dropped"
            )
        }
        return self
    }

    /// Documents that the scenario has no query. The function does nothing, because an unexpected
    /// query always makes the test fail.
    @discardableResult
    public func skip() -> Rehearsal { self }

    /// Expects the scenario to end with `action`.
    @discardableResult
    public func process(_ action: some ActionState) async throws -> Rehearsal {
        let event = try await next("\(action)")
        guard case .noticed(.processed(let processed)) = event else {
            throw mismatch("\(action)", event)
        }
        try match(processed, action, "the action state")
        await core.settle()
        return self
    }

    /// Expects that a scenario was stopped because the state has changed its type. If a query of
    /// the scenario waits for an answer, the query is cancelled.
    ///
    /// A scenario is stopped concurrently with other events. This expectation may therefore precede
    /// or follow the expectations for those events.
    @discardableResult
    public func drop(_ action: any ActionState.Type) async throws -> Rehearsal {
        _ = try await next("\(action) to be dropped") { event in
            if case .noticed(.dropped(let dropped)) = event { dropped == action } else { false }
        }
        return self
    }

    /// Expects a fault, such as `.updateFailed(Saving(), DiskFull())`.
    @discardableResult
    public func fault(_ fault: ScenarioFault) async throws -> Rehearsal {
        let event = try await next("the fault \(fault)")
        guard case .noticed(.fault(let actual)) = event else {
            throw mismatch("the fault \(fault)", event)
        }
        try match(actual, fault, "the fault")
        return self
    }

    /// Ends the rehearsal. Throws an error if an event was not expected. Stops scenarios whose
    /// query was not answered; an unanswered query is not an error.
    public func finish() async throws {
        keys.finish()
        // Cancels the queries that have no answer yet. Otherwise, they would wait forever.
        happenings.end()
        await running.value
        var left = state.withLock { $0.early } + happenings.rest()
        for _ in 0..<stand.unanswered {
            // The last drops in the list belong to the unanswered queries. Scenarios that were
            // stopped by a change of the state are earlier in the list.
            if let last = left.lastIndex(where: \.isDropped) { left.remove(at: last) }
        }
        guard left.isEmpty else {
            throw Mismatch(
                description: "unexpected events: " + left.map(words).joined(separator: "; ")
            )
        }
    }

    /// Expects `query` as the next query. Returns the function that answers it.
    private func asked(_ query: some Query) async throws -> Answer {
        let event = try await next("the query \(query)")
        guard case .asked(let asked, let answer) = event else {
            throw mismatch("the query \(query)", event)
        }
        try match(asked, query, "the query")
        return answer
    }

    /// Waits for the first event for which `isWanted` returns true, and returns it. Keeps the
    /// events before it for later expectations.
    private func next(
        _ expected: String,
        where isWanted: (Happening) -> Bool = { !$0.isDropped }
    ) async throws -> Happening {
        let early = state.withLock { state in
            state.early.firstIndex(where: isWanted).map { state.early.remove(at: $0) }
        }
        if let early { return early }
        while true {
            let event = try await happenings.next(expected)
            if isWanted(event) { return event }
            state.withLock { $0.early.append(event) }
        }
    }

    private func mismatch(_ expected: String, _ event: Happening) -> Mismatch {
        Mismatch(description: "expected \(expected); instead: \(words(event))")
    }

    private func words(_ happening: Happening) -> String {
        switch happening {
        case .asked(let query, _): "the query \(query)"
        case .noticed(.processed(let action)): "the scenario ended with \(action)"
        case .noticed(.dropped(let action)): "\(action) was dropped"
        case .noticed(.ignored(let message)): "\(message) was ignored"
        case .noticed(.fault(let fault)): "fault: \(fault)"
        }
    }

    private func match(_ value: any Sendable, _ expected: any Sendable, _ subject: String) throws {
        if areEqual(value, expected) { return }
        guard "\(value)" == "\(expected)" else {
            throw Mismatch(description: "\(subject) is \(value), expected \(expected)")
        }
        throw Mismatch(
            description: "\(subject) is \(String(reflecting: value)), which is not equal to the "
                + "expected \(String(reflecting: expected)). An object whose class is not "
                + "Equatable is equal only to itself"
        )
    }
}

extension Core {
    /// Waits until the core has completed its current step. After reporting the end of a scenario,
    /// the core may still have to stop other scenarios of the former state.
    fileprivate func settle() { preconditionIsolated() }
}

/// A service that reports every query to the rehearsal, and waits for the answer.
private final class Stand: ActionService {
    private let happenings: Happenings
    private let count = Mutex(0)

    init(happenings: Happenings) { self.happenings = happenings }

    /// Number of queries that had not been answered when the rehearsal ended.
    var unanswered: Int { count.withLock { $0 } }

    func execute(query: any Query) async throws -> any Message {
        let (replies, reply) = AsyncStream.makeStream(of: (any Message).self)
        happenings.add(
            .asked(query) { message in
                defer { reply.finish() }
                if case .terminated = reply.yield(message) { return false }
                return true
            },
            orEnd: reply.finish
        )
        for await message in replies { return message }
        if !Task.isCancelled { count.withLock { $0 += 1 } }
        throw CancellationError()
    }
}
