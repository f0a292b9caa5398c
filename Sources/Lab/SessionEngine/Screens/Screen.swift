package import Diagnostics
package import ResultsStore

/// The facilitator's page as a value. The terminal draws it, scripts read it, and tests compare it.
/// ``ParticipantPage`` is the part that the participant may see.
package struct Screen: Sendable {
    package struct Key: Sendable {
        package enum Trigger: Sendable, Hashable, ExpressibleByExtendedGraphemeClusterLiteral {
            case character(Character)
            case enter
            /// Delete or Backspace, on a page without an input field.
            case delete

            package init(extendedGraphemeClusterLiteral character: Character) {
                self = .character(character)
            }
        }

        package var trigger: Trigger
        package var words: String
        /// Longer description for the list of all keys. Nil if `words` says enough.
        package var detail: String?
        /// Label of the key on screens that the participant sees. With an empty label, the key
        /// works everywhere but is not listed. With nil, the key is only for the facilitator: a
        /// shared terminal accepts the key without listing it.
        package var shared: String?
        /// Whether the line of keys at the bottom of the screen lists this key. A list of all keys
        /// is shown when `?` is pressed.
        package var isListed: Bool
        /// Whether the session answers the key with an input field or a list of codes. Keys that
        /// are pressed before the answer belong to that field or list.
        package var opensField = false
        package var message: @Sendable (Stamp) -> any Pressed

        init(
            _ trigger: Trigger,
            _ words: String,
            detail: String? = nil,
            shared: String? = nil,
            isListed: Bool = true,
            _ message: @escaping @Sendable (Stamp) -> any Pressed
        ) {
            (self.trigger, self.words, self.detail) = (trigger, words, detail)
            (self.shared, self.isListed, self.message) = (shared, isListed, message)
        }

        /// Creates a key that can be displayed but not used, for a copy of a screen. Its message is
        /// a placeholder, because only the original screen has the real message.
        package init(shown trigger: Trigger, _ words: String, isListed: Bool) {
            self.init(trigger, words, isListed: isListed) { Continue(at: $0) }
        }

        /// The same key, with ``opensField`` set to true.
        var opening: Key {
            var key = self
            key.opensField = true
            return key
        }

        /// Returns a key with the same text for the facilitator and the participant.
        static func shared(
            _ trigger: Trigger,
            _ words: String,
            detail: String? = nil,
            _ message: @escaping @Sendable (Stamp) -> any Pressed
        ) -> Key {
            Key(trigger, words, detail: detail, shared: words, message)
        }
    }

    /// Input field for a line of text.
    package struct Line: Sendable, Hashable, Codable {
        package var label: String
        package var initial = ""
        /// Whether the first typed character replaces `initial`, as if `initial` were selected.
        /// Otherwise, typing 7 in a field with the number 5 would give 57.
        package var isReplaced = false
        /// Whether the line is submitted without a second Enter.
        package var confirms = false
        /// Whether to hide the text, because the facilitator types it on a terminal that the
        /// participant also sees.
        package var isHidden = false
        /// Description of the effect of Esc, for the list of keys. Nil if Esc has the same effect
        /// as another key in the list.
        package var escape: String?

        package init(
            label: String,
            initial: String = "",
            isReplaced: Bool = false,
            confirms: Bool = false,
            escape: String? = nil
        ) {
            (self.label, self.initial, self.isReplaced) = (label, initial, isReplaced)
            (self.confirms, self.escape) = (confirms, escape)
        }

        /// Creates the field for the text of a mark.
        static func words(of mark: String) -> Line {
            let escape = mark.isEmpty ? "no text" : "keep the old text"
            return Line(label: "words", initial: mark, escape: escape)
        }
    }

    /// Range of a scale that is answered by pressing a single digit key.
    package struct Scale: Sendable, Hashable, Codable {
        package var min: Int
        package var max: Int
    }

    package struct Clock: Sendable, Hashable, Codable {
        /// The clock's value in nanoseconds: if the clock runs, its value at the time `since`; if
        /// the clock is stopped, its current value.
        package var elapsed: Int64
        /// Time at which the clock last started. Nil if the clock is stopped.
        package var since: Stamp?
        /// Time limit in seconds.
        package var limit: Double
        package var word: String
    }

    /// The input or event for which the screen waits. Scripts use it to decide what to send.
    package enum Moment: Sendable, Hashable, Codable {
        case confirm
        case consent
        case consentOption(String)
        case consentReview
        case decline
        case question(SessionRecord.AnswerKey)
        /// The typed answer was parsed, and the person must confirm it.
        case answered(SessionRecord.AnswerKey)
        case reading
        case ready(task: String, condition: String)
        case running, paused, held, wording, givingUp, limit, unsaved
        case failed, faulty
        /// The facilitator must confirm the end of a task that has not passed its check.
        case ending
        /// `coding`: the facilitator chooses a code from the codebook. `explaining`: the
        /// facilitator types a reason.
        case coding, explaining
        /// A rater looks at a recorded event. The associated value is the index of the event among
        /// those that the rater sees.
        case rating(moment: Int)
        /// A longer operation is in progress; the next screen follows without input.
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
    /// Text from the study, in Markdown, shown before `body`.
    package var prose = ""
    /// Text after `prose` that is not Markdown.
    package var body: String
    /// Numbered options of a question.
    package var options: [String] = []
    /// The numbers that choose an option, such as `1–3`.
    package var optionNumbers: String { options.count == 1 ? "1" : "1–\(options.count)" }
    /// Index of the chosen option. Nil if none is chosen.
    package var chosen: Int?
    package var marks: [String] = []
    /// A sentence about the latest recorded event, or about input that was refused.
    package var notice: String?
    /// A notice that replaces `notice` on a terminal that the facilitator and the participant
    /// share. Nil if there is none.
    package var reply: String?
    /// Whether the notice explains why the typed input was refused.
    package var isRefusal = false
    package var keys: [Key] = [] {
        didSet { participant.keys = keys.compactMap(ParticipantPage.Key.init) }
    }
    /// Keys that only the participant's own page has while the facilitator types.
    var covered: [Key] = []
    package var line: Line?
    package var scale: Scale?
    /// The tutorial in Markdown, which can be read again at any time. Empty if there is none.
    package var tutorial = ""
    /// Whether a note can be recorded while this page is shown. If the page has no key for notes,
    /// the front end itself reads the text, and sends only the complete note. The participant's
    /// page therefore does not change while the note is being typed.
    package var takesNotes = false
    /// The page for the participant's own terminal.
    package var participant: ParticipantPage
    /// The page for a terminal that the facilitator and the participant share. Nil if it is the
    /// same as `participant`.
    package var shared: ParticipantPage?
    /// A problem that must be fixed before the session can continue; `body` describes it.
    package var trouble: DiagnosticError?
    /// Status of the participant's web page. Nil if there is no such page.
    package var room: RoomStatus?
    /// Whether the log has an event of this session. If not, Ctrl-C leaves without asking for
    /// confirmation.
    package var isBegun = true
    /// The result with which the session ended. Set only on the last screen.
    package var over: Over?
    /// Whether `evalrun control` shows this page because it is not connected to a session.
    package var isOffline = false

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

    /// Replaces the text of the page with `words`.
    package mutating func say(_ words: String) { (prose, body) = ("", words) }

    /// Description of the effect of Ctrl-C, for the list of keys. Nil if Ctrl-C has no effect.
    package var leaving: String? {
        switch moment {
        case .confirm, .consent, .consentOption, .decline:
            isBegun ? "leave" : "leave; nothing is recorded"
        case .wording, .coding, .explaining, .ending: "go back"
        case .rating: "leave"
        case .trouble where !isBegun: "leave; nothing is recorded"
        case .leaving, .over: nil
        default: "leave (asks for confirmation)"
        }
    }

    package struct Over: Sendable {
        package var status: ExitStatus?
        /// Whether the session cannot be continued.
        package var isFinal: Bool

        package init(status: ExitStatus?, isFinal: Bool) {
            (self.status, self.isFinal) = (status, isFinal)
        }
    }
}
