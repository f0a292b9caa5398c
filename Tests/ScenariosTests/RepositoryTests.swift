import Scenarios
import Synchronization
import Testing

/// Updates that take time, fail or do not end.
@Suite(.timeLimit(.minutes(15))) struct RepositoryTests {
    /// Adds after `work`, which is given the amount.
    private func repository(
        clock: any Clock<Duration> = ContinuousClock(),
        timeout: Duration = .seconds(30),
        _ work: @escaping @Sendable (Int) async throws -> Void
    ) -> BaseRepository {
        let updates = UpdateFacade(clock: clock)
        updates.on(Sum.self, timeout: timeout) { state, sum in
            try await work(sum.stored)
            guard let idle = state as? Idle else { return state }
            return Idle(count: idle.count + sum.stored)
        }
        updates.on(Moving.self, timeout: timeout) { _, moving in
            try await work(0)
            return Busy(count: moving.count)
        }
        return BaseRepository(Idle(), updates: updates)
    }

    /// Each update opens `begun` and waits for `gate`.
    private func repository(_ begun: Gate, _ gate: Gate) -> BaseRepository {
        repository { _ in
            begun.open()
            await gate.waitDeaf()
        }
    }

    @Test func theStateIsTheFormerOneUntilTheUpdateHasEnded() async throws {
        let (begun, gate) = (Gate(), Gate())
        let repository = repository(begun, gate)
        let update = Task { try await repository.update(with: Sum(before: 0, stored: 2)) }
        await begun.waitDeaf()
        #expect(repository.state as? Idle == Idle())
        gate.open()
        #expect(try await update.value as? Idle == Idle(count: 2))
        #expect(repository.state as? Idle == Idle(count: 2))
    }

    @Test func concurrentUpdatesLoseNothing() async throws {
        let repository = repository { _ in try await Task.sleep(for: .microseconds(50)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask { _ = try await repository.update(with: Sum(before: 0, stored: 1)) }
            }
            try await group.waitForAll()
        }
        #expect(repository.state as? Idle == Idle(count: 100))
    }

    @Test func anUpdateThatFailsLeavesTheStateAndTheNextOneRuns() async throws {
        let repository = repository { if $0 == 13 { throw TooMuch() } }
        await #expect(throws: TooMuch.self) {
            try await repository.update(with: Sum(before: 0, stored: 13))
        }
        #expect(repository.state as? Idle == Idle())
        try await repository.update(with: Sum(before: 0, stored: 1))
        #expect(repository.state as? Idle == Idle(count: 1))
    }

    @Test func anUpdateThatBlocksTimesOutAndItsLateResultIsDropped() async throws {
        let (clock, gate) = (ManualClock(), Gate())
        let repository = repository(clock: clock, timeout: .seconds(60)) { amount in
            if amount == 1 { await gate.waitDeaf() }
        }
        let update = Task { try await repository.update(with: Sum(before: 0, stored: 1)) }
        await clock.advanceWhenAwaited(by: .seconds(60))
        await #expect(throws: TimedOut(limit: .seconds(60))) { try await update.value }
        gate.open()
        try await repository.update(with: Sum(before: 0, stored: 2))
        #expect(repository.state as? Idle == Idle(count: 2))
    }

    /// A late write would overwrite a newer one.
    @Test func anUpdateWaitsForTheWorkOfAnOverdueOne() async throws {
        let (clock, gate, written) = (ManualClock(), Gate(), Notices())
        let repository = repository(clock: clock, timeout: .seconds(60)) { amount in
            if amount == 1 { await gate.waitDeaf() }
            written.add("\(amount)")
        }
        let overdue = Task { try await repository.update(with: Sum(before: 0, stored: 1)) }
        await clock.advanceWhenAwaited(by: .seconds(60))
        await #expect(throws: TimedOut(limit: .seconds(60))) { try await overdue.value }
        let next = Task { try await repository.update(with: Sum(before: 0, stored: 2)) }
        try await Task.sleep(for: .milliseconds(50))
        #expect(repository.state as? Idle == Idle())
        #expect(written.all.isEmpty)
        gate.open()
        #expect(try await next.value as? Idle == Idle(count: 2))
        #expect(written.all == ["1", "2"])
    }

    /// A core whose scenarios all run at once, over `repository`.
    private func core(
        _ keys: Keys,
        _ repository: BaseRepository,
        _ notices: Notices,
        beforeAnswers: @escaping @Sendable () async -> Void = {}
    ) -> Core<String> {
        Core(
            actor: keys,
            repository: repository,
            processor: CounterProcessor(),
            service: CounterService { store in
                await beforeAnswers()
                return Stored(amount: store.amount)
            },
            mapper: CountMapper(),
            scenarios: { facade in
                facade.start(from: Idle.self)
                    .react(to: Add.self).with(call: Store.self, expecting: Stored.self)
                    .process(Sum.self)
                    .react(to: Switch.self).skip().process(Moving.self)
                facade.start(from: Busy.self).react(to: Peek.self).skip().process(Sum.self)
            },
            onNotice: { notices.add("\($0)") }
        )
    }

    /// A message that comes while the state changes begins in the new state.
    @Test func aMessageWaitsForTheUpdateBeforeIt() async {
        let (begun, gate, keys, notices) = (Gate(), Gate(), Keys(), Notices())
        let repository = repository(begun, gate)
        let core = core(keys, repository, notices)
        let running = Task { await core.run() }
        keys.source.send(Switch())
        await begun.waitDeaf()
        keys.source.send(Peek())
        keys.source.send(Add(amount: 1))
        keys.source.finish()
        gate.open()
        await running.value
        #expect(repository.state as? Busy == Busy())
        #expect(notices.all.contains { $0.hasPrefix("processed") && $0.contains("Sum") })
        #expect(notices.all.contains { $0.hasPrefix("ignored") && $0.contains("Add") })
    }

    /// An update changes the state's type; those that waited for their turn meanwhile must not happen.
    @Test func updatesOfAFormerStateAreDroppedThoughTheyWaitedForTheirTurn() async throws {
        let (begun, gate, keys, notices) = (Gate(), Gate(), Keys(), Notices())
        let repository = repository(begun, gate)
        // The answers come while the change of the state is being saved.
        let core = core(keys, repository, notices) { await begun.waitDeaf() }
        let running = Task { await core.run() }
        for amount in 1...20 { keys.source.send(Add(amount: amount)) }
        keys.source.send(Switch())
        keys.source.finish()
        await begun.waitDeaf()
        try await Task.sleep(for: .milliseconds(50))
        gate.open()
        await running.value
        #expect(repository.state as? Busy == Busy())
        #expect(notices.all.count { $0.hasPrefix("dropped") } == 20)
        #expect(!notices.all.contains { $0.hasPrefix("processed") && $0.contains("Sum") })
    }

    @Test func cancellingTheCoreDoesNotCancelAnUpdateThatHasBegun() async {
        let (begun, gate, keys, notices) = (Gate(), Gate(), Keys(), Notices())
        let repository = repository { _ in
            begun.open()
            await gate.waitDeaf()
            try Task.checkCancellation()
        }
        let core = core(keys, repository, notices)
        let running = Task { await core.run() }
        keys.source.send(Switch())
        await begun.waitDeaf()
        running.cancel()
        gate.open()
        await running.value
        #expect(repository.state is Busy)
    }

    /// As a view does that goes and comes again while its state is being saved.
    @Test func aNewCoreWaitsForTheUpdateOfAnEarlierOne() async throws {
        let (begun, gate, keys, notices) = (Gate(), Gate(), Keys(), Notices())
        let repository = repository(begun, gate)
        let earlier = core(keys, repository, notices)
        let first = Task { await earlier.run() }
        keys.source.send(Switch())
        await begun.waitDeaf()
        first.cancel()
        let others = Keys()
        let later = core(others, repository, notices)
        let second = Task { await later.run() }
        others.source.send(Peek())
        others.source.finish()
        try await Task.sleep(for: .milliseconds(50))
        gate.open()
        await first.value
        await second.value
        var effects: [String] = []
        for await effect in later.effects { effects.append(effect) }
        #expect(effects == ["busy 0", "busy 0"])
        #expect(!notices.all.contains { $0.hasPrefix("ignored") })
        withExtendedLifetime((keys, others)) {}
    }

    /// It would change the state behind the next core.
    @Test func cancellingTheCoreStopsAnUpdateThatHasNotBegun() async throws {
        let (begun, answered, gate) = (Gate(), Gate(), Gate())
        let (keys, notices) = (MessageSource(), Notices())
        let repository = repository { amount in
            guard amount == 1 else { return }
            begun.open()
            await gate.waitDeaf()
        }
        let core = Core(
            actor: keys,
            repository: repository,
            processor: CounterProcessor(),
            service: CounterService { store in
                // The second answer comes while the first update runs.
                if store.amount == 2 {
                    await begun.waitDeaf()
                    answered.open()
                }
                return Stored(amount: store.amount)
            },
            mapper: CountMapper(),
            scenarios: { facade in
                facade.start(from: Idle.self)
                    .react(to: Add.self).with(call: Store.self, expecting: Stored.self)
                    .process(Sum.self)
            },
            onNotice: { notices.add("\($0)") }
        )
        let running = Task { await core.run() }
        keys.send(Add(amount: 1))
        keys.send(Add(amount: 2))
        await answered.waitDeaf()
        try await Task.sleep(for: .milliseconds(50))
        running.cancel()
        try await Task.sleep(for: .milliseconds(50))
        gate.open()
        await running.value
        #expect(repository.state as? Idle == Idle(count: 1))
        #expect(notices.all.count { $0.hasPrefix("processed") } == 1)
        #expect(notices.all.contains { $0.hasPrefix("dropped") })
    }

    @Test func anUpdateThatFailsIsAFaultOfTheCore() async {
        let (keys, notices) = (Keys(), Notices())
        let repository = repository { _ in throw TooMuch() }
        let core = core(keys, repository, notices)
        keys.source.send(Switch())
        keys.source.finish()
        await core.run()
        #expect(repository.state as? Idle == Idle())
        #expect(notices.all.contains { $0.contains("updateFailed") && $0.contains("TooMuch") })
    }
}
