import Diagnostics
import Foundation
import ResultsStore
import Scenarios
import StudyDefinition

/// Shows screens in a terminal and hands on what is pressed and typed.
struct TerminalFrontEnd {
    let terminal: RawTerminal
    let screens: AsyncStream<Screen>
    let keys: KeySink
    let clock: SessionClock
    /// Nil where the workspace cannot be opened from here.
    var desk: WorkspaceDesk?
    /// What Ctrl-D does, in words; nil where it does nothing.
    var closing: String?
    /// What the facilitator's other terminal does; nil where this is that terminal.
    var control: AsyncStream<ControlChange>?
    /// The facilitator's keys are in another terminal from the beginning.
    var startsWithParticipant = false

    private enum Event: Sendable {
        case screen(Screen)
        /// Keys that came together.
        case inputs([RawTerminal.Input])
        case beat
        case control(ControlChange)
        /// The program that had the terminal has ended.
        case returned
        /// The person closes this terminal's view, or the terminal is gone.
        case closed
    }

    /// What a key asks of the terminal itself.
    private enum Wish {
        case tool(WorkspaceDesk.Tool)
        case close
    }

    /// Until the last screen, which is returned; nil where the terminal was closed before.
    func run() async -> Screen? {
        terminal.enter()
        defer { terminal.leave() }
        let (events, sink) = AsyncStream.makeStream(of: Event.self)
        let producers = produce(into: sink)
        defer { for task in producers { task.cancel() } }
        var view = TerminalView()
        if startsWithParticipant { view.sit(.participant, at: clock.now()) }
        var beats = 0
        for await event in events {
            switch event {
            case .screen(let screen):
                if screen.over != nil { return screen }
                view.show(screen, at: clock.now())
            case .inputs(let inputs):
                for input in inputs {
                    switch handle(input, &view) {
                    case .tool(let tool)?:
                        guard let desk else { continue }
                        view.isLent = true
                        Task {
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
            case .closed:
                // The terminal is gone. What is recorded is safe; the session can be resumed.
                return nil
            }
            draw(&view)
        }
        return nil
    }

    private func produce(into sink: AsyncStream<Event>.Continuation) -> [Task<Void, Never>] {
        [
            Task {
                for await screen in screens { sink.yield(.screen(screen)) }
                sink.finish()
            },
            Task {
                for await inputs in terminal.inputs(clock: clock) { sink.yield(.inputs(inputs)) }
                sink.yield(.closed)
            },
            Task {
                while !Task.isCancelled {
                    try? await Task.sleep(for: .milliseconds(100))
                    sink.yield(.beat)
                }
            },
            Task {
                guard let control else { return }
                for await change in control { sink.yield(.control(change)) }
            },
        ]
    }

    /// The participant's seat is kept where the facilitator's terminal goes away: what it showed is
    /// not for the participant.
    private func take(_ change: ControlChange, _ view: inout TerminalView) {
        switch change {
        case .joined: view.sit(.participant, at: clock.now())
        case .left:
            guard view.seat == .participant else { return }
            view.say("The facilitator's screen was closed.", at: clock.now())
        }
    }

    // MARK: Drawing

    /// Lines that a page key moves by.
    private static var page: Int { max(1, RawTerminal.size().rows - 8) }

    private func draw(_ view: inout TerminalView) {
        guard var screen = view.screen, !view.isLent else { return }
        if case .ready = screen.moment, let desk { screen.body = "Workspace  \(desk.path)" }
        if let slip = view.slip(at: clock.now()) { screen.notice = slip }
        let isAside = view.showsAllKeys || view.asksForKeys
        if view.asksForKeys {
            screen = view.question(screen)
        } else if view.showsAllKeys {
            screen = help(screen, view)
        }
        let size = RawTerminal.size()
        var layout = ScreenLayout(
            screen: screen,
            columns: size.columns,
            rows: size.rows,
            last: view.text
        )
        view.text = layout.text
        if !isAside {
            (layout.editor, layout.scroll) = (view.editor, view.scroll)
            if offersTools(screen, view) { layout.extraKeys = [("o", "open"), ("s", "shell")] }
        }
        let frame = layout.frame(now: clock.now())
        if !isAside { view.scroll = frame.scroll }
        terminal.draw(frame, all: view.takeRedraw(size))
    }

    private func help(_ screen: Screen, _ view: TerminalView) -> Screen {
        var extra: [(String, String)] = []
        if offersTools(screen, view) {
            extra += [
                ("o", "open the workspace in the editor"), ("s", "a shell in the workspace"),
            ]
        }
        if view.seat == .facilitator { extra.append(("Ctrl-C", "leave (asks first)")) }
        if let closing { extra.append(("Ctrl-D", closing)) }
        return view.help(screen, extra: extra, workspace: desk?.path)
    }

    /// The participant's workspace can be opened from here.
    private func offersTools(_ screen: Screen, _ view: TerminalView) -> Bool {
        guard screen.line == nil, desk != nil else { return false }
        switch screen.moment {
        case .ready, .running, .paused, .held, .failed: return true
        default: return false
        }
    }

    // MARK: Keys

    private func handle(_ input: RawTerminal.Input, _ view: inout TerminalView) -> Wish? {
        guard let screen = view.screen, !view.isLent, view.takes(input) else { return nil }
        if view.asksForKeys {
            view.asksForKeys = false
            if input.key == .character("y") { view.sit(.facilitator, at: clock.now()) }
            return nil
        }
        if view.showsAllKeys {
            view.showsAllKeys = false
            if input.key != .interrupt { return nil }
        }
        switch input.key {
        case .interrupt where view.seat == .participant: view.asksForKeys = true
        case .interrupt: keys.leave(input.at)
        case .endOfFile where closing != nil: return .close
        case .redraw: view.needsRedraw = true
        case .up: view.scrollBy(-1)
        case .down: view.scrollBy(1)
        case .pageUp: view.scrollBy(-Self.page)
        case .pageDown: view.scrollBy(Self.page)
        case .home where view.editor == nil: view.scroll = 0
        case .end where view.editor == nil: view.scrollBy(10_000)
        case .character(" ") where view.editor == nil: view.scrollBy(Self.page)
        default:
            guard view.editor == nil else {
                edit(input, screen, &view)
                return nil
            }
            if let tool = tool(input.key, on: screen, view) { return .tool(tool) }
            press(input, screen, &view)
        }
        return nil
    }

    private func tool(
        _ key: TerminalKey,
        on screen: Screen,
        _ view: TerminalView
    ) -> WorkspaceDesk.Tool? {
        guard offersTools(screen, view) else { return nil }
        switch key {
        case .character("o"): return .editor
        case .character("s"): return .shell
        default: return nil
        }
    }

    private func press(_ input: RawTerminal.Input, _ screen: Screen, _ view: inout TerminalView) {
        switch input.key {
        case .enter:
            if let key = screen.keys.first(where: { $0.trigger == .enter }) {
                keys.press(key, input.at)
            }
        case .character("?"): view.showsAllKeys = true
        case .character(let character):
            if let number = character.wholeNumberValue, screen.options.indices.contains(number - 1)
            {
                keys.type("\(number)", true, false, input.at)
            } else if let key = screen.keys.first(where: { $0.trigger == .character(character) }) {
                keys.press(key, input.at)
            } else {
                view.say("“\(character)” does nothing here; ? shows all keys", at: input.at)
            }
        case .paste: view.say("pasted text does nothing here; ? shows all keys", at: input.at)
        default: break
        }
    }

    private func edit(_ input: RawTerminal.Input, _ screen: Screen, _ view: inout TerminalView) {
        guard var editor = view.editor else { return }
        switch input.key {
        case .enter:
            let typed = editor.text
            let enter = screen.keys.first { $0.trigger == .enter }
            if typed.trimmed.isEmpty, let enter { return keys.press(enter, input.at) }
            keys.type(typed, !screen.options.isEmpty, screen.line?.confirms == true, input.at)
            view.submit()
        case .escape where screen.moment == .explaining: keys.leave(input.at)
        case .escape where screen.moment == .wording:
            keys.type(screen.line?.initial ?? "", false, false, input.at)
        case .escape:
            let back = screen.keys.first {
                if case .character = $0.trigger { true } else { false }
            }
            if let back { keys.press(back, input.at) }
        default:
            editor.apply(input.key)
            view.editor = editor
        }
    }
}
