import Diagnostics
import ResultsStore
import SessionEngine

/// Messages between a session and the facilitator's terminal, as one JSON object per line in both
/// directions.
enum ControlWire {
    /// A page that the session sends.
    struct Page: Sendable, Codable {
        /// Number of the page's turn. A turn is a series of consecutive pages with the same title,
        /// `prose` and `moment`. The `moment` is the input or event that the page waits for. Each
        /// key press is sent with the turn of the page on which the key was pressed.
        var turn: Int
        var moment: Screen.Moment
        var left: String
        var right: String
        var title: String
        var clock: Screen.Clock?
        var prose: String
        var body: String
        var options: [String]
        var chosen: Int?
        var marks: [String]
        var notice: String?
        var isRefusal: Bool
        var keys: [Key]
        var line: Screen.Line?
        var scale: Screen.Scale?
        var tutorial: String
        var takesNotes: Bool
        /// Whether the page asks the participant for an answer.
        var isAsked: Bool
        /// Command that resumes the session if it ends unexpectedly.
        var command: String
        var over: Over?
        /// Whether the log has an event of the session. Nil means true; the value true is never
        /// sent.
        var isBegun: Bool?

        struct Key: Sendable, Codable {
            /// The key's character, or "delete". Nil for Enter.
            var character: String?
            var words: String
            /// Longer description for the list of all keys. Nil if there is none.
            var detail: String?
            var isListed: Bool
            /// Whether the key also works for the participant.
            var isShared: Bool
            /// Whether the session answers the key with an input field or a list of codes. Nil
            /// means false; the value false is never sent.
            var opensField: Bool?
        }

        struct Over: Sendable, Codable {
            var status: Int32?
            var isFinal: Bool
        }
    }

    /// Input that the facilitator's terminal sends. `at` is the time at which the terminal read the
    /// key.
    enum Input: Sendable, Codable {
        /// A key press. The text is the key's character, or "delete"; nil for Enter.
        case press(String?, turn: Int, at: Stamp)
        case type(String, numbered: Bool, confirms: Bool, turn: Int, at: Stamp)
        case note(String, at: Stamp)
        case leave(at: Stamp)
    }
}

extension ControlWire.Page {
    init(_ screen: Screen, turn: Int, command: String) {
        (self.turn, self.command) = (turn, command)
        moment = screen.moment
        (left, right, title) = (screen.left, screen.right, screen.title)
        clock = screen.clock
        (prose, body) = (screen.prose, screen.body)
        (options, chosen, marks) = (screen.options, screen.chosen, screen.marks)
        (notice, isRefusal) = (screen.notice, screen.isRefusal)
        keys = screen.keys.map {
            Key(
                character: $0.trigger.character,
                words: $0.words,
                detail: $0.detail,
                isListed: $0.isListed,
                isShared: $0.shared != nil,
                opensField: $0.opensField ? true : nil
            )
        }
        (line, scale, tutorial) = (screen.line, screen.scale, screen.tutorial)
        takesNotes = screen.takesNotes
        isAsked = screen.participant.isAsked
        isBegun = screen.isBegun ? nil : false
        over = screen.over.map { Over(status: $0.status?.rawValue, isFinal: $0.isFinal) }
    }

    /// The page as a screen. The screen's keys contain placeholder messages, because only the
    /// session's process has the real messages.
    var screen: Screen {
        var screen = Screen(
            moment: moment,
            left: left,
            right: right,
            title: title,
            clock: clock,
            prose: prose,
            body: body,
            participant: ParticipantPage(study: "")
        )
        (screen.options, screen.chosen, screen.marks) = (options, chosen, marks)
        (screen.notice, screen.isRefusal) = (notice, isRefusal)
        screen.keys = keys.map { key in
            var shown = Screen.Key(shown: .init(key.character), key.words, isListed: key.isListed)
            shown.detail = key.detail
            shown.shared = key.isShared ? key.words : nil
            shown.opensField = key.opensField ?? false
            return shown
        }
        (screen.line, screen.scale, screen.tutorial) = (line, scale, tutorial)
        screen.takesNotes = takesNotes
        screen.participant.isAsked = isAsked
        screen.isBegun = isBegun ?? true
        screen.over = over.map {
            Screen.Over(status: $0.status.flatMap(ExitStatus.init), isFinal: $0.isFinal)
        }
        return screen
    }
}

extension Screen {
    /// Creates the last screen of a facilitator's terminal that ends before the session.
    init(closed body: String, status: ExitStatus?) {
        self.init(
            moment: .over,
            left: "",
            right: "",
            title: "",
            body: body,
            participant: ParticipantPage(study: "")
        )
        over = Over(status: status, isFinal: false)
    }
}

extension Screen.Key.Trigger {
    /// The character as text, or "delete". Nil for Enter.
    var character: String? {
        switch self {
        case .character(let character): String(character)
        case .enter: nil
        case .delete: "delete"
        }
    }

    init(_ character: String?) {
        self =
            character == "delete" ? .delete : character?.first.map { .character($0) } ?? .enter
    }
}
