import Diagnostics
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
        origin: UUID,
        kind: String = "answered",
        payload: String = "{}"
    ) -> [(event: ChainedEvent, hash: Data)] {
        var chain = base
        for _ in 0..<count {
            let event = ChainedEvent(
                number: chain.count + 1,
                version: 7,
                kind: kind,
                stamp: nil,
                payload: payload,
                origin: origin,
                salt: Data(UUID().bytes)
            )
            let hash = event.hash(after: chain.last.map { Array($0.hash) } ?? HashChain.start)
            chain.append((event, Data(hash)))
        }
        return chain
    }

    private func session(
        _ events: [(event: ChainedEvent, hash: Data)],
        decisions: [PulledSession.Decision] = []
    ) -> PulledSession {
        PulledSession(
            key: .init(lab: "l", session: UUID()),
            participant: "P1",
            definition: "h",
            events: events.shuffled(),
            decisions: decisions
        )
    }

    private func branch(
        _ events: [(event: ChainedEvent, hash: Data)],
        decisions: [PulledSession.Decision] = []
    ) -> String {
        switch session(events, decisions: decisions).branch() {
        case .whole(let events): "whole \(events.map(\.number))"
        case .branches(let number, let count): "\(count) branches at \(number)"
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

    private func keep(
        _ kept: (event: ChainedEvent, hash: Data),
        over rejected: (event: ChainedEvent, hash: Data)
    ) -> PulledSession.Decision {
        .init(number: kept.event.number, rejected: rejected.hash)
    }

    @Test func ofTwoBranchesTheOneThatWasDecidedOnIsTaken() {
        let base = chain(2, origin: one)
        let left = chain(1, after: base, origin: one)
        let right = chain(3, after: base, origin: other)
        let both = left + right.dropFirst(2)
        #expect(branch(both) == "2 branches at 3")
        #expect(branch(both, decisions: [keep(left[2], over: right[2])]) == "whole [1, 2, 3]")
        #expect(
            branch(both, decisions: [keep(right[2], over: left[2])]) == "whole [1, 2, 3, 4, 5]"
        )
        #expect(branch(both, decisions: [keep(left[2], over: right[3])]) == "2 branches at 3")
    }

    @Test func aWithdrawalIsFoundInARejectedBranch() {
        let base = chain(2, origin: one)
        let left = chain(1, after: base, origin: one)
        let right = chain(
            1,
            after: base,
            origin: other,
            kind: "withdrawn",
            payload: #"{"reason":"a letter"}"#
        )
        let both = left + right.dropFirst(2)
        let found = session(both, decisions: [keep(left[2], over: right[2])]).withdrawal
        #expect(found?.lab == "l")
        #expect(session(left).withdrawal?.lab == nil)
        // The chain cannot be verified.
        #expect(session(Array(right.dropFirst())).withdrawal?.lab == nil)
        let malformed = chain(1, after: base, origin: one, kind: "withdrawn")
        #expect(session(malformed).withdrawal?.lab == nil)
    }

    @Test func aDecisionIsOfTheBranchesThatItNames() {
        let base = chain(2, origin: one)
        let left = chain(3, after: base, origin: one)
        let right = chain(1, after: base, origin: other)
        let both = left + right.dropFirst(2)
        let decision = keep(left[2], over: right[2])
        // The branch that was kept parts again.
        let again = chain(1, after: Array(left.prefix(4)), origin: UUID())
        #expect(branch(both + again.dropFirst(4), decisions: [decision]) == "2 branches at 5")
        let decisions = [decision, keep(again[4], over: left[4])]
        #expect(branch(both + again.dropFirst(4), decisions: decisions) == "whole [1, 2, 3, 4, 5]")
        // The branch that was rejected parts again.
        let rejected = chain(1, after: base, origin: other) + chain(2, after: right, origin: one)
        let all = both + rejected.dropFirst(5)
        #expect(branch(all, decisions: [decision]) == "whole [1, 2, 3, 4, 5]")
        // A third branch comes later.
        let third = chain(1, after: base, origin: UUID())
        #expect(branch(both + third.dropFirst(2), decisions: [decision]) == "3 branches at 3")
        let two = [decision, keep(left[2], over: third[2])]
        #expect(branch(both + third.dropFirst(2), decisions: two) == "whole [1, 2, 3, 4, 5]")
        // Nobody may reject all of them.
        let circle = [decision, keep(right[2], over: left[2])]
        #expect(branch(both, decisions: circle) == "2 branches at 3")
    }

    @Test func anIncidentStatesHowManyBranchesThereAre() {
        let base = chain(2, origin: one)
        let three = [one, other, UUID()].flatMap { chain(1, after: base, origin: $0).dropFirst(2) }
        #expect(branch(base + three) == "3 branches at 3")
        let incident = Incident.branches("oslo/P1", UUID(), at: 3, count: 3)
        #expect(
            incident.diagnostic(hub: "h").problem
                == "the session of oslo/P1 has 3 branches from event 3 on: several copies of the "
                + "results file each recorded further events"
        )
    }
}
