import Foundation
import ResultsStore

/// A session as stored at the hub, with all its branches. Branches arise if several copies of a
/// results file record different events of the same session.
struct PulledSession: Sendable {
    struct Key: Hashable, Sendable {
        var lab: String
        var session: UUID
    }

    typealias Entry = (event: ChainedEvent, hash: Data)

    /// An analyst's decision to reject one of two events with the same predecessor.
    struct Decision: Sendable {
        var number: Int
        var rejected: Data
    }

    var key: Key
    var participant: String
    var definition: String
    /// Events from all copies of the results file, in any order.
    var events: [Entry] = []
    var decisions: [Decision] = []
    /// Number, within the session, of the last event whose row at the hub cannot be decoded; nil if
    /// all rows can be decoded.
    var malformed: Int?

    /// The session's events in order, or the reason why no order could be determined.
    enum Branch: Sendable {
        case whole([ChainedEvent])
        /// Several events with the number `at` have the same predecessor, and nobody has decided
        /// between them. `count` is the number of these events.
        case branches(at: Int, count: Int)
        /// The event with the number `at` cannot be decoded or does not match its hash, or its
        /// predecessor is missing.
        case broken(at: Int)
    }

    /// A point at which branches of the session diverge.
    struct Parting: Sendable {
        var number: Int
        /// The events with the number ``number``, one per branch. They have the same predecessor.
        var choices: [Entry]
        /// The choices that no decision rejects, or all choices if decisions reject every choice.
        /// If only one choice is left, that choice is kept.
        var left: [Entry]

        var kept: Entry? { left.count == 1 ? left[0] : nil }
    }

    /// Verifies the hash chain of all events and follows it from the first event. Where branches
    /// diverge, follows the branch that an analyst chose.
    func branch() -> Branch {
        switch verified() {
        case .failure(let fault): return .broken(at: fault.number)
        case .success(let links):
            let (events, partings) = links.way(decisions)
            if let open = partings.last, open.kept == nil {
                return .branches(at: open.number, count: open.choices.count)
            }
            return .whole(events)
        }
    }

    /// A withdrawal of consent in any branch, even a rejected one. Nil if there is none, or if the
    /// hash chain cannot be verified.
    var withdrawal: MergeInput.Withdrawal? {
        let kind = SessionEvent.Kind.withdrawn.rawValue
        guard let entry = events.first(where: { $0.event.kind == kind }),
            case .success = verified()
        else { return nil }
        return MergeInput.Withdrawal(entry.event, session: key.session, lab: key.lab)
    }

    /// Returns the points at which branches diverge, in the order of the events. At each point,
    /// follows the branch that an analyst chose. The first point without a choice is the last one
    /// in the result. Returns an empty array if the hash chain cannot be verified.
    func partings() -> [Parting] {
        guard case .success(let links) = verified() else { return [] }
        return links.way(decisions).partings
    }

    private struct Fault: Error { var number: Int }

    /// Verifies the hash chain of all events, and links each event to its predecessor.
    private func verified() -> Result<Links, Fault> {
        if let malformed { return .failure(Fault(number: malformed)) }
        var byNumber: [Int: [Entry]] = [:]
        for entry in events { byNumber[entry.event.number, default: []].append(entry) }
        var links = Links()
        var previous: Set<Data> = [Links.start]
        for (number, entries) in byNumber.sorted(by: { $0.key < $1.key }) {
            var hashes: Set<Data> = []
            for entry in entries {
                let digest = entry.event.digest
                let before = previous.first {
                    HashChain.link(digest, after: Array($0)) == Array(entry.hash)
                }
                guard let before, number == links.last + 1 else {
                    return .failure(Fault(number: number))
                }
                // Copies of the results file with different origins may have pushed the same event.
                if hashes.insert(entry.hash).inserted {
                    links.following[before, default: []].append(entry)
                }
            }
            previous = hashes
            links.last = number
        }
        return .success(links)
    }

    /// The events that directly follow each event, keyed by the hash of the earlier event. Where
    /// branches diverge, several events follow the same event.
    private struct Links {
        static let start = Data(HashChain.start)

        var following: [Data: [Entry]] = [:]
        var last = 0

        /// Follows the events from the first one to the end of the log, choosing branches by
        /// `decisions`. Stops at a divergence that the decisions do not resolve. Returns the events
        /// that were followed, and the points at which branches diverge.
        func way(_ decisions: [Decision]) -> (events: [ChainedEvent], partings: [Parting]) {
            var events: [ChainedEvent] = []
            var partings: [Parting] = []
            var hash = Links.start
            while let next = following[hash] {
                var chosen = next[0]
                if next.count > 1 {
                    let number = chosen.event.number
                    let rejected = decisions.filter { $0.number == number }.map(\.rejected)
                    let left = next.filter { !rejected.contains($0.hash) }
                    let parting = Parting(
                        number: number,
                        choices: next,
                        left: left.isEmpty ? next : left
                    )
                    partings.append(parting)
                    guard let kept = parting.kept else { break }
                    chosen = kept
                }
                events.append(chosen.event)
                hash = chosen.hash
            }
            return (events, partings)
        }
    }
}
