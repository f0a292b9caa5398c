/// A test of scenarios that is written like their declarations:
///
///     try await rehearsal.start(from: SignedOut())
///         .react(to: SignIn(name: "ada"))
///         .with(call: Authenticate(name: "ada"), expecting: Authenticated(token: 7))
///         .process(SigningIn(name: "ada", token: 7))
///     try await rehearsal.finish()
///
/// A rehearsal runs the real core, but replaces the actor and the service. Every event must be
/// expected. An unexpected event makes the next expectation or ``finish()`` fail. Events are
/// queries, faults, ends of scenarios, and messages that no scenario handles.
public final class Rehearsal: Sendable {
    /// A difference between the expected event and the actual one.
    public struct Mismatch: Error, CustomStringConvertible {
        public let description: String
    }

    enum Happening: Sendable {
        case asked(any Query, @Sendable (any Message) -> Void)
        case processed(any ActionState)
        case other(String)
    }

    private let keys: MessageSource
    private let repository: any Repository
    private let happenings: Happenings
    private let running: Task<Void, Never>

    public init(
        repository: any Repository,
        processor: any ActionProcessor,
        declared: [Scenario] = [],
        scenarios: @Sendable (ScenarioFacade) -> Void = { _ in }
    ) {
        let (keys, happenings) = (MessageSource(), Happenings())
        let core = Core<Never>(
            actor: keys,
            repository: repository,
            processor: processor,
            service: Stand(happenings: happenings),
            mapper: BaseEffectMapper<Never>(),
            declared: declared,
            scenarios: scenarios,
            onNotice: { notice in
                switch notice {
                case .processed(let action): happenings.add(.processed(action))
                case .ignored(let message): happenings.add(.other("\(message) was ignored"))
                case .dropped(let action): happenings.add(.other("\(action) was dropped"))
                case .fault(let fault): happenings.add(.other("fault: \(fault)"))
                }
            }
        )
        self.keys = keys
        self.repository = repository
        self.happenings = happenings
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
        keys.send(message)
        return self
    }

    /// Expects that `query` is asked next, and answers with `reply`.
    @discardableResult
    public func with(call query: some Query, expecting reply: any Message) async throws -> Rehearsal
    {
        let next = try await happenings.next("the query \(query)")
        guard case .asked(let asked, let answer) = next else {
            throw Mismatch(description: "expected the query \(query); instead: \(words(next))")
        }
        try match(asked, query, "the query")
        answer(reply)
        return self
    }

    /// Documents that the scenario asks no query. This function does nothing: an unexpected query
    /// makes the test fail in any case.
    @discardableResult
    public func skip() -> Rehearsal { self }

    /// Expects the scenario to end with `action`.
    @discardableResult
    public func process(_ action: some ActionState) async throws -> Rehearsal {
        let next = try await happenings.next("\(action)")
        guard case .processed(let processed) = next else {
            throw Mismatch(description: "expected \(action); instead: \(words(next))")
        }
        try match(processed, action, "the action state")
        return self
    }

    /// Ends the rehearsal. Throws if an event was not expected.
    public func finish() async throws {
        keys.finish()
        // Cancels the queries that have no answer yet. Otherwise, they would wait forever.
        happenings.end()
        await running.value
        let left = happenings.rest()
        guard left.isEmpty else {
            throw Mismatch(
                description: "unexpected events: " + left.map(words).joined(separator: "; ")
            )
        }
    }

    private func words(_ happening: Happening) -> String {
        switch happening {
        case .asked(let query, _): "\(query) was asked"
        case .processed(let action): "the scenario ended with \(action)"
        case .other(let words): words
        }
    }

    private func match(_ value: any Sendable, _ expected: any Sendable, _ subject: String) throws {
        guard String(reflecting: value) != String(reflecting: expected) else { return }
        throw Mismatch(description: "\(subject) is \(value), expected \(expected)")
    }
}

/// Service that forwards every query to the rehearsal and waits for the answer.
private final class Stand: ActionService {
    private let happenings: Happenings

    init(happenings: Happenings) { self.happenings = happenings }

    func execute(query: any Query) async throws -> any Message {
        let (replies, reply) = AsyncStream.makeStream(of: (any Message).self)
        happenings.add(
            .asked(query) {
                reply.yield($0)
                reply.finish()
            },
            orEnd: reply.finish
        )
        for await message in replies { return message }
        throw CancellationError()
    }
}
