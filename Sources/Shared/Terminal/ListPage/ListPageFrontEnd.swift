/// The front end of pages in a terminal. It draws pages and reads keys. It handles the editing of
/// typed text itself, and converts all other keys to messages.
package struct ListPageFrontEnd<Message: Sendable>: Sendable {
    private let terminal: RawTerminal
    private let send: @Sendable (Message) -> Void
    private let moved: @Sendable (Int) -> Message
    private let typed: @Sendable (String) -> Message
    private let left: [Message]

    /// Creates a front end.
    ///
    /// - Parameters:
    ///   - terminal: the terminal of this process.
    ///   - moved: returns the message for a key that moves the selection by a number of rows.
    ///   - typed: returns the message for a typed line.
    ///   - left: messages that are sent when the user presses Ctrl-C.
    ///   - send: receives the messages.
    package init(
        terminal: RawTerminal,
        moved: @escaping @Sendable (Int) -> Message,
        typed: @escaping @Sendable (String) -> Message,
        left: [Message],
        send: @escaping @Sendable (Message) -> Void
    ) {
        (self.terminal, self.moved, self.typed) = (terminal, moved, typed)
        (self.left, self.send) = (left, send)
    }

    private enum Event: Sendable {
        case page(ListPage<Message>)
        case keys([TerminalKey])
        case beat
        case closed
    }

    /// Shows pages until a page has `isOver` set, or until the terminal closes.
    package func run(_ pages: AsyncStream<ListPage<Message>>) async {
        terminal.enter()
        defer { terminal.leave() }
        let (events, input) = AsyncStream.makeStream(of: Event.self)
        terminal.readKeys(now: { ContinuousClock.now }) { keys in
            input.yield(keys.map { Event.keys($0.map(\.key)) } ?? .closed)
        }
        let sources = [
            Task { for await page in pages { input.yield(.page(page)) } },
            // Redraws regularly, because the size may change and bold rows become plain.
            Task {
                while !Task.isCancelled {
                    try? await Task.sleep(for: .milliseconds(250))
                    input.yield(.beat)
                }
            },
        ]
        defer { for source in sources { source.cancel() } }
        var view = View()
        for await event in events {
            switch event {
            case .page(let page) where page.isOver: return
            case .page(let page): view.show(page)
            case .keys(let keys): view.keys += keys
            case .beat: view.beats += 1
            case .closed: return
            }
            while !view.isWaiting, !view.keys.isEmpty { press(view.keys.removeFirst(), &view) }
            draw(&view)
        }
    }

    private struct View {
        var page: ListPage<Message>?
        var editor: LineEditor?
        var size = (columns: 0, rows: 0)
        /// Keys that wait to be handled.
        var keys: [TerminalKey] = []
        /// Name of the page on which the user pressed a key that leads to another page. Nil if no
        /// such key was pressed, or if the other page has been shown since then.
        private var former: String?
        var beats = 0

        /// Whether keys wait until another page is shown. They wait for about a second at most,
        /// because the last key may not have opened another page.
        var isWaiting: Bool { former != nil && former == page?.name && beats < 4 }

        mutating func wait() { (former, beats) = (page?.name, 0) }

        /// Shows a page. Keeps the typed text if the previous page has the same input line.
        mutating func show(_ new: ListPage<Message>) {
            if new.line?.label != page?.line?.label {
                editor = new.line.map { LineEditor($0.text) }
            }
            if new.name != former { former = nil }
            page = new
        }
    }

    private func press(_ key: TerminalKey, _ view: inout View) {
        guard let page = view.page else { return }
        if key == .interrupt {
            for message in left { send(message) }
            return
        }
        if key == .redraw { return view.size = (0, 0) }
        if let known = page.keys.first(where: { $0.key == key }),
            view.editor == nil || key == .escape
        {
            if known.leads { view.wait() }
            return send(known.message)
        }
        if let editor = view.editor {
            if key == .enter {
                view.wait()
                return send(typed(editor.text))
            }
            return view.editor?.apply(key) ?? ()
        }
        switch key {
        case .up, .character("k"): send(moved(-1))
        case .down, .character("j"): send(moved(1))
        case .pageUp: send(moved(-10))
        case .pageDown: send(moved(10))
        case .home: send(moved(-1_000_000))
        case .end: send(moved(1_000_000))
        default: break
        }
    }

    private func draw(_ view: inout View) {
        guard let page = view.page else { return }
        let size = RawTerminal.frameSize()
        let drawing = ListPageDrawing(
            page: page,
            editor: view.editor,
            columns: size.columns,
            rows: size.rows
        )
        terminal.draw(drawing.frame(now: .now), all: size != view.size)
        view.size = size
    }
}
