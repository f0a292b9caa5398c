import Diagnostics
import ResultsStore
import SessionEngine

/// Messages between a session and the facilitator's terminal: one JSON object per line, in both
/// directions.
enum ControlWire {
    /// From the session.
    struct Page: Sendable, Codable {
        /// Counts pages that differ in more than their clock, marks and notices; a key goes back
        /// with the number of the page that it was pressed on.
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
        /// The participant answers the page.
        var isAsked: Bool
        /// Command that resumes the session if it ends unexpectedly.
        var command: String
        var over: Over?

        struct Key: Sendable, Codable {
            /// Nil for Enter.
            var character: String?
            var words: String
            var isListed: Bool
        }

        struct Over: Sendable, Codable {
            var status: Int32?
            var isComplete: Bool
        }
    }

    /// From the facilitator's terminal; `at` is when the key was read there.
    enum Input: Sendable, Codable {
        /// Nil for Enter.
        case press(String?, turn: Int, at: Stamp)
        case type(String, numbered: Bool, confirms: Bool, turn: Int, at: Stamp)
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
            Key(character: $0.trigger.character, words: $0.words, isListed: $0.isListed)
        }
        (line, scale, tutorial) = (screen.line, screen.scale, screen.tutorial)
        isAsked = screen.participant.isAsked
        over = screen.over.map { Over(status: $0.status?.rawValue, isComplete: $0.isComplete) }
    }

    /// The page as a screen. Its keys name no message: they are understood by the session.
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
            Screen.Key(shown: .init(key.character), key.words, isListed: key.isListed)
        }
        (screen.line, screen.scale, screen.tutorial) = (line, scale, tutorial)
        screen.participant.isAsked = isAsked
        screen.over = over.map {
            Screen.Over(status: $0.status.flatMap(ExitStatus.init), isComplete: $0.isComplete)
        }
        return screen
    }
}

extension Screen.Key.Trigger {
    /// Nil for Enter.
    var character: String? {
        if case .character(let character) = self { String(character) } else { nil }
    }

    init(_ character: String?) {
        self = character?.first.map { .character($0) } ?? .enter
    }
}
