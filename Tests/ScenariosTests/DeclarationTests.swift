import Scenarios
import Testing

@Suite(.timeLimit(.minutes(15))) struct DeclarationTests {
    @Test func whatDeclarationsLackIsFoundWithoutRunningThem() {
        let facade = ScenarioFacade()
        facade.start(from: Idle.self)
            .react(to: Add.self).with(call: Store.self, expecting: Surprise.self).process(Sum.self)
            .react(to: Add.self).skip().process(Sum.self)
        facade.start(from: Busy.self).react(to: Switch.self).skip().process(Moving.self)
        let faults = facade.scenarios.faults(
            processor: CounterProcessor(),
            service: BaseActionService()
        ).map { "\($0)" }
        #expect(faults.count == 4)
        #expect(faults.contains { $0.contains("noReducer") && $0.contains("Surprise") })
        #expect(faults.contains { $0.contains("noCall") && $0.contains("Store") })
        #expect(faults.contains { $0.contains("declaredTwice") && $0.contains("Add") })
        #expect(faults.contains { $0.contains("noInitialState") && $0.contains("Moving") })
    }

    @Test func declarationsDrawThemselves() {
        let facade = ScenarioFacade()
        facade.start(from: Idle.self, .inTurn)
            .react(to: Add.self).with(call: Store.self, expecting: Stored.self)
            .process(Sum.self, leads: .nowhere)
            .react(to: Switch.self).skip().process(Moving.self, leads: .to(Busy.self))
        facade.start(from: Busy.self)
            .react(to: Peek.self).skip().process(Sum.self, leads: .back(from: Busy.self))
        #expect(
            facade.scenarios.diagram(start: Idle.self) == """
                stateDiagram-v2
                    [*] --> Idle
                    Idle --> Busy: Switch
                    Busy --> Idle: Peek

                """
        )
        #expect(
            facade.scenarios.table().split(separator: "\n").dropFirst(2) == [
                "| Idle | Add | Store → Stored | stays | in turn |",
                "| Idle | Switch |  | Busy | in turn |",
                "| Busy | Peek |  | back to the state that led to Busy | at once |",
            ]
        )
    }

    private func rehearsal() -> Rehearsal {
        Rehearsal(
            repository: CounterRepository(Idle()),
            processor: CounterProcessor()
        ) { facade in
            facade.start(from: Idle.self)
                .react(to: Add.self).with(call: Store.self, expecting: Stored.self)
                .process(Sum.self)
        }
    }

    @Test func aRehearsalPassesWhereEverythingIsNamed() async throws {
        let rehearsal = rehearsal()
        try await rehearsal.start(from: Idle())
            .react(to: Add(amount: 2))
            .with(call: Store(amount: 2), expecting: Stored(amount: 2))
            .process(Sum(before: 0, amount: 2, stored: 2))
            .start(from: Idle(count: 2))
        try await rehearsal.finish()
    }

    @Test func aRehearsalFailsOnAQueryThatNobodyNames() async throws {
        let rehearsal = rehearsal()
        rehearsal.react(to: Add(amount: 2))
        await #expect(throws: Rehearsal.Mismatch.self) { try await rehearsal.finish() }
    }

    @Test func aRehearsalFailsOnAnEndThatNobodyNames() async throws {
        let rehearsal = rehearsal()
        try await rehearsal.react(to: Add(amount: 2))
            .with(call: Store(amount: 2), expecting: Stored(amount: 2))
        await #expect(throws: Rehearsal.Mismatch.self) { try await rehearsal.finish() }
    }

    @Test func aRehearsalFailsOnAMessageThatNoScenarioTakes() async throws {
        let rehearsal = rehearsal()
        rehearsal.react(to: Switch())
        await #expect(throws: Rehearsal.Mismatch.self) { try await rehearsal.finish() }
    }

    /// As at the time limit of a test whose message was forgotten.
    @Test(arguments: [0, 20])
    func aRehearsalOfWhatNeverHappensEndsWithItsTask(after wait: Int) async throws {
        let (first, second) = (rehearsal(), rehearsal())
        let expecting: [Task<Rehearsal, any Error>] = [
            Task { try await first.process(Sum(before: 7)) },
            Task { try await second.with(call: Store(amount: 7), expecting: Stored(amount: 7)) },
        ]
        try await Task.sleep(for: .milliseconds(wait))
        for task in expecting {
            task.cancel()
            let mismatch = await #expect(throws: Rehearsal.Mismatch.self) { try await task.value }
            let words = mismatch?.description ?? ""
            #expect(words.hasPrefix("expected") && words.contains("7"))
        }
    }

    @Test func aRehearsalFailsOnAnotherQueryStateOrEnd() async throws {
        #expect(throws: Rehearsal.Mismatch.self) {
            try rehearsal().start(from: Idle(count: 1))
        }
        let asked = rehearsal()
        await #expect(throws: Rehearsal.Mismatch.self) {
            try await asked.react(to: Add(amount: 2))
                .with(call: Store(amount: 3), expecting: Stored(amount: 3))
        }
        let ended = rehearsal()
        await #expect(throws: Rehearsal.Mismatch.self) {
            try await ended.react(to: Add(amount: 2)).process(Sum(before: 0))
        }
    }
}
