import Diagnostics
import ResultsStore
import SessionEngine
import Terminal

/// Front end that shows screens in a terminal and passes key presses and typed lines to the
/// session.
struct TerminalFrontEnd {
    let terminal: RawTerminal
    let screens: AsyncStream<Screen>
    let keys: KeySink
    let clock: SessionClock
    /// Access to the participant's workspace. Nil if the workspace cannot be opened from this
    /// terminal.
    var desk: WorkspaceDesk?
    /// Description of the effect of Ctrl-D, for the list of keys. Nil if Ctrl-D has no effect.
    var closing: String?
    /// Events on the connection to the terminal that runs `evalrun control`. Nil if no such
    /// terminal can connect.
    var control: AsyncStream<ControlChange>?
    /// A sentence that tells the facilitator how to connect a terminal of their own. The
    /// participant's terminal shows it while no such terminal is connected.
    var invitation: String?
    /// The people who look at this terminal when the session starts.
    var home = Seat.facilitator

    /// A front-end event whose input is a group of key presses that arrived together.
    private typealias Event = FrontEndEvent<[KeyPress<Stamp>]>

    /// An action of the terminal itself that a key requests: to open the workspace in a tool, or to
    /// close the terminal's front end.
    private enum Wish {
        case tool(WorkspaceDesk.Tool)
        case close
    }

    /// Shows screens until the last one and returns that screen. If another program then uses the
    /// terminal, returns only when that program has ended. Returns nil if the terminal was closed
    /// before the last screen.
    func run() async -> Screen? {
        terminal.enter()
        defer { terminal.leave() }
        let (events, sink) = AsyncStream.makeStream(of: Event.self)
        let producers = Event.produce(into: sink, screens: screens, control: control)
        defer { for task in producers { task.cancel() } }
        terminal.readKeys(now: clock.now) { inputs in
            sink.yield(inputs.map { Event.input($0.inOrder) } ?? .closed)
        }
        var view = TerminalView(home: home)
        var moment: Screen.Moment?
        var beats = 0
        /// Task that waits for the program that uses the terminal; nil before the first program.
        var lending: Task<Void, Never>?
        for await event in events {
            switch event {
            case .screen(let screen):
                if screen.over != nil {
                    if view.isLent {
                        // After the end of this process, the program and the shell would both read
                        // keys from the terminal.
                        terminal.alert("The session has ended. Close this program.")
                        await lending?.value
                    }
                    return screen
                }
                view.show(screen, at: clock.now())
                if view.isLent, screen.moment != moment, let alert = screen.moment.alert {
                    terminal.alert("\(alert) Close this program to return to the session.")
                }
                moment = screen.moment
            case .input(let inputs):
                for input in inputs {
                    switch handle(input, &view) {
                    case .tool(let tool)?:
                        guard let desk else { continue }
                        view.isLent = true
                        lending = Task {
                            await desk.open(tool, in: terminal)
                            sink.yield(.returned)
                        }
                    case .close?: return nil
                    case nil: continue
                    }
                }
            case .control(let change): take(change, &view)
            case .returned: (view.isLent, view.needsRedraw) = (false, true)
            case .beat:
                beats += 1
                if beats % 10 == 0 { keys.tick(clock.now()) }
                view.endOverdueWait(at: clock.now())
            case .closed:
                // The terminal is gone. All events are recorded, so the session can be resumed.
                return nil
            }
            for input in view.takeDue() { _ = handle(input, &view) }
            draw(&view)
        }
        return nil
    }

    /// Handles the connection or disconnection of the terminal that runs `evalrun control`. After a
    /// disconnection, this terminal still shows only the participant's page, because the
    /// participant must not see the facilitator's page.
    private func take(_ change: ControlChange, _ view: inout TerminalView) {
        switch change {
        case .joined:
            view.isControlled = true
            view.sit(.participant, at: clock.now())
        case .left:
            view.isControlled = false
            guard view.home == .participant else { return }
            view.say("The facilitator's screen was closed.", at: clock.now())
        }
    }

    // MARK: Drawing

    private func draw(_ view: inout TerminalView) {
        guard var screen = view.screen, !view.isLent else { return }
        if view.isReady, let desk { screen.body += "\n\n\(desk.introduction)" }
        if view.home == .participant, !view.isControlled {
            screen.notice = screen.notice ?? invitation
        }
        if view.note != nil { screen = view.notePage(screen) }
        if let slip = view.slip(at: clock.now()) { screen.notice = slip }
        let isAside = view.aside != nil || view.question != nil
        if let question = view.question {
            screen = view.page(of: question, screen)
        } else if let aside = view.aside {
            screen = aside == .keys ? help(screen, view) : view.tutorial(screen)
        }
        let size = RawTerminal.frameSize()
        var layout = ScreenLayout(
            screen: screen,
            columns: size.columns,
            rows: size.rows,
            last: view.text
        )
        view.text = layout.text
        layout.scroll = isAside ? view.asideScroll : view.scroll
        if !isAside {
            layout.editor = view.note ?? view.editor
            layout.extraKeys = extraKeys(screen, view).map { ($0.key, $0.short) }
            layout.keptKeys = layout.extraKeys.first?.key == "Tab" ? 1 : 0
            // The participant's own terminal shows `?` only if not all keys fit. In an input field,
            // `?` is a character.
            layout.explainsKeys = view.home != .participant && layout.editor == nil
        }
        let frame = layout.frame(now: clock.now())
        view.page = frame.page
        // The layout limits the scroll position to the length of the text.
        if isAside { view.asideScroll = frame.scroll } else { view.scroll = frame.scroll }
        terminal.draw(frame, all: view.takeRedraw(size))
    }

    private func help(_ screen: Screen, _ view: TerminalView) -> Screen {
        let closing = screen.isOffline ? "close this screen" : closing
        var extra = extraKeys(screen, view).map { ($0.key, $0.words) }
        // On a shared terminal, the line of keys lists only the participant's keys.
        if view.offersNotes, view.seat == .shared {
            extra.append(("n", "for the facilitator: write a note"))
        }
        if view.home != .participant, let words = screen.isOffline ? closing : screen.leaving {
            extra.append(("Ctrl-C", words))
        }
        if let closing { extra.append(("Ctrl-D", closing)) }
        return view.help(screen, extra: extra, workspace: desk?.existingPath)
    }

    /// Returns the keys that the terminal handles itself. They are shown after the screen's keys.
    private func extraKeys(
        _ screen: Screen,
        _ view: TerminalView
    ) -> [(key: String, short: String, words: String)] {
        var keys: [(key: String, short: String, words: String)] = []
        if view.offersFacilitatorPage {
            keys.append(
                view.isOpen
                    ? ("Tab", "close", "close the facilitator's page")
                    : ("Tab", "notes", "open the facilitator's page with the marks and all keys")
            )
        }
        if view.home == .facilitator, screen.participant.isAsked, view.note == nil {
            keys.append(
                view.seat == .proxy
                    ? ("Tab", "stop answering", "stop answering for the participant")
                    : ("Tab", "answer …", "answer for the participant (asks for confirmation)")
            )
        }
        if view.offersNotes, view.seat != .shared {
            keys.append(("n", "note", "write a note"))
        }
        if screen.line == nil, !screen.tutorial.isEmpty {
            keys.append(("h", "tutorial", "show the tutorial again"))
        }
        if offersTools(screen) {
            keys += [
                ("o", "open", "open the workspace in the editor"),
                ("s", "shell", "open a shell in the workspace"),
            ]
        }
        return keys
    }

    /// Returns whether the workspace can be opened from this terminal now. This is possible only
    /// while the task's clock runs and the page has no input field.
    private func offersTools(_ screen: Screen) -> Bool {
        screen.line == nil && desk != nil && screen.moment == .running
    }

    // MARK: Keys

    private func handle(_ input: KeyPress<Stamp>, _ view: inout TerminalView) -> Wish? {
        guard let screen = view.screen, !view.isLent else { return nil }
        if view.keeps(input) { return nil }
        let repeats = view.repeats(input)
        if view.note != nil, writes(input, &view) { return nil }
        guard !repeats else { return nil }
        if view.ignoresStart(of: input) { view.startNote() }
        guard view.takes(input) else { return nil }
        if let question = view.question {
            view.question = nil
            guard input.key == .character("y") else { return nil }
            switch question {
            case .keys: view.sit(.shared, at: clock.now())
            case .answering: view.answer(true)
            }
            return nil
        }
        if view.aside != nil {
            if let place = place(after: input.key, from: view.asideScroll, view) {
                view.asideScroll = place
            } else {
                view.aside = nil
            }
            if input.key != .interrupt { return nil }
        }
        switch input.key {
        case .interrupt where view.home == .participant && view.isControlled:
            view.say(ControlChange.refusal, at: input.at)
        case .interrupt where view.home == .participant: view.question = .keys
        case .interrupt where screen.isOffline: return .close
        case .interrupt: keys.leave(input.at)
        case .endOfFile where closing != nil: return .close
        case .redraw: view.needsRedraw = true
        case .tab where view.home == .shared: view.toggle()
        case .tab where view.seat == .proxy: view.answer(false)
        case .tab where view.home == .facilitator && screen.participant.isAsked:
            view.question = .answering
        default:
            let isTyped = [.home, .end, .character(" ")].contains(input.key) && view.editor != nil
            if !isTyped, let place = place(after: input.key, from: view.scroll, view) {
                view.scroll = place
                return nil
            }
            guard view.editor == nil else {
                edit(input, &view)
                return nil
            }
            if let tool = tool(input.key, on: screen) { return .tool(tool) }
            press(input, screen, &view)
        }
        return nil
    }

    /// Returns the scroll position after `key` is pressed at the scroll position `start`. Returns
    /// nil if the key does not scroll.
    private func place(after key: TerminalKey, from start: Int, _ view: TerminalView) -> Int? {
        switch key {
        case .up: max(0, start - 1)
        case .down: start + 1
        case .pageUp: max(0, start - view.page)
        case .pageDown, .character(" "): start + view.page
        case .home: 0
        case .end: start + 100_000
        default: nil
        }
    }

    private func tool(_ key: TerminalKey, on screen: Screen) -> WorkspaceDesk.Tool? {
        guard offersTools(screen) else { return nil }
        switch key {
        case .character("o"): return .editor
        case .character("s"): return .shell
        default: return nil
        }
    }

    private func press(_ input: KeyPress<Stamp>, _ screen: Screen, _ view: inout TerminalView) {
        guard let answerable = view.answerable else { return }
        switch input.key {
        case .enter, .delete, .backspace:
            let trigger: Screen.Key.Trigger = input.key == .enter ? .enter : .delete
            if let key = answerable.keys.first(where: { $0.trigger == trigger }) {
                send(key, input, &view)
            } else {
                let name = trigger == .enter ? "Enter" : "Delete"
                view.say("\(name) does nothing here; press ? to see all keys", at: input.at)
            }
        case .escape where screen.isAnsweredByEscape:
            let no = answerable.keys.first { $0.trigger == .character("n") }
            if let no { send(no, input, &view) }
        case .character("?"): (view.aside, view.asideScroll) = (.keys, 0)
        case .character("h") where !screen.tutorial.isEmpty:
            (view.aside, view.asideScroll) = (.tutorial, 0)
        case .character("n") where view.offersNotes: view.startNote()
        case .character(let character):
            let number = character.wholeNumberValue ?? 0
            if answerable.options.element(number: number) != nil {
                view.send(at: input.at)
                keys.type("\(number)", true, false, input.at)
            } else if let key = answerable.keys.first(where: {
                $0.trigger == .character(character)
            }) {
                send(key, input, &view)
            } else if let key = screen.runningKey, worksWhileRunning(character, screen) {
                let words = "“\(character)” works only while the clock runs; press \(key) first"
                view.say(words, at: input.at)
            } else {
                view.say("“\(character)” does nothing here; press ? to see all keys", at: input.at)
            }
        case .paste:
            view.say("pasted text does nothing here; press ? to see all keys", at: input.at)
        default: break
        }
    }

    /// Handles a key that is pressed while a note is being typed. Returns false if the key has its
    /// usual effect instead, such as scrolling.
    private func writes(_ input: KeyPress<Stamp>, _ view: inout TerminalView) -> Bool {
        guard var note = view.note else { return false }
        switch input.key {
        case .up, .down, .pageUp, .pageDown, .redraw, .endOfFile: return false
        case .tab: return view.home != .shared
        case .escape, .interrupt: view.note = nil
        case .enter:
            let words = note.text.trimmed
            if !words.isEmpty, !view.takesNotes {
                view.putNoteAside()
                view.say(
                    "The note cannot be recorded now, but it is kept. Press n on a later page to "
                        + "continue the note.",
                    at: input.at
                )
                return true
            }
            if !words.isEmpty { keys.mark(.note, words, input.at) }
            view.note = nil
        default:
            note.apply(input.key)
            view.note = note
        }
        return true
    }

    /// Returns whether the key works only while the task's clock runs. At the question about unsaved
    /// work, this is false for `d` and `g`, because "done" was already pressed.
    private func worksWhileRunning(_ character: Character, _ screen: Screen) -> Bool {
        "dg".contains(character) && screen.moment != .unsaved
            || desk != nil && "os".contains(character)
    }

    private func send(_ key: Screen.Key, _ input: KeyPress<Stamp>, _ view: inout TerminalView) {
        view.send(at: input.at, opensField: key.opensField)
        keys.press(key, input.at)
    }

    private func edit(_ input: KeyPress<Stamp>, _ view: inout TerminalView) {
        guard var editor = view.editor, let screen = view.answerable else { return }
        switch input.key {
        case .enter:
            let typed = editor.text
            let enter = screen.keys.first { $0.trigger == .enter }
            if !screen.submits(typed), let enter { return send(enter, input, &view) }
            keys.type(typed, !screen.options.isEmpty, screen.line?.confirms == true, input.at)
            view.submit()
            view.send(at: input.at)
        case .escape where screen.moment == .explaining: keys.leave(input.at)
        case .escape where screen.moment == .wording:
            keys.type(screen.line?.initial ?? "", false, false, input.at)
            view.send(at: input.at)
        case .escape:
            let back = screen.keys.first {
                if case .character = $0.trigger { true } else { false }
            }
            if let back { send(back, input, &view) }
        default:
            editor.apply(input.key)
            view.editor = editor
        }
    }
}
