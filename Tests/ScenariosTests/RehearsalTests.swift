import Scenarios
import Testing

/// Values that are compared in rehearsals.
@Suite(.timeLimit(.minutes(15))) struct ComparisonTests {
    private struct Size: Sendable { var length: Int }
    private struct Bag: GeneralState {
        var tags: Set<String>
        var sizes: [String: Size]

        init(_ words: [String], capacity: Int) {
            (tags, sizes) = (Set(minimumCapacity: capacity), Dictionary(minimumCapacity: capacity))
            for word in words {
                tags.insert(word)
                sizes[word] = Size(length: word.count)
            }
        }
    }
    private final class Account: Sendable {
        let name: String
        init(_ name: String) { self.name = name }
    }
    private struct Held: GeneralState {
        var account: Account
        var note: String?
    }
    private struct Secret: Sendable, Equatable, CustomStringConvertible {
        var value: String
        var description: String { "hidden" }
    }
    private struct Kept: GeneralState { var secrets: [Secret] }

    private func rehearsal(_ state: any GeneralState) -> Rehearsal {
        Rehearsal(repository: BaseRepository(state), processor: BaseActionProcessor())
    }

    @Test func equalSetsAndDictionariesMatchInAnyOrder() throws {
        let words = (1...50).map { "\($0)" }
        let rehearsal = rehearsal(Bag(words, capacity: 0))
        try rehearsal.start(from: Bag(words.reversed(), capacity: 5000))
        let fewer = Array(words.dropFirst())
        for other in [fewer, fewer + ["fifty-one"]] {
            #expect(throws: Rehearsal.Mismatch.self) {
                try rehearsal.start(from: Bag(other, capacity: 0))
            }
        }
    }

    @Test func anotherObjectIsADifference() throws {
        let ada = Account("ada")
        let rehearsal = rehearsal(Held(account: ada))
        try rehearsal.start(from: Held(account: ada))
        let mismatch = #expect(throws: Rehearsal.Mismatch.self) {
            try rehearsal.start(from: Held(account: Account("charles")))
        }
        let words = mismatch?.description ?? ""
        #expect(words.contains("whose class is not Equatable"))
        #expect(throws: Rehearsal.Mismatch.self) {
            try rehearsal.start(from: Held(account: ada, note: ""))
        }
    }

    @Test func valuesThatPrintAlikeMayDiffer() throws {
        let rehearsal = rehearsal(Kept(secrets: [Secret(value: "a")]))
        try rehearsal.start(from: Kept(secrets: [Secret(value: "a")]))
        #expect(throws: Rehearsal.Mismatch.self) {
            try rehearsal.start(from: Kept(secrets: [Secret(value: "b")]))
        }
    }
}

/// Words for what does not end as usual.
@Suite(.timeLimit(.minutes(15))) struct RehearsalTests {
    private func rehearsal(_ turn: Scenario.Turn = .atOnce) -> Rehearsal {
        Rehearsal(
            repository: CounterRepository(Idle()),
            processor: CounterProcessor()
        ) { facade in
            facade.start(from: Idle.self, turn)
                .react(to: Add.self).with(call: Store.self, expecting: Stored.self)
                .process(Sum.self)
                .react(to: Switch.self).skip().process(Moving.self)
        }
    }

    @Test func aMessageMayStopAScenarioWhoseQueryWaits() async throws {
        let rehearsal = rehearsal()
        try await rehearsal.react(to: Add(amount: 2))
            .with(call: Store(amount: 2))
            .react(to: Switch()).process(Moving(count: 0))
            .drop(Sum.self)
            .start(from: Busy())
        #expect(throws: Rehearsal.Mismatch.self) {
            try rehearsal.answer(call: Store(amount: 2), with: Stored(amount: 2))
        }
        try await rehearsal.finish()
    }

    @Test func aStoppedScenarioThatNobodyNamesIsAnError() async throws {
        let rehearsal = rehearsal()
        try await rehearsal.react(to: Add(amount: 2))
            .with(call: Store(amount: 2))
            .react(to: Switch()).process(Moving(count: 0))
        let mismatch = await #expect(throws: Rehearsal.Mismatch.self) {
            try await rehearsal.finish()
        }
        #expect(mismatch?.description == "unexpected events: Sum was dropped")
    }

    @Test(arguments: [Scenario.Turn.atOnce, .inTurn])
    func aRehearsalMayEndWhileAQueryWaits(_ turn: Scenario.Turn) async throws {
        let rehearsal = rehearsal(turn)
        try await rehearsal.react(to: Add(amount: 2)).with(call: Store(amount: 2))
        try await rehearsal.finish()
    }

    @Test func queriesMayBeAnsweredInAnotherOrder() async throws {
        let rehearsal = rehearsal()
        try await rehearsal.react(to: Add(amount: 1)).with(call: Store(amount: 1))
            .react(to: Add(amount: 2)).with(call: Store(amount: 2))
            .answer(call: Store(amount: 2), with: Stored(amount: 2))
            .process(Sum(before: 0, amount: 2, stored: 2))
            .answer(call: Store(amount: 1), with: Stored(amount: 1))
            .process(Sum(before: 0, amount: 1, stored: 1))
            .start(from: Idle(count: 3))
        try await rehearsal.finish()
    }

    @Test func anIgnoredMessageIsNamed() async throws {
        let first = rehearsal()
        try await first.react(to: Peek()).ignore()
        try await first.finish()
        let second = rehearsal()
        await #expect(throws: Rehearsal.Mismatch.self) {
            try await second.react(to: Switch()).ignore()
        }
        await #expect(throws: Rehearsal.Mismatch.self) { try await rehearsal().ignore() }
    }

    @Test func aFaultIsNamed() async throws {
        let rehearsal = rehearsal()
        try await rehearsal.react(to: Add(amount: 13))
            .with(call: Store(amount: 13), expecting: Stored(amount: 13))
            .fault(.updateFailed(Sum(before: 0, amount: 13, stored: 13), TooMuch()))
            .react(to: Add(amount: 1))
            .with(call: Store(amount: 1), expecting: Surprise())
            .fault(
                .unexpectedAnswer(Surprise(), to: Store(amount: 1), expected: Stored.self)
            )
            .start(from: Idle())
        try await rehearsal.finish()
    }

    /// A traffic light, which never ends: each state begins with a query and leads to the other.
    @Test func aCycleIsRehearsedForSomeTurns() async throws {
        let actions = ActionFacade()
        actions.from(Idle.self).start(Sum.self) { Sum(before: $0.count) }
        actions.from(Busy.self).start(Sum.self) { Sum(before: $0.count) }
        actions.on(Sum.self)
            .reduce(Entered.self) { _, _ in }
            .create(Store.self) { Store(amount: $0.before) }
            .reduce(Stored.self) { $0.stored = $1.amount }
        let updates = UpdateFacade()
        updates.alternate(on: Sum.self) { $0.stored }
        let rehearsal = Rehearsal(
            repository: BaseRepository(Idle(), updates: updates),
            processor: BaseActionProcessor(declared: actions)
        ) { facade in
            for state in [Idle.self, Busy.self] as [any GeneralState.Type] {
                facade.start(from: state)
                    .react(to: Entered.self).with(call: Store.self, expecting: Stored.self)
                    .process(Sum.self)
            }
        }
        try await rehearsal.with(call: Store(amount: 0), expecting: Stored(amount: 1))
            .process(Sum(before: 0, stored: 1))
            .start(from: Busy(count: 1))
            .with(call: Store(amount: 1), expecting: Stored(amount: 2))
            .process(Sum(before: 1, stored: 2))
            .start(from: Idle(count: 2))
            .with(call: Store(amount: 2))
        try await rehearsal.finish()
    }
}
