import Foundation
import ResultsStore
import Testing

@testable import Hub

/// The order of a session's events, from what is at the hub.
@Suite struct BranchTests {
    private let one = UUID()
    private let other = UUID()

    private func chain(
        _ count: Int,
        after base: [(event: ChainedEvent, hash: Data)] = [],
        origin: UUID
    ) -> [(event: ChainedEvent, hash: Data)] {
        var chain = base
        for _ in 0..<count {
            let event = ChainedEvent(
                number: chain.count + 1,
                version: 7,
                kind: "answered",
                stamp: nil,
                payload: "{}",
                origin: origin,
                salt: Data(UUID().bytes)
            )
            let hash = event.hash(after: chain.last.map { Array($0.hash) } ?? HashChain.start)
            chain.append((event, Data(hash)))
        }
        return chain
    }

    private func branch(
        _ events: [(event: ChainedEvent, hash: Data)],
        decision: UUID? = nil
    ) -> String {
        let session = PulledSession(
            key: .init(lab: "l", session: UUID()),
            participant: "P1",
            definition: "h",
            place: 1,
            events: events.shuffled(),
            decision: decision
        )
        return switch session.branch() {
        case .whole(let events): "whole \(events.map(\.number))"
        case .branches(let number): "branches \(number)"
        case .broken(let number): "broken \(number)"
        }
    }

    @Test func eventsOfSeveralOriginsAreOneChain() {
        let first = chain(3, origin: one)
        let whole = chain(2, after: first, origin: other)
        #expect(branch(whole) == "whole [1, 2, 3, 4, 5]")
        // Pushed by two copies of the file.
        #expect(branch(whole + first) == "whole [1, 2, 3, 4, 5]")
    }

    @Test func aMissingOrChangedEventBreaksIt() {
        var events = chain(4, origin: one)
        #expect(branch(events.filter { $0.event.number != 2 }) == "broken 3")
        #expect(branch(Array(events.dropFirst())) == "broken 2")
        events[1].event.payload = "{ }"
        #expect(branch(events) == "broken 2")
        events = chain(4, origin: one)
        events[0].event.payload = "{ }"
        #expect(branch(events) == "broken 1")
    }

    @Test func ofTwoBranchesTheOneThatWasDecidedOnIsTaken() {
        let base = chain(2, origin: one)
        let left = chain(1, after: base, origin: one)
        let right = chain(3, after: base, origin: other)
        let both = left + right.dropFirst(2)
        #expect(branch(both) == "branches 3")
        #expect(branch(both, decision: one) == "whole [1, 2, 3]")
        #expect(branch(both, decision: other) == "whole [1, 2, 3, 4, 5]")
        #expect(branch(both, decision: UUID()) == "branches 3")
    }
}
