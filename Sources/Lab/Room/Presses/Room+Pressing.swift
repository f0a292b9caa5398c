import JSON
import LoopbackServer
import ResultsStore
import SessionEngine
import Synchronization

extension Room {
    /// Accepts a key press or answer from a page or from `evalrun control`. Waits for its outcome
    /// and returns the outcome. Returns the outcome `wait` if the sender must send the press again.
    func press(_ request: HTTPRequest, _ role: Role) throws(HTTPFault) -> HTTPResponse {
        try admit(role, request)
        let press = try PressRequest(json(request))
        // An earlier session may have had the same address. The browser may still have a press that
        // it could not send to that session.
        if let session = press.session, session != self.session {
            return HTTPResponse(PressDesk.Outcome.gone.json)
        }
        return HTTPResponse(self.press(press, role))
    }

    private func press(_ request: PressRequest, _ role: Role) -> JSONNode {
        met(role, roundTrip: request.time.roundTrip)
        if let known = state.withLock({ $0.desk.outcome(of: request.id) }) { return known.json }
        let isNew = state.withLock { state in
            guard !state.desk.isPending(request.id) else { return false }
            return take(request, role, &state)
        }
        if !isNew, let known = state.withLock({ $0.desk.outcome(of: request.id) }) {
            if known == .gone { keepLate(request, role) }
            return known.json
        }
        // A facilitator's key may have no effect; in that case there is no event to wait for.
        let mayHaveNoEffect =
            role == .facilitator && !state.withLock { $0.desk.awaitsEvent(request.id) }
        let seconds = mayHaveNoEffect ? 1 : RoomLimits.press
        let isAnswered = bell.wait(seconds) {
            state.withLock {
                // After a failed write, the facilitator must press another key, for example to
                // repeat the write. The request therefore stops waiting.
                let isInTrouble = role == .facilitator && $0.screen?.moment == .trouble
                return $0.desk.outcome(of: request.id) == nil && $0.desk.isPending(request.id)
                    && !$0.isClosed && (mayHaveNoEffect || !isInTrouble)
            }
        }
        if !isAnswered, mayHaveNoEffect {
            let isWritten = seat.presses.writing == .done
            state.withLock { state in
                guard isWritten || state.desk.followsFailure(request.id) else { return }
                state.desk.end(request.id, .saved)
            }
        }
        let outcome = state.withLock { $0.desk.outcome(of: request.id) }
        // Another key replaced the page before the engine received this press.
        if isNew, outcome == .gone { keepLate(request, role) }
        return outcome?.json ?? ["outcome": "wait"]
    }

    /// Passes the press to the engine and returns true. Returns false without passing it on in two
    /// cases:
    ///
    /// - The press is `gone`: its page is no longer shown, or the key has no effect.
    /// - The engine cannot accept the press yet, and the page must send it again.
    private func take(_ request: PressRequest, _ role: Role, _ state: inout State) -> Bool {
        let turn = role == .participant ? state.turn : state.facilitatorTurn
        // The key may have been pressed before the session's process was restarted. The page to
        // which the press belongs may be shown again when the session resumes.
        let isGoingOn = state.screen?.isBeforeGoingOn ?? true
        if role == .participant {
            if request.turn != turn, isGoingOn { return false }
            if request.turn == turn, state.screen?.holds(request.trigger) == true { return false }
        } else if isGoingOn, isKept(request, turn, state.screen) {
            return false
        }
        guard request.turn == turn || request.isNote, let screen = state.screen,
            let action = action(request.input, role, on: screen)
        else {
            state.desk.end(request.id, .gone)
            return false
        }
        if role == .participant, let zip = request.zip { keys.announce(zip: zip) }
        let now = seat.clock.now()
        let (placed, bound) = request.time.stamp(
            since: role == .participant ? state.since : state.facilitatorSince,
            now: now
        )
        let stamp = state.desk.distinct(placed)
        var press = request.press(role, bound: bound)
        // A long transmission time means that the connection was interrupted without notice.
        let way = Nanoseconds.sum([now.monotonic, -placed.monotonic, -request.time.ago])
        if way > Self.longWay { press.isLate = true }
        seat.presses.note(press, at: stamp)
        // Marks and notes record events. So do all keys of the participant's page during a task.
        let isMark = screen.keys.contains {
            $0.trigger == request.trigger && $0.message(stamp) is MarkPressed
        }
        let needsEvent =
            request.isNote || isMark || role == .participant && screen.participant.isAtWork
        let followsFailure =
            role == .facilitator && [.trouble, .leaving].contains(screen.moment)
            && seat.presses.writing == .failed
        state.desk.take(
            request.id,
            turn: turn,
            role: role,
            trigger: request.trigger,
            needsEvent: needsEvent,
            followsFailure: followsFailure
        )
        action(stamp)
        return true
    }

    /// Returns whether a press of the facilitator's page is a mark or note that must wait until a
    /// session with recorded events continues. The presses of `evalrun control` do not wait,
    /// because it sends each press only once.
    private func isKept(_ request: PressRequest, _ turn: String, _ screen: Screen?) -> Bool {
        guard !request.isFromTerminal, screen?.isBegun ?? true else { return false }
        return request.isNote
            ? screen?.takesNotes != true : request.turn != turn && request.isMark
    }

    /// Transmission time in nanoseconds after which a press counts as late.
    private static let longWay: Int64 = 2_000_000_000

    /// Returns the action for a press on the current screen. Nil if the press has no effect.
    private func action(
        _ input: PressRequest.Input,
        _ role: Role,
        on screen: Screen
    ) -> ((Stamp) -> Void)? {
        let keys = seat.keys
        switch input {
        case .answer(let text):
            let isOpen =
                role == .facilitator
                || screen.participant.isAsked && screen.participant.control != nil
            guard isOpen, text.utf8.count <= 100_000 else { return nil }
            let isNumbered = !screen.options.isEmpty
            let confirms = role == .participant || screen.line?.confirms == true
            return { keys.type(text, isNumbered, confirms, $0) }
        case .note(let text):
            let words = text.trimmed
            guard role == .facilitator, screen.takesNotes, !words.isEmpty,
                words.utf8.count <= 100_000
            else { return nil }
            return { keys.mark(.note, words, $0) }
        case .key("stuck") where role == .participant && screen.participant.isAtWork:
            return { keys.mark(.question, "the participant pressed “I am stuck”", $0) }
        case .key("pause") where role == .participant && screen.participant.isAtWork:
            return { keys.mark(.note, "the participant asks for a pause", $0) }
        case .key("leave") where role == .facilitator: return { keys.leave($0) }
        case .key(let name):
            let allowed = role == .participant ? screen.pageKeys : screen.keys
            guard let trigger = Screen.Key.Trigger(page: name),
                let key = allowed.first(where: { $0.trigger == trigger })
            else { return nil }
            return { keys.press(key, $0) }
        }
    }

    /// Records that the participant pressed "done" on a page that was replaced before the engine
    /// received the press. The press does not affect the task.
    private func keepLate(_ request: PressRequest, _ role: Role) {
        guard role == .participant, request.key == "d" else { return }
        let now = seat.clock.now()
        let (stamp, bound) = request.time.stamp(since: Stamp.unknown, now: now)
        let distinct = state.withLock { $0.desk.distinct(stamp) }
        var press = request.press(role, bound: bound)
        press.isApplied = false
        Task { [seat, press] in await seat.keepLate(press, distinct) }
    }
}

extension Screen {
    /// Whether the screen waits for the facilitator to confirm that the session or the current task
    /// continues.
    var isBeforeGoingOn: Bool { moment == .confirm || moment == .held }
}

extension PressRequest {
    /// The key that was pressed. Nil for an answer, a note, and the buttons `stuck`, `pause` and
    /// `leave`.
    fileprivate var trigger: Screen.Key.Trigger? {
        guard case .key(let name) = input else { return nil }
        return Screen.Key.Trigger(page: name)
    }

    /// Whether the key sets a mark during a task.
    fileprivate var isMark: Bool {
        Marked.Kind.keys.contains { $0.trigger == trigger && $0.message(.unknown) is MarkPressed }
    }

    func press(_ role: Role, bound: Int64) -> Press {
        Press(
            id: id,
            frontEnd: role != .facilitator ? .page : isFromTerminal ? .control : .facilitator,
            key: key,
            load: load,
            page: time.page,
            roundTrip: time.roundTrip,
            bound: bound,
            isLate: time.isLate,
            hasSlept: time.hasSlept
        )
    }
}

extension Screen.Key.Trigger {
    /// Name of the key in the requests that pages send.
    var page: String {
        switch self {
        case .enter: "enter"
        case .delete: "delete"
        case .character(let character): String(character)
        }
    }

    init?(page name: String) {
        if name == "enter" {
            self = .enter
        } else if name == "delete" {
            self = .delete
        } else if name.count == 1, let character = name.first {
            self = .character(character)
        } else {
            return nil
        }
    }
}

extension PressDesk.Outcome {
    var json: JSONNode {
        switch self {
        case .saved: ["outcome": "saved", "notice": .null]
        case .refused(let notice): ["outcome": "refused", "notice": JSONNode(notice)]
        case .gone: ["outcome": "gone", "notice": .null]
        }
    }
}
