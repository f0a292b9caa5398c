/// The part of a screen that the participant may see: questions, texts, a task while its clock
/// runs, and the feedback that the study allows. It contains no marks or grades by the facilitator,
/// and no results of checks beyond this feedback.
package struct ParticipantPage: Sendable, Hashable {
    package struct Key: Sendable, Hashable {
        package var trigger: Screen.Key.Trigger
        package var words: String
        package var isListed: Bool
    }

    /// The input control for a question on a web page, and its current value.
    package enum Control: Sendable, Hashable {
        /// A choice among options. `chosen` is the index of the chosen option; in `multiple`, the
        /// indexes of all chosen options.
        case single([String], chosen: Int?)
        case multiple([String], chosen: [Int])
        case scale(min: Int, max: Int, low: String?, high: String?, chosen: Int?)
        case number(min: Double?, max: Double?, step: Double?, unit: String?, value: String)
        case text(String)
        /// The consent statements, and the indexes of the statements to which the participant
        /// agreed. Typing the number of a statement changes the reply to it.
        case review([String], agreed: [Int])
    }

    /// Title of the study.
    package var study: String
    /// The participant's code.
    package var code = ""
    package var progress = ""
    package var title = "One moment"
    /// Text from the study, in Markdown.
    package var prose = ""
    /// Text after `prose` that is not Markdown.
    package var body = "The facilitator will continue in a moment."
    package var options: [String] = []
    package var chosen: Int?
    package var scale: Screen.Scale?
    package var notice: String?
    package var isRefusal = false
    package var keys: [Key] = []
    package var line: Screen.Line?
    /// The tutorial in Markdown. Empty if there is none.
    package var tutorial = ""
    /// The control for the current question. Nil on other pages.
    package var control: Control?
    /// The task's clock. Set only before it starts and while it runs, and only if the study shows it
    /// on the page.
    package var clock: Screen.Clock?
    /// Keys that are active on the participant's own page even while the page asks no question.
    /// While the facilitator types the text of a mark or chooses a code, a press takes effect at
    /// once. While the facilitator types a reason, a press takes effect only afterwards.
    package var own: [Key] = []
    /// Whether the current question must be answered.
    package var isRequired = false
    /// Whether this page asks the participant for input.
    package var isAsked = false
    /// Whether the participant may work on the workspace.
    package var isAtWork = false

    package init(study: String) { self.study = study }
}

extension ParticipantPage.Key {
    init?(_ key: Screen.Key) {
        guard let words = key.shared else { return nil }
        self.init(trigger: key.trigger, words: words, isListed: key.isListed && !words.isEmpty)
    }
}

extension ParticipantPage {
    /// Returns a screen that contains only this page.
    func drawn(at moment: Screen.Moment) -> Screen {
        var screen = Screen(
            moment: moment,
            left: [study, code].filter { !$0.isEmpty }.joined(separator: " · "),
            right: progress,
            title: title,
            prose: prose,
            body: body,
            participant: self
        )
        (screen.options, screen.chosen, screen.scale) = (options, chosen, scale)
        (screen.notice, screen.isRefusal) = (notice, isRefusal)
        (screen.line, screen.tutorial) = (line, tutorial)
        screen.keys = keys.map { key in
            Screen.Key(shown: key.trigger, key.words, isListed: key.isListed)
        }
        return screen
    }
}

/// The people who look at a terminal: the facilitator, the participant, or both.
package enum Seat: Sendable {
    /// Only the facilitator. The participant answers questions on another screen.
    case facilitator
    /// The facilitator, who enters the answers of the participant.
    case proxy
    /// The facilitator and the participant. The facilitator uses the keys.
    case shared
    /// The facilitator and the participant, while the terminal shows the facilitator's page.
    case opened
    /// The participant; the facilitator uses another terminal.
    case participant
}

extension Screen {
    /// Keys that are active on the participant's own page.
    package var pageKeys: [Key] {
        participant.isAsked
            ? keys.filter { $0.shared != nil }
            : (keys + covered).filter { key in
                participant.own.contains { $0.trigger == key.trigger }
            }
    }

    /// Makes the keys with these triggers active on the participant's own page.
    mutating func offer(_ triggers: Key.Trigger...) {
        participant.own = keys.filter { triggers.contains($0.trigger) }
            .compactMap(ParticipantPage.Key.init)
    }

    /// Shows the whole page to the participant, and asks the participant for input.
    mutating func ask() {
        participant = whole
        participant.isAsked = true
    }

    /// Shows the whole page on a terminal that the facilitator and the participant share. The page
    /// must contain nothing that is hidden from the participant. `notice` replaces the page's own
    /// notice, which may be about the previous page.
    mutating func share(notice: String? = nil) {
        shared = whole
        shared?.notice = notice
    }

    private var whole: ParticipantPage {
        var page = participant
        (page.title, page.prose, page.body) = (title, prose, body)
        (page.options, page.chosen, page.scale) = (options, chosen, scale)
        (page.notice, page.isRefusal, page.line) = (notice, isRefusal, line)
        page.keys = keys.compactMap(ParticipantPage.Key.init)
        return page
    }

    /// Returns the page as it is drawn for `seat`.
    ///
    /// - Parameter key: a key or command that the page mentions. On a shared terminal, this key
    ///   shows the facilitator's page. On the facilitator's own terminal, it lets the facilitator
    ///   answer for the participant.
    package func drawn(for seat: Seat, revealedBy key: String) -> Screen {
        switch seat {
        case .facilitator: return participant.isAsked ? watched(answeredBy: key) : self
        case .proxy: return self
        case .shared: return drawnShared(revealedBy: key)
        case .opened: return opened
        case .participant:
            let elsewhere: Moment = participant.isAtWork ? .running : .busy
            var screen = participant.drawn(
                at: participant.isAsked || over != nil ? moment : elsewhere
            )
            if !participant.isAsked { screen.keys = [] }
            (screen.over, screen.isBegun) = (over, isBegun)
            return screen
        }
    }

    /// Returns the facilitator's view of a question that the participant answers on another screen.
    private func watched(answeredBy key: String) -> Screen {
        var screen = answerable(for: .facilitator)
        if !options.isEmpty {
            let lines = options.enumerated().map { "\($0 == chosen ? "▸" : " ") \($1)" }
            screen.body += "\n\n" + lines.joined(separator: "\n")
        }
        screen.notice = notice(
            with: "The participant answers on their own screen; \(key) answers for them."
        )
        return screen
    }

    /// The facilitator's page for a terminal that the facilitator and the participant share. While
    /// the task's clock is stopped, the text of the participant's page replaces the task's
    /// instruction.
    private var opened: Screen {
        guard let clock, clock.since == nil, !prose.isEmpty else { return self }
        var screen = self
        screen.say(participant.body)
        return screen
    }

    private func drawnShared(revealedBy key: String) -> Screen {
        var screen = (shared ?? participant).drawn(at: moment)
        (screen.clock, screen.over, screen.isBegun) = (clock, over, isBegun)
        screen.notice = screen.notice ?? reply
        if moment == .coding {
            screen.notice = reply ?? "\(key) shows the facilitator's list of codes."
        }
        if screen.line == nil, let line {
            screen.line = line
            screen.line?.label = "facilitator"
            screen.line?.isHidden = true
            screen.notice = screen.notice ?? "The facilitator is typing; \(key) shows the text."
        }
        return screen
    }

    /// Whether a part of the facilitator's page is left out on a terminal that the facilitator
    /// shares with the participant.
    package var isReducedWhenShared: Bool {
        let (own, both) = (opened, drawnShared(revealedBy: ""))
        return own.texts != both.texts || own.line != both.line
    }

    private var texts: [[String]] {
        [[title, prose, body, notice ?? ""], options, marks, keys.map(\.words)]
    }

    /// Returns the page with only the keys and input fields that are active for `seat`.
    package func answerable(for seat: Seat) -> Screen {
        var screen = self
        switch (seat, participant.isAsked) {
        case (.shared, _), (.opened, _), (.proxy, _), (.facilitator, false): break
        case (.participant, true): screen.keys = keys.filter { $0.shared != nil }
        case (.participant, false):
            (screen.keys, screen.options, screen.line) = ([], [], nil)
        case (.facilitator, true):
            screen.keys = keys.filter { $0.shared == nil }
            (screen.options, screen.line, screen.scale) = ([], nil, nil)
        }
        return screen
    }
}
