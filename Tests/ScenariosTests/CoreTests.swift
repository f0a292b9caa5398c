import Synchronization
import Testing

@testable import Scenarios

private struct Idle: GeneralState { var count = 0 }
private struct Busy: GeneralState { var count: Int }
private struct Add: Message { let amount: Int }
private struct Switch: Message {}
private struct Store: Query { let amount: Int }
private struct Stored: Message { let amount: Int }
private struct Refused: Message {}
private struct Sum: ActionState {
    var count: Int
    var amount = 0
    var switches = false
}

@Suite struct CoreTests {
    /// Adds amounts through a query; `Switch` leaves the state.
    private func core(
        _ call: @escaping @Sendable (Store) async throws -> Int
    ) -> Core<Int> {
        let declarations = Declarations()
        declarations.start(from: Idle.self)
            .react(to: Add.self).with(call: Store.self, expecting: Stored.self)
            .process(Sum.self)
            .react(to: Switch.self).skip().process(Sum.self)
        var processor = ActionProcessor()
        processor.initial(Sum.self, from: Idle.self) { Sum(count: $0.count) }
        processor.reduce(Sum.self, Add.self) { $0.amount = $1.amount }
        processor.reduce(Sum.self, Stored.self) { $0.count += $1.amount }
        processor.reduce(Sum.self, Switch.self) { sum, _ in sum.switches = true }
        processor.create(Store.self, from: Sum.self) { Store(amount: $0.amount) }
        var service = ActionService()
        service.on(
            Store.self,
            timeout: .milliseconds(200),
            retries: 0,
            call: call,
            success: { Stored(amount: $0) },
            failure: { _ in Refused() }
        )
        var repository = Repository(Idle())
        repository.on(Sum.self) { state, sum in
            state = sum.switches ? Busy(count: sum.count) : Idle(count: sum.count)
        }
        return Core(
            repository: repository,
            scenarios: declarations.scenarios,
            processor: processor,
            service: service,
            map: { ($0 as? Idle)?.count ?? ($0 as? Busy).map { -$0.count } ?? 0 }
        )
    }

    private func effects(_ core: Core<Int>) async -> [Int] {
        core.finish()
        await core.run()
        var all: [Int] = []
        for await effect in core.effects { all.append(effect) }
        return all
    }

    @Test func messagesAreHandledInTheOrderInWhichTheyCame() async {
        let core = core { store in
            try await Task.sleep(for: .milliseconds(5 - store.amount))
            return store.amount
        }
        for amount in 1...4 { core.send(Add(amount: amount)) }
        #expect(await effects(core) == [0, 1, 3, 6, 10])
    }

    @Test func aScenarioRunsOnlyInItsState() async {
        let core = core { $0.amount }
        core.send(Add(amount: 2))
        core.send(Switch())
        core.send(Add(amount: 5))
        #expect(await effects(core) == [0, 2, -2])
    }

    @Test func anAnswerThatNothingIsDeclaredForStopsTheScenario() async {
        struct Broken: Error {}
        let core = core { store in
            if store.amount == 1 { throw Broken() }
            return store.amount
        }
        core.send(Add(amount: 1))
        core.send(Add(amount: 2))
        #expect(await effects(core) == [0, 2])
    }

    @Test func aTimeOutHoldsWhenTheWorkIgnoresCancellation() async throws {
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        await #expect(throws: TimedOut(limit: .milliseconds(50))) {
            try await withTimeout(.milliseconds(50), clock: ContinuousClock()) {
                // Detached: neither the cancellation of this task nor its end reaches the work.
                await Task.detached { for await _ in released {} }.value
            }
        }
        // The caller is back although the work has not ended: it ends only now.
        release.finish()
    }
}
