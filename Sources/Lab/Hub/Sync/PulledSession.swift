import Foundation
import ResultsStore

/// A session as it is at the hub, with all its branches.
struct PulledSession: Sendable {
    struct Key: Hashable, Sendable {
        var lab: String
        var session: UUID
    }

    var key: Key
    var participant: String
    var definition: String
    /// Number of the session in the file that first pushed it.
    var place: Int64
    typealias Entry = (event: ChainedEvent, hash: Data)

    var events: [Entry] = []
    /// The origin of the branch that an analyst keeps.
    var decision: UUID?

    /// The session's events in order, or why there is no such order.
    enum Branch: Sendable {
        case whole([ChainedEvent])
        /// Two events have this number.
        case branches(at: Int)
        /// The event of this number is missing, or is not as it was recorded.
        case broken(at: Int)
    }

    /// Verifies the chain. Of two branches, takes the one that was decided on.
    func branch() -> Branch {
        var byNumber: [Int: [Entry]] = [:]
        for entry in events {
            let same = byNumber[entry.event.number, default: []]
            // The same event may have been pushed by two copies of the file.
            if !same.contains(where: { $0.hash == entry.hash }) {
                byNumber[entry.event.number] = same + [entry]
            }
        }
        let parts = byNumber.filter { $0.value.count > 1 }.keys.min()
        if parts != nil, decision == nil { return .branches(at: parts ?? 0) }
        let tip =
            parts == nil
            ? byNumber.keys.max() ?? 0
            : events.filter { $0.event.origin == decision }.map(\.event.number).max() ?? 0
        guard
            var next = byNumber[tip]?.first(where: { parts == nil || $0.event.origin == decision })
        else { return .branches(at: parts ?? 0) }
        var chain = [next.event]
        for number in stride(from: tip - 1, through: 0, by: -1) {
            if number == 0 {
                guard next.event.hash(after: HashChain.start) == Array(next.hash) else {
                    return .broken(at: 1)
                }
                break
            }
            let previous = byNumber[number]?.first {
                next.event.hash(after: Array($0.hash)) == Array(next.hash)
            }
            guard let previous else { return .broken(at: number + 1) }
            chain.append(previous.event)
            next = previous
        }
        let last = byNumber[tip]?.first { $0.event == chain[0] }
        return goOn(chain.reversed(), after: last, byNumber)
    }

    /// Appends the events that other origins recorded after the end of the branch.
    private func goOn(
        _ branch: [ChainedEvent],
        after tip: Entry?,
        _ byNumber: [Int: [Entry]]
    ) -> Branch {
        guard var tip else { return .whole(branch) }
        var chain = branch
        while let following = byNumber[tip.event.number + 1]?.filter({
            $0.event.hash(after: Array(tip.hash)) == Array($0.hash)
        }), let next = following.first {
            guard following.count == 1 else { return .branches(at: next.event.number) }
            chain.append(next.event)
            tip = next
        }
        return .whole(chain)
    }
}
