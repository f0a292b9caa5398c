import ResultsStore
import SessionEngine
import Terminal

/// State of the terminal, apart from the screen.
struct TerminalView {
    /// A page in the place of the session's, on which other keys do nothing.
    enum Aside: Sendable { case keys, tutorial }

    /// As it is drawn here.
    private(set) var screen: Screen?
    /// As the engine made it.
    private var latest: Screen?
    /// Whose terminal this is.
    private(set) var home: Seat
    /// The facilitator looks at their own page on a terminal that both look at.
    private(set) var isOpen = false
    var editor: LineEditor?
    var scroll = 0
    /// Lines that a page key moves by.
    var page = 1
    /// The text that was drawn last.
    var text: ScreenText?
    var aside: Aside?
    /// Scroll position of the facilitator's page.
    var asideScroll = 0
    /// At the participant's terminal: whether the facilitator's keys shall come here is asked.
    var asksForKeys = false
    var needsRedraw = true
    /// Another program has the terminal.
    var isLent = false
    /// Submitted text, shown again for correction if it is refused.
    private var submitted = ""
    /// Keys from before were pressed for another screen.
    private var opened = Stamp.unknown
    private var size = (columns: 0, rows: 0)
    /// A key that means nothing here, or what else was just said; for two seconds.
    private var slip: (words: String, at: Stamp)?

    init(home: Seat = .facilitator) { self.home = home }

    /// Who looks at it now.
    var seat: Seat { home == .shared && isOpen ? .facilitator : home }

    /// Active keys and input fields.
    var answerable: Screen? { latest?.answerable(for: seat) }

    /// After a screen that came by itself, keys are taken a moment later: the person pressed
    /// them for the one before.
    static let pauseAfterBusy: Int64 = 300_000_000

    mutating func show(_ latest: Screen, at now: Stamp) {
        let before = self.latest
        self.latest = latest
        // The facilitator's page closes while the participant answers.
        if latest.participant.isAsked { isOpen = false }
        let new = latest.drawn(for: seat)
        let isSame = screen?.moment == new.moment && screen?.title == new.title
        if !isSame {
            scroll = 0
            opened = now.advanced(by: screen?.moment == .busy ? Self.pauseAfterBusy : 0)
            if aside == .tutorial, new.tutorial.isEmpty { aside = nil }
        }
        if new.isRefusal, new.line != nil {
            editor = LineEditor(submitted)
        } else if !isSame || editor == nil || new.line == nil {
            editor = new.line.map { LineEditor($0.initial) }
        }
        // A sign of life makes the same page again, and takes no word away.
        if !isSame || new.notice != screen?.notice || new.marks != screen?.marks { slip = nil }
        if seat == .shared, let before, !latest.marks.isEmpty, latest.marks != before.marks {
            say("Recorded.", at: now)
        }
        screen = new
    }

    mutating func sit(_ home: Seat, at now: Stamp) {
        guard home != self.home else { return }
        (self.home, isOpen) = (home, false)
        (aside, asksForKeys, needsRedraw) = (nil, false, true)
        (screen, editor) = (nil, nil)
        if let latest { show(latest, at: now) }
    }

    /// Opens or closes the facilitator's page on a shared screen; typed text is kept.
    mutating func toggle() {
        guard home == .shared, let latest, !latest.participant.isAsked else { return }
        isOpen.toggle()
        (screen, scroll, slip) = (latest.drawn(for: seat), 0, nil)
    }

    func takes(_ input: KeyPress<Stamp>) -> Bool {
        input.key == .interrupt || (opened.nanoseconds(to: input.at) ?? 0) >= 0
    }

    mutating func say(_ words: String, at stamp: Stamp) { slip = (words, stamp) }

    func slip(at now: Stamp) -> String? {
        guard let slip, (slip.at.nanoseconds(to: now) ?? .max) < 2_000_000_000 else { return nil }
        return slip.words
    }

    mutating func submit() {
        submitted = editor?.text ?? ""
        editor = screen?.line.map { LineEditor($0.confirms ? submitted : $0.initial) }
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
    /// All keys of `screen` and of the terminal itself.
    ///
    /// - Parameter extra: keys with their words.
    func help(_ screen: Screen, extra: [(String, String)], workspace: String?) -> Screen {
        var lines = screen.keys.filter { !$0.words.isEmpty }.map { key in
            switch key.trigger {
            case .enter: "Enter   \(key.words)"
            case .character(let character): "\(character)       \(key.words)"
            }
        }
        lines += extra.map { $0.0.padding(to: 8) + $0.1 }
        lines += [
            "Ctrl-L  draw again", "↑ ↓     scroll; PageUp, PageDown, Space, Home, End too",
        ]
        if let room = screen.room { lines += [""] + room.details }
        if let workspace {
            lines += [
                "", "Workspace", workspace, "", "In a shell of your own, there:  . ./env",
            ]
        }
        var help = aside(screen)
        help.say(lines.joined(separator: "\n"))
        return help
    }

    /// The tutorial once more; the clock goes on.
    func tutorial(_ screen: Screen) -> Screen {
        var page = aside(screen)
        (page.title, page.prose, page.body) = ("Tutorial", screen.tutorial, "")
        return page
    }

    private func aside(_ screen: Screen) -> Screen {
        var page = screen
        (page.options, page.marks, page.line, page.scale) = ([], [], nil, nil)
        page.keys = []
        page.notice = "Any other key goes back."
        return page
    }

    /// Asked where Ctrl-C is pressed in the participant's seat.
    func question(_ screen: Screen) -> Screen {
        var page = screen
        page.title = "For the facilitator"
        page.say("Shall the facilitator's keys and marks be shown on this terminal again?")
        (page.options, page.line, page.keys, page.scale) = ([], nil, [], nil)
        page.notice = "y yes   any other key no"
        return page
    }
}

extension String {
    fileprivate func padding(to count: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, count - self.count))
    }
}
