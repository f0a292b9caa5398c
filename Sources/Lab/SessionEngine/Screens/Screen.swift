package import Diagnostics
package import ResultsStore
import Scenarios

/// The facilitator's page, as values: the terminal draws it, a script reads it, tests compare it.
/// ``ParticipantPage`` is the part that the participant may see.
package struct Screen: Sendable {
    package struct Key: Sendable {
        package enum Trigger: Sendable, Hashable {
            case character(Character)
            case enter
        }

        package var trigger: Trigger
        package var words: String
        /// Words on a screen that the participant sees; nil: the key is not named there, empty: it
        /// goes without saying.
        package var shared: String?
        /// Whether the line of keys shows it; `?` shows all.
        package var isListed = true
        package var message: @Sendable (Stamp) -> any Pressed

        init(
            _ trigger: Trigger,
            _ words: String,
            shared: String? = nil,
            _ message: @escaping @Sendable (Stamp) -> any Pressed
        ) {
            self.trigger = trigger
            self.words = words
            self.shared = shared
            self.message = message
        }

        /// A key on a copy of a page. It names no message: the session knows what it means.
        package init(shown trigger: Trigger, _ words: String, isListed: Bool) {
            self.init(trigger, words) { Continue(at: $0) }
            self.isListed = isListed
        }

        init(
            _ character: Character,
            _ words: String,
            shared: String? = nil,
            isListed: Bool = true,
            _ message: @escaping @Sendable (Stamp) -> any Pressed
        ) {
            self.init(.character(character), words, shared: shared, message)
            self.isListed = isListed
        }
    }

    /// Meaning of a typed line.
    package struct Line: Sendable, Hashable, Codable {
        package var label: String
        package var initial: String
        /// The typed line needs no second Enter.
        package var confirms: Bool
        /// The facilitator's words, on a terminal that both look at.
        package var isHidden = false
    }

    /// Numbers that one key answers with.
    package struct Scale: Sendable, Hashable, Codable {
        package var min: Int
        package var max: Int
    }

    package struct Clock: Sendable, Hashable, Codable {
        /// Nanoseconds on the clock, as of `since` where it runs.
        package var elapsed: Int64
        /// Set while the clock runs.
        package var since: Stamp?
        /// Seconds.
        package var limit: Double
        package var word: String
    }

    /// Event that the screen waits for, for a script.
    package enum Moment: Sendable, Hashable, Codable {
        case confirm
        case consent
        case consentOption(String)
        case consentReview
        case decline
        case question(SessionRecord.AnswerKey)
        /// An answer is understood and waits to be confirmed.
        case answered(SessionRecord.AnswerKey)
        case reading
        case ready(task: String, condition: String)
        case running, paused, held, wording, givingUp, limit, unsaved
        case failed, faulty
        /// A code of the codebook is chosen; a reason is typed.
        case coding, explaining
        /// A rater looks at a moment of a recorded session.
        case rating(moment: Int)
        /// Something takes its time; a further screen comes by itself.
        case busy
        case trouble
        case leaving
        case over
    }

    package var moment: Moment
    package var left: String
    package var right: String
    package var title: String
    package var clock: Clock?
    /// The study's own words, in Markdown; precedes `body`.
    package var prose = ""
    /// Plain text.
    package var body: String
    /// Numbered options of a question.
    package var options: [String] = []
    /// Index of the option that was chosen.
    package var chosen: Int?
    package var marks: [String] = []
    /// One sentence on the latest record or refusal.
    package var notice: String?
    /// The notice refuses the typed input.
    package var isRefusal = false
    package var keys: [Key] = [] {
        didSet { participant.keys = keys.compactMap(ParticipantPage.Key.init) }
    }
    package var line: Line?
    package var scale: Scale?
    /// Markdown that can be read again at any time. Empty if there is none.
    package var tutorial = ""
    /// The page of the participant's own terminal.
    package var participant: ParticipantPage
    /// The page of a terminal that both look at, where it is another one.
    package var shared: ParticipantPage?
    /// A problem that must be fixed before the session can continue; `body` describes it.
    package var trouble: DiagnosticError?
    /// The participant's page, where there is one.
    package var room: RoomStatus?
    /// Set on the last screen.
    package var over: Over?

    package init(
        moment: Moment,
        left: String,
        right: String,
        title: String,
        clock: Clock? = nil,
        prose: String = "",
        body: String,
        notice: String? = nil,
        participant: ParticipantPage
    ) {
        (self.moment, self.left, self.right, self.title) = (moment, left, right, title)
        (self.clock, self.prose, self.body, self.notice) = (clock, prose, body, notice)
        self.participant = participant
    }

    /// Replaces the text of the page by `words`.
    package mutating func say(_ words: String) { (prose, body) = ("", words) }

    package struct Over: Sendable {
        package var status: ExitStatus?
        package var isComplete: Bool

        package init(status: ExitStatus?, isComplete: Bool) {
            (self.status, self.isComplete) = (status, isComplete)
        }
    }
}
