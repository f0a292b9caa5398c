import Diagnostics
import ResultsStore
import SessionEngine
import Terminal

/// Front end that writes pages as plain lines and reads typed lines. A typed line contains a key or
/// an answer. A line may be typed before the page that it answers is shown. Its time stamp is then
/// the time at which the line is processed. On a terminal, lines that are typed while nothing is
/// asked are dropped.
struct LineFrontEnd {
    let input: LineInput
    let screens: AsyncStream<Screen>
    let keys: KeySink
    let clock: SessionClock
    /// The participant's workspace, whose path is shown. Nil if there is none on this machine.
    var desk: WorkspaceDesk?
    var control: AsyncStream<ControlChange>?
    /// A sentence that tells the facilitator how to connect a terminal of their own. The
    /// participant's terminal shows it while no such terminal is connected.
    var invitation: String?
    /// The people who look at this terminal when the session starts.
    var home = Seat.facilitator

    private typealias Event = FrontEndEvent<LineInput.Line>

    struct View {
        var latest: Screen?
        var shown: Screen?
        var since = Stamp.unknown
        var home = Seat.facilitator
        /// Whether the facilitator uses another terminal.
        var isControlled = false
        /// Whether the facilitator answers for a participant who has a screen of their own.
        var isAnswering = false
        /// Whether the next line is the text of a note.
        var isNoting = false
        /// Whether the next line answers the question whether to show the facilitator's keys again.
        /// The terminal currently shows only the participant's page. The next page withdraws the
        /// question.
        var isAskingForKeys = false
        /// Lines that were read but not processed yet.
        var waiting: [LineInput.Line] = []
        var isAtEnd = false
        /// Deadline for the screen that responds to the last input. Nil if no response is expected.
        var settles: Stamp?
        /// Whether the last input opens an input field. The next line is then text, so it waits
        /// longer.
        var awaitsField = false

        /// The people for whom pages are currently written: the facilitator, the participant, or
        /// both.
        var seat: Seat { home == .facilitator && isAnswering ? .proxy : home }

        /// Whether the session is at the page that is shown before a task's clock starts.
        var isReady: Bool { if case .ready? = latest?.moment { true } else { false } }

        /// Whether to hide typed text. True while the facilitator types a note on a terminal that
        /// the participant also sees. Also true on a page whose input field is hidden.
        var isHidden: Bool { home == .shared && isNoting || shown?.line?.isHidden == true }

        /// Whether the line `:n` starts a note. On pages without text input, the line `n` starts a
        /// note too. This front end reads the text of the note from the next line.
        var offersNotes: Bool {
            home != .participant && latest?.answerable(for: seat).offersNotes == true
        }

        /// Whether the line `:view` writes the facilitator's page on a shared terminal.
        var offersFacilitatorPage: Bool {
            home == .shared && latest?.hasFacilitatorPage == true
        }

        /// The latest screen, adapted to the people in ``seat``. Nil before the first screen.
        var drawn: Screen? {
            latest?.drawn(for: seat, revealedBy: home == .facilitator ? ":answer" : ":view")
        }
    }

    /// Shows screens until the last one and returns that screen. Returns nil if the input ended
    /// before the last screen.
    func run() async -> Screen? {
        let (events, sink) = AsyncStream.makeStream(of: Event.self)
        let producers = Event.produce(into: sink, screens: screens, control: control)
        let interrupt = input.isTerminal ? CaughtInterrupt() : nil
        defer {
            for task in producers { task.cancel() }
            interrupt?.end()
            TerminalEcho.turnOn()
        }
        input.readLines(clock: clock) { sink.yield($0.map(Event.input) ?? .closed) }
        var view = View()
        view.home = home
        if let invitation { _ = write([invitation]) }
        var beats = 0
        for await event in events {
            switch event {
            case .screen(let screen):
                if screen.over != nil { return screen }
                let before = view.latest
                let isNoting = view.settle(screen)
                guard show(&view) else { return nil }
                if isNoting { inviteNote() }
                if view.home == .shared, let before, screen.hasNewMarks(since: before) {
                    _ = write(["Recorded."])
                }
            case .input(let line): view.waiting.append(line)
            case .control(let change):
                guard take(change, &view) else { return nil }
            case .beat:
                beats += 1
                if interrupt?.take() == true, !leave(&view) { return nil }
                // A tick can cause a new page, which would be mistaken for the answer to a line.
                if beats % 10 == 0, view.waiting.isEmpty, view.settles == nil {
                    keys.tick(clock.now())
                }
                // The next line from a pipe is meant for the page that follows a check. It
                // therefore waits until the check has ended, without a deadline.
                let mayGoOn = input.isTerminal || isIdle(view)
                if mayGoOn, let end = view.settles, end.nanoseconds(to: clock.now()) != nil,
                    view.endWait()
                {
                    inviteNote()
                }
            case .closed: view.isAtEnd = true
            case .returned: break
            }
            take(&view)
            if view.isHidden { TerminalEcho.turnOff() } else { TerminalEcho.turnOn() }
            if view.isAtEnd, view.waiting.isEmpty, view.settles == nil, isIdle(view) { return nil }
        }
        return nil
    }

    /// Handles the connection or disconnection of the terminal that runs `evalrun control`. After a
    /// disconnection, this terminal still shows only the participant's page, because the
    /// participant must not see the facilitator's page. Returns false if nothing can be written.
    func take(_ change: ControlChange, _ view: inout View) -> Bool {
        view.isControlled = change == .joined
        switch change {
        case .joined: (view.home, view.isNoting) = (.participant, false)
        case .left:
            if view.home == .participant {
                _ = write(["The facilitator's screen was closed."])
                if input.isTerminal {
                    _ = write(["Facilitator: to use your keys on this terminal, press Ctrl-C."])
                }
            }
            if let invitation { _ = write([invitation]) }
        }
        view.shown = nil
        return show(&view)
    }

    /// Writes lines. Returns whether they were written.
    private func write(_ lines: [String]) -> Bool {
        (try? Output.write(lines.joined(separator: "\n") + "\n")) != nil
    }

    /// Returns whether the engine waits for input.
    private func isIdle(_ view: View) -> Bool {
        view.latest.map { $0.moment != .busy } ?? false
    }

    /// Handles Ctrl-C like the line `:leave`. On a terminal that shows only the participant's page,
    /// both ask whether to show the facilitator's keys again, unless the facilitator uses another
    /// terminal. Returns false if there is no session to leave.
    private func leave(_ view: inout View) -> Bool {
        guard let screen = view.shown, !screen.isOffline else { return false }
        if send(":leave", on: screen, at: clock.now(), &view) { expectScreen(&view) }
        return true
    }

    /// Makes the next line wait for the screen that responds to the last input.
    private func expectScreen(_ view: inout View) {
        let time = view.awaitsField ? TerminalView.longestAnswer : 2_000_000_000
        view.settles = clock.now().advanced(by: time)
    }

    private func show(_ view: inout View) -> Bool {
        guard let screen = view.drawn else { return true }
        let now = clock.now()
        defer { view.shown = screen }
        // The participant's own terminal does not list the key `?`.
        let page = LinePage(
            screen: screen,
            explainsKeys: view.home != .participant,
            workspace: view.isReady ? desk?.path : nil
        )
        if let old = view.shown, let lines = page.changes(since: old) {
            return lines.isEmpty || write(lines)
        }
        (view.since, view.isAskingForKeys) = (now, false)
        return write(page.lines(now: now))
    }

    // MARK: Typed text

    func take(_ view: inout View) {
        dropLines(&view)
        while view.settles == nil, let screen = view.shown, takesLines(view), !view.waiting.isEmpty
        {
            let line = view.waiting.removeFirst()
            if view.isAskingForKeys {
                sit(line.text.trimmed == "y" ? .shared : view.home, &view)
                continue
            }
            let at = view.since.nanoseconds(to: line.at) == nil ? clock.now() : line.at
            if send(line.text, on: screen, at: at, &view) { expectScreen(&view) }
        }
    }

    /// Drops lines that a person typed while nothing is asked. They would answer the next page,
    /// which the person has not read. A pipe's lines are meant for the next page, and are kept.
    private func dropLines(_ view: inout View) {
        guard input.isTerminal, !takesLines(view), !view.isNoting, !view.waiting.isEmpty else {
            return
        }
        let leaves = view.waiting.contains { $0.text.trimmed == ":leave" }
        view.waiting = []
        if leaves, leave(&view) { return }
        _ = write(["Nothing is asked now. The typed line is ignored."])
    }

    /// Shows the page for the people who now look at this terminal.
    private func sit(_ home: Seat, _ view: inout View) {
        (view.home, view.shown) = (home, nil)
        _ = show(&view)
    }

    /// Returns whether typed lines are processed while the current page is shown. False while a
    /// longer operation is in progress and the page has no keys.
    private func takesLines(_ view: View) -> Bool {
        view.isAskingForKeys || view.shown?.moment != .busy
            || view.latest?.answerable(for: view.seat).keys.isEmpty == false
    }

    /// Handles a typed line. Returns whether anything was sent to the session.
    private func send(_ text: String, on shown: Screen, at: Stamp, _ view: inout View) -> Bool {
        let trimmed = text.trimmed
        guard let screen = view.latest?.answerable(for: view.seat) else { return false }
        if view.isNoting { return sendNote(trimmed, at: at, &view) }
        if trimmed == ":leave" {
            // As on a terminal with pages, only the facilitator leaves.
            if view.home == .participant, input.isTerminal {
                askForKeys(&view)
                return false
            }
            keys.leave(at)
            return true
        }
        if trimmed == ":?" || trimmed == "?" && screen.line == nil {
            _ = write(help(shown, view))
            return false
        }
        if trimmed == ":answer", view.home == .facilitator, screen.participant.isAsked {
            view.isAnswering.toggle()
            view.shown = nil
            _ = show(&view)
            return false
        }
        if trimmed == ":view", view.home == .shared, let latest = view.latest {
            guard !latest.participant.isAsked else {
                _ = write(["The facilitator's page stays closed while the participant answers."])
                return false
            }
            let opened = latest.drawn(for: .opened, revealedBy: ":view")
            let page = LinePage(screen: opened, explainsKeys: false)
            _ = write(page.lines(now: clock.now()))
            return false
        }
        if trimmed == "h" && screen.line == nil, !shown.tutorial.isEmpty {
            _ = write(ProseLayout.lines(shown.tutorial, columns: 78).map(\.text))
            return false
        }
        if let key = key(trimmed, on: screen) {
            keys.press(key, at)
            view.awaitsField = key.opensField
            return true
        }
        if trimmed == ":n" || trimmed == "n" && screen.line == nil, view.offersNotes {
            view.isNoting = true
            inviteNote()
            return false
        }
        if let line = screen.line {
            if trimmed == ":remove", !line.initial.trimmed.isEmpty {
                keys.type("", !screen.options.isEmpty, line.confirms, at)
                return true
            }
            let typed = text.hasPrefix("::") ? String(text.dropFirst()) : text
            // In line mode, the old text of a mark cannot be edited. An empty line keeps the old
            // text, and ":remove" removes it.
            let sent = trimmed.isEmpty ? line.initial : typed
            let isDoubtful = line.isDoubtful(trimmed)
            if isDoubtful {
                let doubt = "“\(trimmed)” may be a key of another page. Confirm it, or correct it."
                _ = write([doubt])
            }
            keys.type(sent, !screen.options.isEmpty, line.confirms && !isDoubtful, at)
            return true
        }
        if let number = Int(trimmed), screen.options.element(number: number) != nil {
            keys.type("\(number)", true, false, at)
            return true
        }
        let typed = trimmed.isEmpty ? "An empty line" : "“\(trimmed)”"
        _ = write(["\(typed) does nothing here; type ? to see all keys"])
        return false
    }

    private func inviteNote() { _ = write(["", "[note]   [Enter] record no note"]) }

    /// Asks whether to show the facilitator's keys again, unless the facilitator uses another
    /// terminal.
    private func askForKeys(_ view: inout View) {
        view.isAskingForKeys = !view.isControlled
        let question = "Show the facilitator's keys and marks on this terminal again?"
        let page = ["", "── For the facilitator", question, "", "[y] yes   [Enter] no"]
        _ = write(view.isControlled ? [ControlChange.refusal] : page)
    }

    /// Handles a line that contains the text of a note. Returns whether the note was sent to the
    /// session.
    private func sendNote(_ text: String, at: Stamp, _ view: inout View) -> Bool {
        view.isNoting = false
        guard !text.isEmpty, text != ":leave" else {
            _ = write(["No note was recorded."])
            return false
        }
        guard view.latest?.takesNotes == true else {
            _ = write(["The note cannot be recorded now. Type it again on the next page."])
            return false
        }
        keys.mark(.note, text, at)
        return true
    }

    private func key(_ trimmed: String, on screen: Screen) -> Screen.Key? {
        let trigger: Screen.Key.Trigger
        if trimmed.isEmpty {
            trigger = .enter
        } else if trimmed == ":remove" {
            trigger = .delete
        } else if screen.line == nil, trimmed.count == 1, let character = trimmed.first {
            trigger = .character(character)
        } else if trimmed.count == 2, trimmed.first == ":", let character = trimmed.last {
            trigger = .character(character)
        } else {
            return nil
        }
        return screen.keys.first { $0.trigger == trigger }
    }

    private func help(_ screen: Screen, _ view: View) -> [String] {
        let typing = screen.line != nil
        var lines = [screen.answerKeys].compactMap { $0 }.map { "[\($0.keys)] \($0.words)" }
        lines += screen.explainedKeys.map { key, words in
            "[\(LinePage.name(of: key, typing: typing))] \(words)"
        }
        if view.offersNotes, view.home != .shared {
            lines.append("[\(typing ? ":n" : "n")] write a note")
        }
        if !typing, !screen.tutorial.isEmpty { lines.append("[h] show the tutorial again") }
        if view.offersFacilitatorPage {
            lines.append("[:view] show the facilitator's page with the marks and all keys")
        }
        if view.home == .facilitator, screen.participant.isAsked {
            lines.append(
                view.isAnswering
                    ? "[:answer] stop answering for the participant"
                    : "[:answer] answer for the participant"
            )
        }
        let leaves = view.home != .participant || !input.isTerminal
        if leaves, let words = screen.leaving { lines.append("[:leave] \(words)") }
        // A shared page does not show the old text of a mark, but the facilitator may remove it.
        let line = view.latest?.answerable(for: view.seat).line
        if line?.initial.trimmed.isEmpty == false {
            lines.append("[:remove] remove the old text")
        }
        if typing { lines.append("[::…] type a text that begins with a colon") }
        if let room = screen.room { lines += [""] + room.details }
        if let workspace = desk?.existingPath {
            lines += ["", LinePage.line(workspace: workspace)]
            lines.append("To use the tools in another shell, run this in the workspace:  . ./env")
        }
        return [""] + lines
    }
}

extension Screen.Line {
    /// Returns whether a typed answer may be a mistyped command, such as `:leav`, and the person
    /// must confirm it. An answer that is typed a second time is not doubtful. Only a question for
    /// free text has no label and submits the line at once.
    fileprivate func isDoubtful(_ typed: String) -> Bool {
        guard confirms, label.isEmpty, typed != initial.trimmed, typed.first == ":" else {
            return false
        }
        return typed.dropFirst().first?.isLetter == true
    }
}
