import Scenarios
import Testing

@Suite(.timeLimit(.minutes(15))) struct CoreTests {
    @Test func aScenarioRunsOnlyInItsState() async {
        let counter = Counter()
        counter.send(Add(amount: 2), Switch(), Add(amount: 5))
        #expect(await counter.effects() == ["idle 0", "idle 2", "busy 2"])
        #expect(counter.all.contains { $0.hasPrefix("ignored") && $0.contains("Add(amount: 5)") })
    }

    @Test func oneCoreServesSeveralStates() async {
        let counter = Counter()
        counter.send(Peek(), Switch(), Peek())
        #expect(await counter.effects() == ["idle 0", "busy 0", "busy 0"])
    }

    @Test func anActionStateBeginsFromTheGeneralState() async {
        let counter = Counter()
        counter.send(Add(amount: 2), Add(amount: 3))
        #expect(await counter.effects().last == "idle 5")
        #expect(counter.all.contains { $0.contains("Sum(before: 2, amount: 3, stored: 3") })
    }

    @Test func messagesInTurnWaitForTheEndOfTheScenario() async {
        let counter = Counter { store in
            try await Task.sleep(for: .milliseconds(8 - 2 * store.amount))
            return Stored(amount: store.amount)
        }
        for amount in 1...4 { counter.send(Add(amount: amount)) }
        #expect(await counter.effects() == ["idle 0", "idle 1", "idle 3", "idle 6", "idle 10"])
    }

    @Test func severalScenariosRunAtOnceEachWithItsOwnActionState() async {
        let gate = Gate()
        let counter = Counter(.atOnce) { store in
            if store.amount == 1 { await gate.waitDeaf() } else { gate.open() }
            return Stored(amount: store.amount)
        }
        counter.send(Add(amount: 1), Add(amount: 2))
        #expect(await counter.effects() == ["idle 0", "idle 2", "idle 3"])
        // Both began from the state as it was.
        #expect(counter.all.filter { $0.contains("before: 0") }.count == 2)
    }

    /// The priority of the core's task rises while messages are handled.
    @Test(arguments: [TaskPriority.low, .background])
    func noMessageIsLostWhenThePriorityRises(_ priority: TaskPriority) async {
        for _ in 0..<200 {
            let keys = MessageSource()
            let (core, repository) = switching(keys)
            let running = Task(priority: priority) { await core.run() }
            keys.send(Switch())
            keys.send(Switch())
            keys.finish()
            await running.value
            #expect(repository.state as? Idle == Idle(count: 2))
        }
    }

    @Test func noQueryIsAskedInAFormerState() async {
        for _ in 0..<200 {
            let asked = Notices()
            let counter = Counter(.atOnce) { store in
                asked.add("\(store)")
                return Stored(amount: store.amount)
            }
            counter.send(Switch(), Add(amount: 2))
            counter.keys.source.finish()
            let running = Task(priority: .low) { await counter.core.run() }
            await running.value
            var effects: [String] = []
            for await effect in counter.core.effects { effects.append(effect) }
            #expect(effects == ["idle 0", "busy 0"])
            #expect(asked.all.isEmpty)
        }
    }

    /// The task of a scenario may begin after the next message has been handled.
    @Test func effectsOfQueriesFollowTheOrderOfTheMessages() async {
        final class Asking: BaseEffectMapper<Int>, @unchecked Sendable {
            override func onDeclareMap(_ facade: MapFacade<Int>) {
                facade.map(query: Store.self) { $0.amount }
            }
        }
        for _ in 0..<100 {
            let keys = MessageSource()
            let core = Core(
                actor: keys,
                repository: CounterRepository(Idle()),
                processor: CounterProcessor(),
                service: CounterService { Stored(amount: $0.amount) },
                mapper: Asking()
            ) { facade in
                facade.start(from: Idle.self)
                    .react(to: Add.self).with(call: Store.self, expecting: Stored.self)
                    .process(Sum.self)
            }
            let running = Task(priority: .low) { await core.run() }
            for amount in 1...20 { keys.send(Add(amount: amount)) }
            keys.finish()
            await running.value
            var amounts: [Int] = []
            for await amount in core.effects { amounts.append(amount) }
            #expect(amounts == Array(1...20))
        }
    }

    @Test func aChangeOfTheStateStopsScenariosOfTheFormerState() async {
        let counter = Counter(.atOnce) { store in
            try await Task.sleep(for: .seconds(30))
            return Stored(amount: store.amount)
        }
        counter.send(Add(amount: 1), Switch())
        #expect(await counter.effects() == ["idle 0", "busy 0"])
        #expect(counter.all.contains { $0.hasPrefix("dropped") })
    }

    @Test func aLateAnswerIsDropped() async {
        let gate = Gate()
        let counter = Counter(.atOnce) { store in
            await gate.waitDeaf()
            return Stored(amount: store.amount)
        }
        counter.send(Add(amount: 1), Switch())
        let running = Task { await counter.effects() }
        while !(counter.repository.state is Busy) { await Task.yield() }
        gate.open()
        #expect(await running.value == ["idle 0", "busy 0"])
        #expect(counter.repository.state as? Busy == Busy(count: 0))
    }

    @Test func anUnexpectedAnswerIsAnErrorAndStopsTheScenario() async {
        let counter = Counter { store in
            guard store.amount != 1 else { return Surprise() }
            return Stored(amount: store.amount)
        }
        counter.send(Add(amount: 1), Add(amount: 2))
        // The first scenario ends with the state's effect, as it was.
        #expect(await counter.effects() == ["idle 0", "idle 0", "idle 2"])
        #expect(counter.all.contains { $0.contains("unexpectedAnswer") })
    }

    @Test func afterAFaultTheEffectOfTheStateFollowsThatOfTheQuery() async {
        final class Page: BaseEffectMapper<String>, @unchecked Sendable {
            override func onDeclareMap(_ facade: MapFacade<String>) {
                facade.map(state: Idle.self) { "idle \($0.count)" }
                facade.map(query: Store.self) { _ in "storing" }
            }
        }
        struct Unknown: Error {}
        // An unexpected answer, a query without a call, an error of the service.
        let answers: [@Sendable (Store) async throws -> any Message] = [
            { _ in Surprise() },
            { _ in throw ScenarioFault.noCall(Store.self) },
            { _ in throw Unknown() },
        ]
        for answer in answers {
            let counter = Counter(mapper: Page(), service: CounterService(answer))
            counter.send(Add(amount: 1))
            #expect(await counter.effects() == ["idle 0", "storing", "idle 0"])
        }
    }

    @Test func anIgnoredMessageHasNoEffect() async {
        final class Added: BaseEffectMapper<String>, @unchecked Sendable {
            override func onDeclareMap(_ facade: MapFacade<String>) {
                facade.map(msg: Add.self) { "add \($0.amount)" }
            }
        }
        let counter = Counter(mapper: Added(), service: CounterService { _ in Refused() })
        counter.send(Add(amount: 1), Add(amount: 2))
        #expect(await counter.effects() == ["add 1"])
    }

    @Test func anErrorMessageMayChangeTheStateToo() async {
        let counter = Counter { _ in Refused() }
        counter.send(Add(amount: 1))
        #expect(await counter.effects() == ["idle 0", "busy -1"])
        // The scenario had declared to lead nowhere.
        #expect(counter.all.contains { $0.contains("undeclaredChange") })
    }

    @Test func aRepositoryThatFailsLeavesTheStateAsItWas() async {
        let counter = Counter()
        counter.send(Add(amount: 13), Add(amount: 1))
        #expect(await counter.effects() == ["idle 0", "idle 0", "idle 1"])
        #expect(counter.all.contains { $0.contains("updateFailed") && $0.contains("TooMuch") })
    }

    @Test func cancellingTheCoreStopsItsScenarios() async {
        let counter = Counter { store in
            try await Task.sleep(for: .seconds(30))
            return Stored(amount: store.amount)
        }
        counter.send(Add(amount: 1))
        let running = Task { await counter.core.run() }
        var effects = counter.core.effects.makeAsyncIterator()
        #expect(await effects.next() == "idle 0")
        running.cancel()
        await running.value
        #expect(await effects.next() == nil)
    }

    @Test func theEffectsOfACoreThatIsReleasedWithoutARunEnd() async {
        let effects = Counter().core.effects
        for await effect in effects { Issue.record("\(effect)") }
    }

    @Test func statesMessagesAndQueriesHaveMapsOfTheirOwn() async {
        final class Everything: BaseEffectMapper<String>, @unchecked Sendable {
            override func onDeclareMap(_ facade: MapFacade<String>) {
                facade.map(state: Idle.self) { "state \($0.count)" }
                facade.map(msg: Add.self) { "message \($0.amount)" }
                facade.map(msg: Stored.self) { "answer \($0.amount)" }
                facade.map(query: Store.self) { "query \($0.amount)" }
            }
        }
        let counter = Counter(
            mapper: Everything(),
            service: CounterService { Stored(amount: $0.amount) }
        )
        counter.send(Add(amount: 4), Switch())
        #expect(
            await counter.effects() == ["state 0", "message 4", "query 4", "answer 4", "state 4"]
        )
    }

    @Test func aStateThatIsEnteredMayBeginWithWork() async {
        let keys = Keys()
        let core = Core(
            actor: keys,
            repository: CounterRepository(Idle()),
            processor: EnteringProcessor(),
            service: CounterService { Stored(amount: $0.amount) },
            mapper: CountMapper()
        ) { facade in
            facade.start(from: Idle.self).react(to: Entered.self).skip().process(Moving.self)
        }
        keys.source.finish()
        await core.run()
        var effects: [String] = []
        for await effect in core.effects { effects.append(effect) }
        #expect(effects == ["idle 0", "busy 0"])
    }

    /// The second message comes while the state changes, and waits for its turn.
    @Test(arguments: [false, true])
    func enteredComesBeforeMessagesThatWait(_ isLate: Bool) async throws {
        final class Received: BaseEffectMapper<String>, @unchecked Sendable {
            override func onDeclareMap(_ facade: MapFacade<String>) {
                facade.map(msg: Entered.self) { _ in "entered" }
                facade.map(msg: Peek.self) { _ in "peek" }
            }
        }
        let (keys, begun, gate) = (MessageSource(), Gate(), Gate())
        let actions = ActionFacade()
        actions.from(Idle.self).start(Moving.self) { Moving(count: $0.count) }
        actions.from(Busy.self).start(Sum.self) { Sum(before: $0.count) }
        actions.on(Moving.self)
            .reduce(Add.self) { _, _ in }
            .create(Store.self) { Store(amount: $0.count) }
            .reduce(Stored.self) { _, _ in }
        actions.on(Sum.self).reduce(Entered.self) { _, _ in }.reduce(Peek.self) { _, _ in }
        let updates = UpdateFacade()
        updates.on(Moving.self, timeout: .seconds(900)) { _, moving in
            begun.open()
            await gate.waitDeaf()
            return Busy(count: moving.count)
        }
        let core = Core(
            actor: keys,
            repository: BaseRepository(Idle(), updates: updates),
            processor: BaseActionProcessor(declared: actions),
            service: CounterService { Stored(amount: $0.amount) },
            mapper: Received()
        ) { facade in
            facade.start(from: Idle.self, isLate ? .atOnce : .inTurn)
                .react(to: Add.self).with(call: Store.self, expecting: Stored.self)
                .process(Moving.self)
            facade.start(from: Busy.self, .inTurn)
                .react(to: Entered.self).skip().process(Sum.self)
                .react(to: Peek.self).skip().process(Sum.self)
        }
        let running = Task { await core.run() }
        keys.send(Add(amount: 1))
        if !isLate { keys.send(Peek()) }
        await begun.waitDeaf()
        if isLate {
            keys.send(Peek())
            try await Task.sleep(for: .milliseconds(50))
        }
        keys.finish()
        gate.open()
        await running.value
        var received: [String] = []
        for await effect in core.effects { received.append(effect) }
        #expect(received == ["entered", "peek"])
    }
}

private final class EnteringProcessor: BaseActionProcessor, @unchecked Sendable {
    override func onDeclareActions(_ facade: ActionFacade) {
        facade.from(Idle.self).start(Moving.self) { Moving(count: $0.count) }
        facade.on(Moving.self).reduce(Entered.self) { _, _ in }
    }
}

/// A core that each ``Switch`` takes from ``Idle`` to ``Busy`` or back, counting.
private func switching(_ keys: MessageSource) -> (core: Core<String>, repository: BaseRepository) {
    let actions = ActionFacade()
    actions.from(Idle.self).start(Moving.self) { Moving(count: $0.count + 1) }
    actions.from(Busy.self).start(Moving.self) { Moving(count: $0.count + 1) }
    actions.on(Moving.self).reduce(Switch.self) { _, _ in }
    let updates = UpdateFacade()
    updates.alternate(on: Moving.self) { $0.count }
    let repository = BaseRepository(Idle(), updates: updates)
    let core = Core(
        actor: keys,
        repository: repository,
        processor: BaseActionProcessor(declared: actions),
        service: BaseActionService(),
        mapper: CountMapper()
    ) { facade in
        facade.start(from: Idle.self).react(to: Switch.self).skip().process(Moving.self)
        facade.start(from: Busy.self).react(to: Switch.self).skip().process(Moving.self)
    }
    return (core, repository)
}
