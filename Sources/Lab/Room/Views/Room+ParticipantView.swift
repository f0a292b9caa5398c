import JSON
import Prose
import ResultsStore
import SessionEngine

extension Room {
    /// Returns the view for the participant's page. Its content comes only from the screen's
    /// ``ParticipantPage``.
    func participantView(_ screen: Screen, _ state: State) -> JSONNode {
        let page = screen.participant
        let isOver = screen.over != nil
        return [
            "version": JSONNode(state.version),
            "epoch": JSONNode(epoch),
            "session": JSONNode(session),
            "turn": JSONNode(state.turn),
            "state": isOver ? "over" : page.isAsked ? "asked" : page.isAtWork ? "work" : "wait",
            "break": JSONNode(screen.over?.isFinal == false),
            "study": JSONNode(page.study),
            "code": JSONNode(page.code),
            "progress": JSONNode(page.progress),
            "title": JSONNode(page.title),
            "prose": JSONNode(html(page.prose)),
            "body": JSONNode(page.control == nil ? page.body : question(page)),
            "control": page.control?.json ?? .null,
            "required": JSONNode(page.isRequired),
            "buttons": JSONNode(isOver ? [] : buttons(screen)),
            "notice": JSONNode(page.notice),
            "refused": JSONNode(page.isRefusal),
            "clock": page.clock.map { clock($0) } ?? .null,
            "tutorial": JSONNode(html(page.tutorial)),
            "workspace": JSONNode(
                !isOver
                    && (page.isAtWork || awaitsZip(screen)
                        || state.wanted != nil && !state.machine.isConnected)
            ),
            "prepared": JSONNode(state.workspace),
            "machine": state.machine.hasCome
                ? [
                    "connected": JSONNode(state.machine.isConnected),
                    "seconds": JSONNode(state.machine.seconds.rounded()),
                    "replaced": JSONNode(keys.uncheckedZip != nil),
                ] : .null,
        ]
    }

    /// Returns the text of the question. For a scale that is answered with one key, leaves out the
    /// last paragraph. This paragraph contains the labels of the scale's ends, which the page's
    /// input element shows.
    private func question(_ page: ParticipantPage) -> String {
        guard page.scale != nil else { return page.body }
        return page.body.split(separator: "\n\n").dropLast().joined(separator: "\n\n")
    }

    private func buttons(_ screen: Screen) -> [JSONNode] {
        let page = screen.participant
        let keys = page.isAsked ? page.keys : page.own
        var buttons = keys.filter { !$0.words.isEmpty }.map { key in
            Self.button(key.trigger.page, key.words, isPrimary: key.isPrimary(on: page))
        }
        if page.isAtWork {
            buttons.append(Self.button("stuck", "I am stuck", isPrimary: false))
            buttons.append(Self.button("pause", "pause please", isPrimary: false))
        }
        return buttons
    }

    private static func button(_ key: String, _ words: String, isPrimary: Bool) -> JSONNode {
        ["key": JSONNode(key), "words": JSONNode(words), "primary": JSONNode(isPrimary)]
    }

    func html(_ markdown: String) -> String {
        markdown.isEmpty ? "" : Prose.html(markdown, demotedBy: 1)
    }

    func clock(_ clock: Screen.Clock) -> JSONNode {
        let running = clock.since.flatMap { $0.nanoseconds(to: seat.clock.now()) } ?? 0
        return [
            "elapsed": JSONNode(Double(clock.elapsed + running) / 1e9),
            "running": JSONNode(clock.since != nil),
            "limit": JSONNode(clock.limit),
            "word": JSONNode(clock.word),
        ]
    }
}

extension ParticipantPage.Key {
    /// Returns whether the key is the page's primary button. If the page shows a question, the
    /// button that sends the answer is primary instead.
    fileprivate func isPrimary(on page: ParticipantPage) -> Bool {
        switch trigger {
        case .enter, .character("d"), .character("y"): page.control == nil
        default: false
        }
    }
}

extension ParticipantPage.Control {
    fileprivate var json: JSONNode {
        switch self {
        case .single(let options, let chosen):
            ["kind": "single", "options": JSONNode(options), "chosen": JSONNode(chosen)]
        case .multiple(let options, let chosen): Self.choices("multiple", options, chosen)
        case .scale(let min, let max, let low, let high, let chosen):
            [
                "kind": "scale", "min": JSONNode(min), "max": JSONNode(max),
                "low": JSONNode(low), "high": JSONNode(high), "chosen": JSONNode(chosen),
            ]
        case .number(let min, let max, let step, let unit, let value):
            [
                "kind": "number", "min": JSONNode(min), "max": JSONNode(max),
                "step": JSONNode(step), "unit": JSONNode(unit), "value": JSONNode(value),
            ]
        case .text(let value): ["kind": "text", "value": JSONNode(value)]
        case .review(let options, let agreed): Self.choices("review", options, agreed)
        }
    }

    private static func choices(_ kind: String, _ options: [String], _ chosen: [Int]) -> JSONNode {
        let chosen = chosen.map { JSONNode($0) }
        return ["kind": JSONNode(kind), "options": JSONNode(options), "chosen": JSONNode(chosen)]
    }
}
