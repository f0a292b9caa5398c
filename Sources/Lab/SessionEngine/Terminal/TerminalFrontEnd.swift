import Diagnostics
import Foundation
import ResultsStore
import Scenarios
import StudyDefinition

/// Shows screens in a terminal and turns keys into messages.
struct TerminalFrontEnd {
    let terminal: RawTerminal
    let keys: MessageSource
    let screens: AsyncStream<Screen>
    let clock: SessionClock
    let workspace: Workspace
    let environment: [String: String]

    private enum Event: Sendable {
        case screen(Screen)
        /// Keys that came together.
        case inputs([RawTerminal.Input])
        case beat
        /// The program that had the terminal has ended.
        case returned
        case closed
    }

    /// Until the last screen, which is returned.
    func run() async -> Screen? {
        terminal.enter()
        defer { terminal.leave() }
        let (events, sink) = AsyncStream.makeStream(of: Event.self)
        let producers = [
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
        ]
        defer { for task in producers { task.cancel() } }
        var view = View()
        var beats = 0
        for await event in events {
            switch event {
            case .screen(let screen):
                if screen.over != nil { return screen }
                view.show(screen, at: clock.now())
            case .inputs(let inputs):
                for input in inputs {
                    guard let tool = handle(input, &view) else { continue }
                    view.isLent = true
                    Task {
                        await open(tool)
                        sink.yield(.returned)
                    }
                }
            case .returned: (view.isLent, view.needsRedraw) = (false, true)
            case .beat:
                beats += 1
                if beats % 10 == 0 { keys.send(Tick(at: clock.now())) }
            case .closed:
                // The terminal is gone. What is recorded is safe; the session can be resumed.
                return nil
            }
            draw(&view)
        }
        return nil
    }

    private func draw(_ view: inout View) {
        guard var screen = view.screen, !view.isLent else { return }
        if case .ready = screen.moment { screen.body = "Workspace  \(workspace.root.path)" }
        let size = RawTerminal.size()
        var layout = ScreenLayout(screen: screen, columns: size.columns, rows: size.rows)
        layout.editor = view.editor
        layout.scroll = view.scroll
        if offersTools(screen) { layout.extraKeys = [("o", "open"), ("s", "shell")] }
        if view.showsAllKeys {
            layout = ScreenLayout(
                screen: view.help(
                    screen,
                    tools: offersTools(screen),
                    workspace: workspace.root.path
                ),
                columns: size.columns,
                rows: size.rows
            )
        }
        terminal.draw(layout.frame(now: clock.now()), all: view.takeRedraw(size))
    }

    /// The participant's workspace can be opened from here.
    private func offersTools(_ screen: Screen) -> Bool {
        guard screen.line == nil else { return false }
        switch screen.moment {
        case .ready, .running, .paused, .held, .failed: return true
        default: return false
        }
    }

    /// What the participant's workspace can be opened with.
    private enum WorkspaceTool {
        case editor, shell
    }

    /// Returns the tool that the key asks for.
    private func handle(_ input: RawTerminal.Input, _ view: inout View) -> WorkspaceTool? {
        guard let screen = view.screen, !view.isLent, view.takes(input) else { return nil }
        if view.showsAllKeys, input.key != .interrupt {
            view.showsAllKeys = false
            return nil
        }
        switch input.key {
        case .interrupt: keys.send(Leave(at: input.at))
        case .redraw: view.needsRedraw = true
        case .up: view.scroll = max(0, view.scroll - 1)
        case .down: view.scroll += 1
        default:
            guard view.editor == nil else {
                edit(input, screen, &view)
                return nil
            }
            if let tool = tool(input.key, on: screen) { return tool }
            press(input, screen, &view)
        }
        return nil
    }

    private func tool(_ key: TerminalKey, on screen: Screen) -> WorkspaceTool? {
        guard offersTools(screen) else { return nil }
        switch key {
        case .character("o"): return .editor
        case .character("s"): return .shell
        default: return nil
        }
    }

    private func press(_ input: RawTerminal.Input, _ screen: Screen, _ view: inout View) {
        switch input.key {
        case .enter:
            if let key = screen.keys.first(where: { $0.trigger == .enter }) {
                keys.send(key.message(input.at))
            }
        case .character("?"): view.showsAllKeys = true
        case .character(let character):
            if let number = character.wholeNumberValue, screen.options.indices.contains(number - 1)
            {
                keys.send(Typed(text: "\(number)", numbered: true, at: input.at))
            } else if let key = screen.keys.first(where: { $0.trigger == .character(character) }) {
                keys.send(key.message(input.at))
            }
        default: break
        }
    }

    private func edit(_ input: RawTerminal.Input, _ screen: Screen, _ view: inout View) {
        guard var editor = view.editor else { return }
        switch input.key {
        case .enter:
            let typed = editor.text
            let offersEnter = screen.keys.contains { $0.trigger == .enter }
            if typed.trimmed.isEmpty, offersEnter || screen.moment != .wording {
                if offersEnter { return keys.send(Continue(at: input.at)) }
            }
            keys.send(Typed(text: typed, numbered: !screen.options.isEmpty, at: input.at))
            view.submit()
            if screen.line?.confirms == true { keys.send(Continue(at: input.at)) }
        case .escape where screen.moment == .wording:
            keys.send(Typed(text: screen.line?.initial ?? "", numbered: false, at: input.at))
        case .escape:
            let back = screen.keys.first {
                if case .character = $0.trigger { true } else { false }
            }
            if let back { keys.send(back.message(input.at)) }
        default:
            editor.apply(input.key)
            view.editor = editor
        }
    }

    /// Opens the workspace in `$VISUAL` or the study's command, or in a shell, with cdgen's folder
    /// on the PATH. The clock runs on meanwhile.
    private func open(_ tool: WorkspaceTool) async {
        let command =
            switch tool {
            case .shell: environment["SHELL"] ?? "/bin/sh"
            case .editor:
                environment["VISUAL"].map { "\($0) ." }
                    ?? workspace.study.study.project.open.joined(separator: " ")
            }
        await terminal.lend {
            let problem = await Command.lendTerminal(
                to: ["/bin/sh", "-c", command],
                in: workspace.root,
                environment: environment
            )
            guard let problem else { return }
            print(problem)
            try? await Task.sleep(for: .seconds(2))
        }
    }
}

extension TerminalFrontEnd {
    /// What the terminal knows beside the screen.
    private struct View {
        var screen: Screen?
        var editor: LineEditor?
        var scroll = 0
        var showsAllKeys = false
        var needsRedraw = true
        /// Another program has the terminal.
        var isLent = false
        /// What was typed and is being understood; typed again where it is refused.
        private var submitted = ""
        /// Keys from before were pressed for another screen.
        private var opened = Stamp.unknown
        private var size = (columns: 0, rows: 0)

        /// After a screen that came by itself, keys are taken a moment later: the person pressed
        /// them for the one before.
        static let pauseAfterBusy: Int64 = 300_000_000

        mutating func show(_ new: Screen, at now: Stamp) {
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
            screen = new
        }

        func takes(_ input: RawTerminal.Input) -> Bool {
            input.key == .interrupt || (opened.nanoseconds(to: input.at) ?? 0) >= 0
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

        func help(_ screen: Screen, tools: Bool, workspace: String) -> Screen {
            var help = screen
            var lines = screen.keys.map { key in
                switch key.trigger {
                case .enter: "Enter   \(key.words)"
                case .character(let character): "\(character)       \(key.words)"
                }
            }
            if tools {
                lines += [
                    "o       open the workspace in the editor", "s       a shell in the workspace",
                ]
            }
            lines += [
                "Ctrl-C  leave (asks first)", "Ctrl-L  draw again", "", "Workspace", workspace,
            ]
            help.say(lines.joined(separator: "\n"))
            (help.options, help.marks, help.line) = ([], [], nil)
            help.keys = []
            help.notice = "Any key goes back."
            return help
        }
    }
}
