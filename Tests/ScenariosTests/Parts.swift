import Scenarios
import Synchronization

// A counter that stores what is added to it, for the tests of the framework's behaviours.

struct Idle: GeneralState, Equatable { var count = 0 }
struct Busy: GeneralState, Equatable { var count = 0 }

struct Add: Message { let amount: Int }
struct Switch: Message {}
struct Peek: Message {}
struct Store: Query { let amount: Int }
struct Stored: Message { let amount: Int }
struct Refused: Message {}
struct Surprise: Message {}

struct Sum: ActionState {
    var before: Int
    var amount = 0
    var stored = 0
    var isRefused = false
}
struct Moving: ActionState { var count: Int }

final class CounterProcessor: BaseActionProcessor, @unchecked Sendable {
    override func onDeclareActions(_ facade: ActionFacade) {
        facade.from(Idle.self)
            .start(Sum.self) { Sum(before: $0.count) }
            .start(Moving.self) { Moving(count: $0.count) }
        facade.from(Busy.self).start(Sum.self) { Sum(before: $0.count) }
        facade.on(Sum.self)
            .reduce(Add.self) { $0.amount = $1.amount }
            .create(Store.self) { Store(amount: $0.amount) }
            .reduce(Stored.self) { $0.stored += $1.amount }
            .reduce(Refused.self) { sum, _ in sum.isRefused = true }
            .reduce(Peek.self) { _, _ in }
        facade.on(Moving.self).reduce(Switch.self) { _, _ in }
    }
}

struct TooMuch: Error {}

final class CounterRepository: BaseRepository, @unchecked Sendable {
    override func onDeclareUpdates(_ facade: UpdateFacade) {
        facade.on(Sum.self) { state, sum in
            if sum.stored == 13 { throw TooMuch() }
            if sum.isRefused {
                state = Busy(count: -1)
            } else if let idle = state as? Idle {
                state = Idle(count: idle.count + sum.stored)
            }
        }
        facade.on(Moving.self) { state, moving in state = Busy(count: moving.count) }
    }
}

extension UpdateFacade {
    /// Declares that the action state changes ``Idle`` to ``Busy``, and ``Busy`` to ``Idle``.
    func alternate<Action: ActionState>(
        on action: Action.Type,
        count: @escaping @Sendable (Action) -> Int
    ) {
        on(action) { state, action in
            if state is Idle {
                state = Busy(count: count(action))
            } else {
                state = Idle(count: count(action))
            }
        }
    }
}

/// Answers with what the closure says.
final class CounterService: ActionService {
    let answer: @Sendable (Store) async throws -> any Message

    init(_ answer: @escaping @Sendable (Store) async throws -> any Message) { self.answer = answer }

    func execute(query: any Query) async throws -> any Message {
        guard let store = query as? Store else { throw ScenarioFault.noCall(type(of: query)) }
        return try await answer(store)
    }
}

final class CountMapper: BaseEffectMapper<String>, @unchecked Sendable {
    override func onDeclareMap(_ facade: MapFacade<String>) {
        facade.map(state: Idle.self) { "idle \($0.count)" }
        facade.map(state: Busy.self) { "busy \($0.count)" }
    }
}

final class Keys: BaseActor, @unchecked Sendable {
    let source: MessageSource

    init(_ source: MessageSource = MessageSource()) {
        self.source = source
        super.init()
    }

    override func onProvideEvents(_ facade: EventFacade) { facade.provide(events: source) }
}

/// A core with the counter's scenarios, its keys, and what it noticed.
final class Counter: Sendable {
    let keys = Keys()
    let core: Core<String>
    let repository = CounterRepository(Idle())

    init(
        _ turn: Scenario.Turn = .inTurn,
        mapper: any EffectMapper<String> = CountMapper(),
        service: any ActionService
    ) {
        let notices = Notices()
        core = Core(
            actor: keys,
            repository: repository,
            processor: CounterProcessor(),
            service: service,
            mapper: mapper,
            scenarios: { facade in
                facade.start(from: Idle.self, turn)
                    .react(to: Add.self).with(call: Store.self, expecting: Stored.self)
                    .process(Sum.self, leads: .nowhere)
                    .react(to: Switch.self).skip().process(Moving.self, leads: .to(Busy.self))
                facade.start(from: Busy.self).react(to: Peek.self).skip().process(Sum.self)
            },
            onNotice: { notices.add("\($0)") }
        )
        noticed = notices
    }

    private let noticed: Notices
    var all: [String] { noticed.all }

    convenience init(
        _ turn: Scenario.Turn = .inTurn,
        _ answer: @escaping @Sendable (Store) async throws -> any Message = {
            Stored(amount: $0.amount)
        }
    ) {
        self.init(turn, service: CounterService(answer))
    }

    func send(_ messages: any Message...) { for message in messages { keys.source.send(message) } }

    /// Runs to the end of what was sent.
    func effects() async -> [String] {
        keys.source.finish()
        await core.run()
        var all: [String] = []
        for await effect in core.effects { all.append(effect) }
        return all
    }
}

final class Notices: Sendable {
    private let kept = Mutex<[String]>([])
    func add(_ notice: String) { kept.withLock { $0.append(notice) } }
    var all: [String] { kept.withLock { $0 } }
}

/// Opened once; whoever waits goes on.
final class Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func open() { continuation.finish() }

    /// Returns although its task be cancelled only when opened.
    func waitDeaf() async { await Task.detached { [stream] in for await _ in stream {} }.value }
}
