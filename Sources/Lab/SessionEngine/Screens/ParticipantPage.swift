/// Content that the participant may see: questions, texts, a task while its clock runs, and the
/// feedback that the study allows. No marks, grades or check results.
package struct ParticipantPage: Sendable, Hashable {
    package struct Key: Sendable, Hashable {
        package var trigger: Screen.Key.Trigger
        package var words: String
        package var isListed: Bool
    }

    /// Answers that a question takes, for a page with native controls.
    package enum Control: Sendable, Hashable {
        /// Indexes of the options.
        case single([String], chosen: Int?)
        case multiple([String], chosen: [Int])
        case scale(min: Int, max: Int, low: String?, high: String?, chosen: Int?)
        case number(min: Double?, max: Double?, step: Double?, unit: String?, value: String)
        case text(String)
        /// Statements of the consent; the number of one inverts it.
        case review([String], agreed: [Int])
    }

    /// The study's title.
    package var study: String
    /// The participant's own.
    package var code = ""
    package var progress = ""
    package var title = "One moment"
    /// Markdown.
    package var prose = ""
    /// Plain text.
    package var body = "The facilitator continues in a moment."
    package var options: [String] = []
    package var chosen: Int?
    package var scale: Screen.Scale?
    package var notice: String?
    package var isRefusal = false
    package var keys: [Key] = []
    package var line: Screen.Line?
    /// Markdown.
    package var tutorial = ""
    /// Type of the asked question; nil elsewhere.
    package var control: Control?
    /// The clock of the task, where the study shows it on a page.
    package var clock: Screen.Clock?
    /// Keys that a page of the participant's own has although they are not asked. They stay while
    /// the facilitator types words, and are taken afterwards.
    package var own: [Key] = []
    /// The participant answers the page.
    package var isAsked = false
    /// The workspace may be worked on.
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
    /// A page to be drawn, made of nothing else.
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

/// Who looks at a terminal.
package enum Seat: Sendable {
    /// The facilitator alone.
    case facilitator
    /// Both; the facilitator has the keys.
    case shared
    /// The participant; the facilitator has another terminal.
    case participant
}

extension Screen {
    /// Keys of the participant's own page.
    package var pageKeys: [Key] {
        participant.isAsked
            ? keys.filter { $0.shared != nil }
            : keys.filter { key in participant.own.contains { $0.trigger == key.trigger } }
    }

    /// Gives a page of the participant's own the keys with these triggers.
    mutating func offer(_ triggers: Key.Trigger...) {
        participant.own = keys.filter { triggers.contains($0.trigger) }
            .compactMap(ParticipantPage.Key.init)
    }

    /// The participant answers this page: they see it as it is.
    mutating func ask() {
        participant = whole
        participant.isAsked = true
    }

    /// Nothing of this page is about the participant: a shared terminal shows it as it is, but for
    /// the notice, which may be of the page before.
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

    /// The page as it is drawn at `seat`.
    package func drawn(for seat: Seat) -> Screen {
        switch seat {
        case .facilitator: return self
        case .shared: return drawnShared()
        case .participant:
            let elsewhere: Moment = participant.isAtWork ? .running : .busy
            var screen = participant.drawn(
                at: participant.isAsked || over != nil ? moment : elsewhere
            )
            if !participant.isAsked { screen.keys = [] }
            screen.over = over
            return screen
        }
    }

    private func drawnShared() -> Screen {
        var screen = (shared ?? participant).drawn(at: moment)
        (screen.clock, screen.over) = (clock, over)
        if moment == .coding { screen.notice = "Tab shows the facilitator's list." }
        if screen.line == nil, let line {
            screen.line = Line(label: "facilitator", initial: line.initial, confirms: line.confirms)
            screen.line?.isHidden = true
            screen.notice = screen.notice ?? "The facilitator types; Tab shows it."
        }
        return screen
    }

    /// Keys and input fields that are active at `seat`.
    package func answerable(for seat: Seat) -> Screen {
        guard seat == .participant else { return self }
        var screen = self
        guard participant.isAsked else {
            (screen.keys, screen.options, screen.line) = ([], [], nil)
            return screen
        }
        screen.keys = keys.filter { $0.shared != nil }
        return screen
    }
}
