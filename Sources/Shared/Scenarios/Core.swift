/// Runs declared scenarios: one mailbox, first in, first out.
///
/// A message starts the scenario that is declared for it in the present state, or none. Unless it
/// was declared to run concurrently, the next message waits for its end. When the general state
/// changes its type, scenarios of the former state that still run are cancelled and what comes of
/// their queries is dropped. Every change of the state is mapped to an effect.
package actor Core<Effect: Sendable> {
    /// One element for the first state and for every message that found a scenario, in order.
    package nonisolated let effects: AsyncStream<Effect>

    private var repository: Repository
    private let scenarios: [Pair: Scenario]
    private let processor: ActionProcessor
    private let service: ActionService
    private let map: @Sendable (any GeneralState) -> Effect
    private let mailbox: AsyncStream<Letter>
    private nonisolated let mail: AsyncStream<Letter>.Continuation
    private nonisolated let output: AsyncStream<Effect>.Continuation
    private var running: [Int: Task<Void, Never>] = [:]
    private var launched = 0
    /// Counts changes of the state's type; a scenario of an earlier count is out of date.
    private var era = 0

    private enum Letter: Sendable {
        case message(any Message)
        /// The state changed its type and began this era.
        case entered(era: Int)
    }

    package init(
        repository: Repository,
        scenarios: [Scenario],
        processor: ActionProcessor,
        service: ActionService,
        map: @escaping @Sendable (any GeneralState) -> Effect
    ) {
        self.repository = repository
        self.processor = processor
        self.service = service
        self.map = map
        self.scenarios = Dictionary(
            scenarios.map { (Pair($0.state, $0.message), $0) },
            uniquingKeysWith: { _, last in last }
        )
        (mailbox, mail) = AsyncStream.makeStream()
        (effects, output) = AsyncStream.makeStream()
    }

    package var state: any GeneralState { repository.state }

    /// Puts a message into the mailbox; returns at once.
    package nonisolated func send(_ message: any Message) { mail.yield(.message(message)) }

    /// No further messages: ``run()`` returns after those already sent.
    package nonisolated func finish() { mail.finish() }

    /// Takes messages until ``finish()``.
    package func run() async {
        output.yield(map(repository.state))
        mail.yield(.entered(era: era))
        for await letter in mailbox {
            switch letter {
            case .message(let message): await handle(message)
            case .entered(let begun): if begun == era { await handle(Entered()) }
            }
        }
        for task in running.values { task.cancel() }
        output.finish()
    }

    private func handle(_ message: any Message) async {
        guard let scenario = scenarios[Pair(type(of: repository.state), type(of: message))],
            let action = processor.initial(scenario.action, from: repository.state)
        else { return }
        let begun = era
        guard scenario.isConcurrent else {
            if let end = await perform(scenario, action, message, era: begun) { update(with: end) }
            return
        }
        let key = launched
        launched += 1
        running[key] = Task {
            let end = await perform(scenario, action, message, era: begun)
            running[key] = nil
            if let end { update(with: end) }
        }
    }

    /// The action state that the scenario leaves, or nil where it was stopped on its way.
    private func perform(
        _ scenario: Scenario,
        _ start: any ActionState,
        _ message: any Message,
        era begun: Int
    ) async -> (any ActionState)? {
        guard var action = processor.reduce(start, message) else { return nil }
        for call in scenario.calls {
            guard let query = processor.create(call.query, from: action),
                let reply = await service.execute(query), begun == era,
                let next = processor.reduce(action, reply)
            else { return nil }
            action = next
            if type(of: reply) != call.expecting { break }
        }
        return begun == era ? action : nil
    }

    private func update(with action: any ActionState) {
        let before = ObjectIdentifier(type(of: repository.state))
        do { try repository.update(with: action) } catch { return }
        output.yield(map(repository.state))
        guard before != ObjectIdentifier(type(of: repository.state)) else { return }
        era += 1
        for task in running.values { task.cancel() }
        running = [:]
        mail.yield(.entered(era: era))
    }
}
