import Scenarios
import Testing

@Suite(.timeLimit(.minutes(15))) struct ActorTests {
    private final class Two: BaseActor, @unchecked Sendable {
        let keys: MessageSource
        let ticks: AsyncStream<Add>

        init(_ keys: MessageSource, _ ticks: AsyncStream<Add>) {
            (self.keys, self.ticks) = (keys, ticks)
            super.init()
        }

        override func onProvideEvents(_ facade: EventFacade) {
            facade.provide(events: keys)
            facade.provide(events: ticks)
        }
    }

    @Test func sourcesAreMergedIntoOneStreamThatEndsWithTheLast() async {
        let (keys, (ticks, tick)) = (MessageSource(), AsyncStream.makeStream(of: Add.self))
        let actor = Two(keys, ticks)
        let events = actor.events
        keys.send(Switch())
        keys.finish()
        tick.yield(Add(amount: 1))
        tick.yield(Add(amount: 2))
        tick.finish()
        var amounts: [Int] = []
        var switches = 0
        for await event in events {
            if let add = event as? Add { amounts.append(add.amount) } else { switches += 1 }
        }
        #expect(amounts == [1, 2])
        #expect(switches == 1)
        withExtendedLifetime(actor) {}
    }

    @Test func whatWasSentBeforeAnybodyListensIsKept() async {
        let keys = Keys()
        keys.source.send(Add(amount: 1))
        var events = keys.events.makeAsyncIterator()
        #expect((await events.next() as? Add)?.amount == 1)
    }

    @Test func eachSubscriberReceivesEveryMessage() async {
        let keys = Keys()
        let (first, second) = (keys.events, keys.events)
        keys.source.send(Add(amount: 1))
        keys.source.finish()
        var counts = [0, 0]
        for await _ in first { counts[0] += 1 }
        for await _ in second { counts[1] += 1 }
        #expect(counts == [1, 1])
    }

    @Test func subscribersReceiveTheMessagesOfSeveralSourcesInOneOrder() async {
        for _ in 0..<100 {
            let (keys, (ticks, tick)) = (MessageSource(), AsyncStream.makeStream(of: Add.self))
            let actor = Two(keys, ticks)
            let (first, second) = (actor.events, actor.events)
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for _ in 0..<300 { keys.send(Switch()) }
                    keys.finish()
                }
                group.addTask {
                    for amount in 0..<300 { tick.yield(Add(amount: amount)) }
                    tick.finish()
                }
            }
            let orders = (await order(of: first), await order(of: second))
            #expect(orders.0.count == 600)
            let isSame = orders.0 == orders.1
            #expect(isSame)
            withExtendedLifetime(actor) {}
        }
    }

    private func order(of events: AsyncStream<any Message>) async -> [String] {
        var order: [String] = []
        for await event in events { order.append("\(event)") }
        return order
    }

    @Test func aMessageSourceIsTheActorOfOneCore() async {
        let source = MessageSource()
        let core = Core(
            actor: source,
            repository: CounterRepository(Idle()),
            processor: CounterProcessor(),
            service: CounterService { Stored(amount: $0.amount) },
            mapper: CountMapper()
        ) { facade in
            facade.start(from: Idle.self, .inTurn)
                .react(to: Add.self).with(call: Store.self, expecting: Stored.self)
                .process(Sum.self)
        }
        for amount in 1...3 { source.send(Add(amount: amount)) }
        source.finish()
        await core.run()
        var effects: [String] = []
        for await effect in core.effects { effects.append(effect) }
        #expect(effects == ["idle 0", "idle 1", "idle 3", "idle 6"])
    }

    @Test func anActorLivesAsLongAsItsOwner() async {
        var owner: Keys? = Keys()
        let source = owner?.source
        let counter = owner.map { keys in
            Core(
                actor: keys,
                repository: CounterRepository(Idle()),
                processor: CounterProcessor(),
                service: CounterService { Stored(amount: $0.amount) },
                mapper: CountMapper()
            )
        }
        let running = Task { await counter?.run() }
        weak let observed = owner
        owner = nil
        #expect(observed == nil)
        // The source still stands; the actor that gave it to the core does not.
        source?.send(Add(amount: 1))
        await running.value
    }
}
