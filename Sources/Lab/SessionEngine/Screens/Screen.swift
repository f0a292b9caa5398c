package import Diagnostics
package import ResultsStore
import Scenarios

/// What the facilitator sees, as values: the terminal draws it, a script reads it, tests compare it.
package struct Screen: Sendable {
    package struct Key: Sendable {
        package enum Trigger: Sendable, Hashable {
            case character(Character)
            case enter
        }

        package var trigger: Trigger
        package var words: String
        /// Whether the line of keys shows it; `?` shows all.
        package var isListed = true
        package var message: @Sendable (Stamp) -> any Pressed

        init(
            _ trigger: Trigger,
            _ words: String,
            _ message: @escaping @Sendable (Stamp) -> any Pressed
        ) {
            self.trigger = trigger
            self.words = words
            self.message = message
        }

        init(
            _ character: Character,
            _ words: String,
            isListed: Bool = true,
            _ message: @escaping @Sendable (Stamp) -> any Pressed
        ) {
            self.init(.character(character), words, message)
            self.isListed = isListed
        }
    }

    /// What a line of typing becomes.
    package struct Line: Sendable, Codable {
        package var label: String
        package var initial: String
        /// The typed line needs no second Enter.
        package var confirms: Bool
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

    /// What the screen waits for, for a script.
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
    /// The study's own words, in Markdown; stands before `body`.
    package var prose = ""
    /// Plain text.
    package var body: String
    /// Numbered options of a question.
    package var options: [String] = []
    /// Index of the option that was chosen.
    package var chosen: Int?
    package var marks: [String] = []
    /// One sentence: what was just recorded, what was refused.
    package var notice: String?
    /// The notice refuses what was typed.
    package var isRefusal = false
    package var keys: [Key] = []
    package var line: Line?
    /// What the participant sees of it, where the facilitator has a terminal of their own.
    package var participant: ParticipantPage
    /// What the session cannot go on without mending; `body` says it in words.
    package var trouble: DiagnosticError?
    /// Set on the last screen.
    package var over: Over?

    /// Says `words` instead of what the page says by itself.
    mutating func say(_ words: String) { (prose, body) = ("", words) }

    package struct Over: Sendable {
        package var status: ExitStatus?
        package var isComplete: Bool
    }
}
