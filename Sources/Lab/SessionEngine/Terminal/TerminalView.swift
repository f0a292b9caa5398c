import ResultsStore

/// What the terminal knows beside the screen.
struct TerminalView {
    /// Whose keys and pages the terminal has.
    enum Seat: Sendable {
        /// Everything; the only terminal of a session, or one on another machine's screen.
        case facilitator
        /// The facilitator's keys are elsewhere.
        case participant
    }

    /// As it is shown here.
    private(set) var screen: Screen?
    /// As the engine made it.
    private var latest: Screen?
    private(set) var seat = Seat.facilitator
    var editor: LineEditor?
    var scroll = 0
    /// As it was drawn last.
    var text: ScreenText?
    var showsAllKeys = false
    /// In the participant's seat: whether the facilitator's keys shall come back is asked.
    var asksForKeys = false
    var needsRedraw = true
    /// Another program has the terminal.
    var isLent = false
    /// What was typed and is being understood; typed again where it is refused.
    private var submitted = ""
    /// Keys from before were pressed for another screen.
    private var opened = Stamp.unknown
    private var size = (columns: 0, rows: 0)
    /// A key that means nothing here, or what else was just said; for two seconds.
    private var slip: (words: String, at: Stamp)?

    /// After a screen that came by itself, keys are taken a moment later: the person pressed
    /// them for the one before.
    static let pauseAfterBusy: Int64 = 300_000_000

    mutating func show(_ latest: Screen, at now: Stamp) {
        self.latest = latest
        let new = seat == .participant ? latest.forParticipant : latest
        let isSame = screen?.moment == new.moment && screen?.title == new.title
        if !isSame {
            scroll = 0
            opened = now.advanced(by: screen?.moment == .busy ? Self.pauseAfterBusy : 0)
        }
        if new.isRefusal, new.line != nil {
            editor = LineEditor(submitted)
        } else if !isSame || editor == nil || new.line == nil {
            editor = new.line.map { LineEditor($0.initial) }
        }
        // A sign of life makes the same page again, and takes no word away.
        if !isSame || new.notice != screen?.notice || new.marks != screen?.marks { slip = nil }
        screen = new
    }

    mutating func sit(_ seat: Seat, at now: Stamp) {
        guard seat != self.seat else { return }
        self.seat = seat
        (showsAllKeys, asksForKeys, needsRedraw) = (false, false, true)
        (screen, editor) = (nil, nil)
        if let latest { show(latest, at: now) }
    }

    func takes(_ input: RawTerminal.Input) -> Bool {
        input.key == .interrupt || (opened.nanoseconds(to: input.at) ?? 0) >= 0
    }

    mutating func scrollBy(_ lines: Int) { scroll = max(0, scroll + lines) }

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
    /// All keys of `screen`, and what the terminal itself offers.
    ///
    /// - Parameter extra: keys with their words.
    func help(_ screen: Screen, extra: [(String, String)], workspace: String?) -> Screen {
        var help = screen
        var lines = screen.keys.map { key in
            switch key.trigger {
            case .enter: "Enter   \(key.words)"
            case .character(let character): "\(character)       \(key.words)"
            }
        }
        lines += extra.map { $0.0.padding(to: 8) + $0.1 }
        lines += [
            "Ctrl-L  draw again", "↑ ↓     scroll; PageUp, PageDown, Space, Home, End too",
        ]
        if let workspace { lines += ["", "Workspace", workspace] }
        help.say(lines.joined(separator: "\n"))
        (help.options, help.marks, help.line) = ([], [], nil)
        help.keys = []
        help.notice = "Any key goes back."
        return help
    }

    /// Asked where Ctrl-C is pressed in the participant's seat.
    func question(_ screen: Screen) -> Screen {
        var page = screen
        page.title = "For the facilitator"
        page.say("Shall the facilitator's keys and marks be shown on this terminal again?")
        (page.options, page.line, page.keys) = ([], nil, [])
        page.notice = "y yes   any other key no"
        return page
    }
}

extension String {
    fileprivate func padding(to count: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, count - self.count))
    }
}
