import ResultsStore
import SessionEngine

/// The presses that web pages and `evalrun control` send, and their outcomes. A press is a key
/// press, a typed answer or a note. Each press is accepted once, even if it is sent several times.
/// A press that needs an event becomes `saved` only after the event is written to disk.
struct PressDesk {
    enum Outcome: Sendable, Hashable {
        case saved
        case refused(notice: String?)
        /// The press was not applied: its page is no longer shown, or the key has no effect.
        case gone
    }

    private struct Pending {
        var turn: String
        var role: Role
        /// The key that was pressed. Nil for an answer, a note, and the buttons `stuck`, `pause`
        /// and `leave`.
        var trigger: Screen.Key.Trigger?
        /// Whether the press counts as saved only if an event is recorded for it.
        var needsEvent: Bool
        /// Whether the facilitator pressed the key because a write had failed, for example to try
        /// again. The outcome of such a press does not depend on whether the events are written.
        var followsFailure: Bool
    }

    /// Presses that wait for their outcome, keyed by id.
    private var pending: [String: Pending] = [:]
    private var outcomes: [String: Outcome] = [:]
    /// Ids of presses whose events are in the log.
    private var recorded: Set<String>
    /// Monotonic times of the stamps that ``distinct(_:)`` has returned.
    private var used: Set<Int64> = []

    init(recorded: Set<String>) { self.recorded = recorded }

    func outcome(of id: String) -> Outcome? { recorded.contains(id) ? .saved : outcomes[id] }

    func isPending(_ id: String) -> Bool { pending[id] != nil }

    /// Returns whether the press waits for its event. False if the press is not pending.
    func awaitsEvent(_ id: String) -> Bool { pending[id]?.needsEvent == true }

    /// Returns whether the facilitator pressed the key because a write had failed. False if the
    /// press is not pending.
    func followsFailure(_ id: String) -> Bool { pending[id]?.followsFailure == true }

    /// Adds a press that waits for its outcome.
    ///
    /// - Parameters:
    ///   - trigger: the key that was pressed; nil for an answer, a note, and the buttons `stuck`,
    ///     `pause` and `leave`.
    ///   - needsEvent: whether the press counts as saved only if an event is recorded for it.
    ///   - followsFailure: whether the facilitator pressed the key because a write had failed.
    mutating func take(
        _ id: String,
        turn: String,
        role: Role,
        trigger: Screen.Key.Trigger? = nil,
        needsEvent: Bool = false,
        followsFailure: Bool = false
    ) {
        pending[id] = Pending(
            turn: turn,
            role: role,
            trigger: trigger,
            needsEvent: needsEvent,
            followsFailure: followsFailure
        )
    }

    mutating func end(_ id: String, _ outcome: Outcome) {
        pending[id] = nil
        outcomes[id] = outcome
    }

    /// Returns `stamp` if no earlier press has the same time. Otherwise, returns the stamp with its
    /// time moved to the next unused nanosecond. Presses are looked up by their time stamps, which
    /// must therefore be unique.
    mutating func distinct(_ stamp: Stamp) -> Stamp {
        var free = stamp
        while !used.insert(free.monotonic).inserted { free = free.advanced(by: 1) }
        return free
    }

    mutating func recorded(_ events: [SessionEvent]) {
        for case .pressed(let press) in events {
            recorded.insert(press.id)
            pending[press.id] = nil
        }
    }

    /// Updates the pending presses when a new screen is shown. A press whose event is already
    /// recorded is not pending.
    ///
    /// If the press's page now shows a different question or task (``Turn``) than when the press
    /// arrived, there are two cases:
    ///
    /// - A press that needs an event becomes `gone`, because its event was not recorded.
    /// - Any other press becomes `saved`.
    ///
    /// If the page still shows the same question or task, there are three cases:
    ///
    /// - If the screen reports a refusal, a press that needs no event becomes `refused`.
    /// - If the facilitator is typing a reason, so that the press has no effect yet, the press is
    ///   removed. The page then sends it again.
    /// - Otherwise, the press stays pending.
    ///
    /// A screen whose `moment` is `busy` or `trouble` changes nothing, because the events may not
    /// be written yet.
    ///
    /// - Parameter isWritten: false if a write has failed, and the screen asks whether to leave
    ///   although events are not written. Only keys that were pressed because of the failure are
    ///   then updated.
    mutating func shown(_ screen: Screen, turns: [Role: String], isWritten: Bool = true) {
        if screen.moment == .busy || screen.moment == .trouble { return }
        for (id, press) in pending where isWritten || press.followsFailure {
            if turns[press.role] != press.turn {
                end(id, press.needsEvent ? .gone : .saved)
            } else if screen.isRefusal, !press.needsEvent {
                end(id, .refused(notice: screen.notice))
            } else if press.role == .participant, screen.holds(press.trigger) {
                pending[id] = nil
            }
        }
    }
}

extension Screen {
    /// Returns whether a press of this key must wait: the key is on the participant's page, but has
    /// no effect until the facilitator has typed a reason.
    func holds(_ trigger: Key.Trigger?) -> Bool {
        !participant.isAsked && participant.own.contains { $0.trigger == trigger }
            && !pageKeys.contains { $0.trigger == trigger }
    }
}
