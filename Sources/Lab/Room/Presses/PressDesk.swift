import ResultsStore
import SessionEngine

/// Presses of pages on their way to the engine. Each is taken once, however often it is sent; it is
/// answered when its events are on the disk.
struct PressDesk {
    enum Outcome: Sendable, Hashable {
        case saved
        case refused(notice: String?)
        /// The page that it is for is over.
        case gone
    }

    private struct Pending {
        var turn: String
        var role: Role
    }

    /// Presses that wait for their outcome.
    private var pending: [String: Pending] = [:]
    private var outcomes: [String: Outcome] = [:]
    /// Ids whose events the log has.
    private var recorded: Set<String>
    private var last: Int64 = 0

    init(recorded: Set<String>) { self.recorded = recorded }

    func outcome(of id: String) -> Outcome? { recorded.contains(id) ? .saved : outcomes[id] }

    func isPending(_ id: String) -> Bool { pending[id] != nil }

    mutating func take(_ id: String, turn: String, role: Role) {
        pending[id] = Pending(turn: turn, role: role)
    }

    mutating func end(_ id: String, _ outcome: Outcome) {
        pending[id] = nil
        outcomes[id] = outcome
    }

    /// A stamp that no other press has: stamps lead to their presses.
    mutating func distinct(_ stamp: Stamp) -> Stamp {
        guard stamp.monotonic <= last else {
            last = stamp.monotonic
            return stamp
        }
        // A nanosecond later than the press before, however long ago that was.
        let later = stamp.advanced(by: last - stamp.monotonic + 1)
        last = later.monotonic
        return later
    }

    mutating func recorded(_ events: [SessionEvent]) {
        for case .pressed(let press) in events {
            recorded.insert(press.id)
            pending[press.id] = nil
        }
    }

    /// A screen that follows the presses of earlier turns. What is being written is no answer yet.
    mutating func shown(_ screen: Screen, turns: [Role: String]) {
        if screen.moment == .busy || screen.moment == .trouble { return }
        for (id, press) in pending {
            if turns[press.role] != press.turn {
                end(id, .saved)
            } else if screen.isRefusal {
                end(id, .refused(notice: screen.notice))
            }
        }
    }
}
