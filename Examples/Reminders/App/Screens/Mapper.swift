import DataAccess
import ReminderData
import Scenarios
import Terminal

typealias Screen = ListPage<any Message>

extension Screen {
    static let over: Screen = {
        var screen = Screen(name: "")
        screen.isOver = true
        return screen
    }()
}

extension Screen.Key {
    init(_ key: Character, _ words: String, _ message: any Scenarios.Message, leads: Bool = false) {
        self.init(.character(key), "\(key)", words, message, leads: leads)
    }

    static let quit = Screen.Key("q", "quit", QuitAsked())
    static let back = Screen.Key(.escape, "Esc", "back", BackAsked(), leads: true)
}

/// Mapper that creates the screen for each state.
final class Mapper: BaseEffectMapper<Screen>, @unchecked Sendable {
    private let title: String
    private let place: String

    /// Creates a mapper.
    ///
    /// - Parameters:
    ///   - user: Name of the user.
    ///   - place: Short text that tells the user where the reminders are stored.
    init(user: String, place: String) {
        (title, self.place) = ("Reminders of \(user)", place)
        super.init()
    }

    override func onDeclareMap(_ facade: MapFacade<Screen>) {
        draw(Opening.self, facade) { _, screen in
            screen.rows = [.init(text: "The list is not here yet.")]
            screen.keys = [.init("r", "ask again", RefreshAsked()), .quit]
        }
        draw(Browsing.self, facade) { state, screen in screen.keys = Self.keys(state.page) }
        draw(Asking.self, facade) { _, screen in
            screen.keys = [
                .init(.escape, "Esc", "stop", BackAsked(), leads: true)
            ]
        }
        draw(Typing.self, facade) { state, screen in
            let label = state.renamed == nil ? "New reminder: " : "New title: "
            screen.line = .init(label: label, text: state.renamed?.title ?? "")
            screen.keys = [.back]
        }
        draw(Deciding.self, facade) { state, screen in
            screen.notices = [
                "Changed here and elsewhere.",
                "  yours   \(state.mine.title)",
                "  server  \(state.theirs ?? "deleted")",
            ]
            screen.keys = [
                .init("y", "keep yours", SideChosen(isMine: true), leads: true),
                .init("s", "take the server's", SideChosen(isMine: false), leads: true), .back,
            ]
        }
        facade.map(state: Closed.self) { _ in Screen.over }
    }

    /// Declares the screen for a type of state that has a page. `complete` adds the parts that are
    /// specific to this state.
    private func draw<State: Paged>(
        _: State.Type,
        _ facade: MapFacade<Screen>,
        _ complete: @escaping @Sendable (State, inout Screen) -> Void
    ) {
        facade.map(state: State.self) { [self] state in
            var screen = screen("\(State.self)", state.page)
            complete(state, &screen)
            return screen
        }
    }

    private static func keys(_ page: Page) -> [Screen.Key] {
        var keys: [Screen.Key] = [.init("a", "add", AddAsked(), leads: true)]
        if page.selection != nil {
            keys += [
                .init(.enter, "Enter", "rename", RenameAsked(), leads: true),
                .init(
                    .character(" "),
                    "Space",
                    page.selection?.isDone == true ? "to do again" : "done",
                    DoneAsked()
                ),
                .init("d", "delete", DeleteAsked()),
            ]
        }
        if let selected = page.selected, case .conflict? = page.standings.changes[selected] {
            keys.append(.init("c", "decide", DecideAsked(), leads: true))
        }
        keys += [.init("u", "undo", UndoAsked()), .init("U", "redo", RedoAsked())]
        if page.link != .none {
            keys.append(.init("r", "ask the server", RefreshAsked(), leads: true))
        }
        if !page.standings.refused.isEmpty { keys.append(.init("x", "clear", DismissAsked())) }
        return keys + [.quit]
    }

    private func screen(_ name: String, _ page: Page) -> Screen {
        var screen = Screen(name: name, left: title, right: place)
        for section in page.list.sections {
            if !screen.rows.isEmpty { screen.rows.append(.init(text: "")) }
            let heading = "\(section.name) (\(section.elements.count))"
            screen.rows.append(.init(text: heading, isHeading: true))
            screen.rows += section.elements.map { row($0, page) }
        }
        if screen.rows.isEmpty { screen.rows = [.init(text: "Nothing to remember.")] }
        screen.notices = notices(page)
        return screen
    }

    private func row(_ reminder: Reminder, _ page: Page) -> Screen.Row {
        Screen.Row(
            text: "\(reminder.isDone ? "[x]" : "[ ]") \(reminder.title)",
            note: page.standings.changes[reminder.id].map(Self.words) ?? "",
            isSelected: reminder.id == page.selected,
            isNewUntil: page.changed.contains(reminder.id) ? page.changedAt + .seconds(2) : nil
        )
    }

    private static func words(_ standing: Standings.Standing) -> String {
        switch standing {
        case .notSaved: "not saved yet"
        case .waiting: "waiting for the server"
        case .sent: "sent"
        case .merged: "sent, merged with another device"
        case .conflict: "in conflict: c decides"
        }
    }

    private func notices(_ page: Page) -> [String] {
        var lines = Array(page.standings.refused.suffix(3))
        let waiting = page.standings.changes.values.count { $0 == .waiting }
        let queue = waiting == 0 ? "" : " Changes of \(waiting) wait."
        switch page.link {
        case .none: break
        case .asking: lines.append("Asking the server.\(queue)")
        case .upToDate: lines.append("As the server has it.\(queue)")
        case .offline(let reason): lines.append("Offline, \(reason).\(queue)")
        }
        if !page.notice.isEmpty { lines.append(page.notice) }
        return lines
    }
}
