import ResultsStore
import SessionEngine
import Terminal

/// State of the terminal: the shown screen, the scroll position, and text that is being typed.
struct TerminalView {
    /// A page that is shown instead of the session's page. It is closed by a key that does not
    /// scroll, and by the next page of the session.
    enum Aside: Sendable { case keys, tutorial }

    /// A question to the facilitator that is shown instead of the session's page. Any key but `y`
    /// means no. The question is withdrawn when the facilitator's terminal connects.
    enum Question: Sendable {
        /// The question whether to show the facilitator's keys and marks again. The terminal
        /// currently shows only the participant's page. The next page withdraws the question.
        case keys
        /// The question whether the facilitator wants to answer for the participant.
        case answering
    }

    /// The latest screen, adapted to the people in `seat`. Nil before the first screen.
    private(set) var screen: Screen?
    /// The latest screen as received, with the facilitator's page and the participant's page. Nil
    /// before the first screen.
    private var latest: Screen?
    /// The people who look at this terminal.
    private(set) var home: Seat
    /// Whether the facilitator's page is open on a terminal that the facilitator and the
    /// participant share.
    private(set) var isOpen = false
    /// Whether the facilitator answers for a participant who has a screen of their own. Becomes
    /// false at the next page that does not ask the participant for input. Stays true at the
    /// question whether to leave, and while the connection to the session is lost.
    private var isAnswering = false
    var editor: LineEditor?
    /// The screen before the connection to the session was lost or Ctrl-C was pressed, and the text
    /// that was being typed.
    private var interrupted: (screen: Screen, editor: LineEditor)?
    /// The note that is being typed; nil if there is none. The session receives only the complete
    /// note, so the participant's page does not change meanwhile.
    var note: LineEditor? { didSet { if note == nil, oldValue != nil { isSpent = true } } }
    var scroll = 0
    /// Number of lines by which PageUp and PageDown scroll.
    var page = 1
    /// The text that was last drawn. Nil before the first drawing.
    var text: ScreenText?
    var aside: Aside? { didSet { if aside == nil, oldValue != nil { isSpent = true } } }
    /// Scroll position of the page that is shown instead of the session's page.
    var asideScroll = 0
    /// The question that is shown; nil if there is none.
    var question: Question?
    var needsRedraw = true
    /// Whether the facilitator uses another terminal.
    var isControlled = false
    /// Whether another program uses the terminal.
    var isLent = false
    /// The submitted text, which is shown again for correction if it is refused.
    private var submitted = ""
    /// Time of the last key that was sent to the session. Nil once a screen has answered the key.
    private var sent: Stamp?
    /// The keys that were pressed before the next page was shown, after a key that opens an input
    /// field or after Enter in the field for a mark's text. Nil if no such page is awaited.
    var ahead: [KeyPress<Stamp>]?
    /// Time of the key after which the keys in `ahead` were pressed.
    var awaited = Stamp.unknown
    /// Whether the keys in `ahead` belong to an input field, and not to the page after it.
    var awaitsField = false
    /// The keys that were typed ahead of the present page, and that this page must handle.
    var due: [KeyPress<Stamp>] = []
    /// Text for a note or a mark whose input field was closed before the text could be recorded, and
    /// the initial text of that field. Nil if there is none.
    var lost: (initial: String, editor: LineEditor)?
    /// Time from which keys are accepted. Earlier keys were pressed for the previous screen.
    private var opened = Stamp.unknown
    /// The latest key press, whether it had an effect or not. Nil before the first one.
    private var pressed: KeyPress<Stamp>?
    /// Whether the page has changed since the key in `pressed` was first pressed.
    private var isSpent = false
    private var size = (columns: 0, rows: 0)
    /// A message that is shown for two seconds from the time `at`. For example, it states that a
    /// key has no effect. Nil if there is no message.
    private var slip: (words: String, at: Stamp)?

    init(home: Seat = .facilitator) { self.home = home }

    /// The people for whom the terminal currently draws: the facilitator, the participant, or both.
    var seat: Seat {
        switch home {
        case .shared where isOpen: .opened
        case .facilitator where isAnswering: .proxy
        default: home
        }
    }

    /// The screen with only the keys and input fields that are active for `seat`. Nil before the
    /// first screen.
    var answerable: Screen? { latest?.answerable(for: seat) }

    /// Whether the session is at the page that is shown before a task's clock starts.
    var isReady: Bool { if case .ready? = latest?.moment { true } else { false } }

    /// Whether the key `n` starts a note, whose text this front end reads.
    var offersNotes: Bool {
        home != .participant && editor == nil && note == nil && answerable?.offersNotes == true
    }

    /// Whether a shared terminal offers the key that opens and closes the facilitator's page.
    var offersFacilitatorPage: Bool {
        home == .shared && (isOpen || latest?.hasFacilitatorPage == true)
    }

    /// Whether the session can record a note now.
    var takesNotes: Bool { latest?.takesNotes == true }

    /// Returns the text that was being typed on `screen` before that screen was interrupted. Nil if
    /// it was not interrupted.
    private func typedBefore(_ screen: Screen) -> LineEditor? {
        guard let interrupted, interrupted.screen.moment == screen.moment,
            interrupted.screen.title == screen.title
        else { return nil }
        return interrupted.editor
    }

    mutating func show(_ latest: Screen, at now: Stamp) {
        let before = self.latest
        // A new status of the participant's page also produces a screen. Such a screen is not the
        // engine's answer to a key.
        let isAnswer = sent != nil && before?.room == latest.room
        if isAnswer { sent = nil }
        self.latest = latest
        let interrupts = latest.isOffline || latest.moment == .leaving
        // The facilitator's page is closed while the participant answers.
        if latest.participant.isAsked {
            isOpen = false
        } else {
            if !interrupts { isAnswering = false }
            if question == .answering { question = nil }
        }
        let new = latest.drawn(for: seat, revealedBy: "Tab")
        let isSame = new.isSamePage(as: screen)
        if !isSame {
            scroll = 0
            if !new.moment.isOpenedByKey { opened = now }
            isSpent = true
            aside = nil
            if question == .keys { question = nil }
        }
        if interrupts, let screen, let editor { interrupted = (screen, editor) }
        if new.isRefusal, new.line != nil, isAnswer || !isSame {
            // If the refused text was changed before the interruption, the changed text is kept.
            let typed = typedBefore(new).flatMap { new.submits($0.text) ? $0 : nil }
            editor = typed ?? LineEditor(submitted)
        } else if !isSame || editor == nil || new.line == nil {
            editor = new.line.map { typedBefore(new) ?? $0.editor }
            if new.moment == .wording, let words = takeWords(initial: new.line?.initial) {
                editor = words
            }
        }
        if !interrupts {
            // The session restarted. It does not open the field for a mark's text again.
            if let interrupted, interrupted.screen.moment == .wording, new.moment != .wording {
                keep(interrupted.editor, initial: interrupted.screen.line?.initial ?? "")
            }
            interrupted = nil
        }
        // A heartbeat produces the same page again. The message then stays visible.
        if !isSame || new.notice != screen?.notice || new.marks != screen?.marks { slip = nil }
        if seat == .shared, let before, latest.hasNewMarks(since: before) {
            say("Recorded.", at: now)
        }
        // The session may refuse the key, for example because there is no mark to describe.
        let isRefused = awaitsField && before?.room == latest.room && new.isNotice(after: screen)
        screen = new
        if isSame {
            if isRefused { endWait() }
            return
        }
        if ahead != nil { sent = nil }
        endWait()
        if lost != nil, home == .facilitator, new.takesNotes {
            say(
                "The typed text is kept. The next note, or the field for a mark's words, "
                    + "begins with it.",
                at: now
            )
        }
    }

    mutating func sit(_ home: Seat, at now: Stamp) {
        if question != nil { (question, opened) = (nil, now) }
        guard home != self.home else { return }
        (self.home, isOpen) = (home, false)
        (aside, needsRedraw) = (nil, true)
        (screen, editor, note) = (nil, nil, nil)
        if let latest { show(latest, at: now) }
    }

    /// Opens or closes the facilitator's page on a shared terminal. Typed text is kept.
    mutating func toggle() {
        guard home == .shared, let latest, !latest.participant.isAsked else { return }
        isOpen.toggle()
        (screen, scroll, slip) = (latest.drawn(for: seat, revealedBy: "Tab"), 0, nil)
    }

    /// Starts or stops answering for the participant. Text that was typed is dropped.
    mutating func answer(_ isAnswering: Bool) {
        guard home == .facilitator, let latest, latest.participant.isAsked else { return }
        (self.isAnswering, isSpent) = (isAnswering, true)
        let new = latest.drawn(for: seat, revealedBy: "Tab")
        (screen, scroll, slip) = (new, 0, nil)
        editor = new.line?.editor
    }

    /// Maximum time in nanoseconds to wait for the screen that responds to a sent key. Other keys
    /// are ignored meanwhile. If the results file is locked, writing a heartbeat (a sign that the
    /// session is running) can take ten seconds. Writing the key's event can then take ten more
    /// seconds.
    static let longestAnswer: Int64 = 21_000_000_000

    /// Maximum time in nanoseconds between two presses of a key that count as one.
    static let longestRepetition: Int64 = 200_000_000

    /// Remembers a key press. Returns whether it only repeats the press that changed the page, such
    /// as the second press of a double press. Such a repetition would answer a page that nobody has
    /// read.
    mutating func repeats(_ input: KeyPress<Stamp>) -> Bool {
        let last = pressed
        pressed = input
        if [.interrupt, .endOfFile, .redraw].contains(input.key) { return false }
        if isSpent, let last, last.key == input.key, input.key == .enter || !takesAnswers,
            (last.at.nanoseconds(to: input.at) ?? .max) < Self.longestRepetition
        {
            return true
        }
        isSpent = false
        return false
    }

    /// Whether the typed characters are text or answers to a question. If so, every press counts,
    /// even a fast repetition of a key, for two reasons:
    ///
    /// - A text may begin with the character of the key that opened the input field.
    /// - A person who copies answers from paper may press the same key for several questions in
    ///   quick succession. If one press were ignored, the next answers would go to the wrong
    ///   questions.
    private var takesAnswers: Bool {
        if case .question? = latest?.moment { return true }
        return note != nil || editor != nil
    }

    func takes(_ input: KeyPress<Stamp>) -> Bool {
        if [.interrupt, .endOfFile, .redraw].contains(input.key) { return true }
        if let sent, (sent.nanoseconds(to: input.at) ?? .max) < Self.longestAnswer { return false }
        return (input.at.nanoseconds(to: opened) ?? 0) == 0
    }

    /// Records that a key or a line was sent to the session. Further keys are ignored until the
    /// next screen appears. The exceptions are screens with the `moment` `running`, `paused` or
    /// `rating`, on which the facilitator may set several marks in quick succession.
    ///
    /// - Parameter opensField: whether the session answers with an input field. Further keys then
    ///   belong to the field, on every page.
    mutating func send(at stamp: Stamp, opensField: Bool = false) {
        if opensField || latest?.moment == .wording {
            (ahead, awaited, awaitsField) = ([], stamp, opensField)
        }
        switch latest?.moment {
        case .running, .paused, .rating: return
        default: sent = stamp
        }
    }

    mutating func say(_ words: String, at stamp: Stamp) { slip = (words, stamp) }

    func slip(at now: Stamp) -> String? {
        guard let slip, (slip.at.nanoseconds(to: now) ?? .max) < 2_000_000_000 else { return nil }
        return slip.words
    }

    mutating func submit() {
        submitted = editor?.text ?? ""
        editor = screen?.line.map { $0.confirms ? LineEditor(submitted) : $0.editor }
    }

    mutating func takeRedraw(_ now: (columns: Int, rows: Int)) -> Bool {
        defer {
            size = now
            needsRedraw = false
        }
        return needsRedraw || now != size
    }
}

extension TerminalView {
    /// Returns a page that lists all keys of `screen` and of the terminal itself.
    ///
    /// - Parameter extra: keys that the terminal handles itself, with their descriptions.
    func help(_ screen: Screen, extra: [(String, String)], workspace: String?) -> Screen {
        var lines = [screen.answerKeys].compactMap { $0 }.map { $0.keys.padding(to: 8) + $0.words }
        lines += screen.explainedKeys.map { key, words in
            switch key.trigger {
            case .enter: "Enter   \(words)"
            case .delete: "Delete  \(words) (or use Backspace)"
            case .character(let character): "\(character)       \(words)"
            }
        }
        lines += extra.map { $0.0.padding(to: 8) + $0.1 }
        lines += [
            "Ctrl-L  redraw the screen",
            "↑ ↓     scroll (or use PageUp, PageDown, Space, Home or End)",
        ]
        if let room = screen.room { lines += [""] + room.details }
        if let workspace {
            lines += [
                "", "Workspace", workspace, "",
                "To use the tools in another shell, run this in the workspace:  . ./env",
            ]
        }
        var help = aside(screen)
        help.say(lines.joined(separator: "\n"))
        return help
    }

    /// Returns a page that shows the tutorial again. The task's clock keeps running meanwhile.
    func tutorial(_ screen: Screen) -> Screen {
        var page = aside(screen)
        (page.title, page.prose, page.body) = ("Tutorial", screen.tutorial, "")
        return page
    }

    /// Returns the page to show while a note is being typed.
    func notePage(_ screen: Screen) -> Screen {
        var page = screen
        (page.keys, page.scale) = ([], nil)
        page.line = Screen.Line(label: "note", escape: "no note")
        if seat == .shared {
            page.line?.label = "facilitator"
            page.line?.isHidden = true
            page.notice = "The facilitator is typing."
        }
        return page
    }

    private func aside(_ screen: Screen) -> Screen {
        var page = screen
        (page.options, page.marks, page.line, page.scale) = ([], [], nil, nil)
        page.keys = []
        page.notice = "Any key that does not scroll closes this page."
        return page
    }

    /// Returns the page that asks the facilitator a question.
    func page(of question: Question, _ screen: Screen) -> Screen {
        var page = screen
        page.title = "For the facilitator"
        switch question {
        case .keys: page.say("Show the facilitator's keys and marks on this terminal again?")
        case .answering:
            page.say(
                """
                Answer for the participant? The participant may be typing an answer at this moment.
                """
            )
        }
        (page.options, page.line, page.keys, page.scale) = ([], nil, [], nil)
        page.notice = "y: yes   any other key: no"
        return page
    }
}

extension Screen.Line {
    /// A line editor that contains the field's initial text.
    fileprivate var editor: LineEditor { LineEditor(initial, isSelected: isReplaced) }
}

extension String {
    fileprivate func padding(to count: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, count - self.count))
    }
}
