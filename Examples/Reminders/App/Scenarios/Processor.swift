import DataAccess
import Foundation
import ReminderData
import Scenarios

/// The initial action states, reducers and queries of the scenarios.
final class Processor: BaseActionProcessor, @unchecked Sendable {
    override func onDeclareActions(_ facade: ActionFacade) {
        beginnings(facade)
        facade.on(Showing.self).reduce(ListArrived.self) { $0.list = $1 }
        facade.on(Following.self)
            .reduce(ListArrived.self) { $0.news = .list($1.list, changed: $1.changed) }
            .reduce(LinkChanged.self) { $0.news = .link($1.link) }
            .reduce(StandingsArrived.self) { $0.news = .standings($1.standings) }
        facade.on(Moving.self).reduce(Moved.self) { $0.steps = $1.steps }
        facade.on(Beginning.self)
            .reduce(AddAsked.self) { run, _ in run.next = Typing(page: run.page) }
            .reduce(RenameAsked.self) { run, _ in
                run.next = run.page.selection.map { Typing(page: run.page, renamed: $0) }
            }
            .reduce(RefreshAsked.self) { run, _ in run.next = Asking(page: run.page) }
            .reduce(DecideAsked.self) { run, _ in run.next = Self.conflict(run.page) }
        facade.on(Working.self)
            .reduce(DoneAsked.self) { run, _ in run.reminder?.isDone.toggle() }
            .reduce(DeleteAsked.self) { _, _ in }
            .reduce(UndoAsked.self) { _, _ in }
            .reduce(RedoAsked.self) { _, _ in }
            .reduce(DismissAsked.self) { _, _ in }
            .reduce(RefreshAsked.self) { _, _ in }
            .create(Save.self) { Save(reminder: $0.reminder, notice: "") }
            .create(Delete.self) { Delete(reminder: $0.reminder) }
            .create(Undo.self) { _ in Undo() }
            .create(Redo.self) { _ in Redo() }
            .create(Dismiss.self) { _ in Dismiss() }
            .create(Ask.self) { _ in Ask() }
            .reduce(Done.self) { $0.notice = $1.notice }
            .reduce(Failed.self) { $0.notice = $1.reason }
        facade.on(Returning.self)
            .reduce(Entered.self) { _, _ in }
            .reduce(BackAsked.self) { _, _ in }
            .reduce(TextEntered.self) { $0.reminder = $0.typed($1.text) }
            .reduce(SideChosen.self) { $0.isMine = $1.isMine }
            .create(Save.self) { Save(reminder: $0.reminder, notice: "") }
            .create(Settle.self) { Settle(id: $0.reminder?.id ?? "", isMine: $0.isMine) }
            .create(Ask.self) { _ in Ask() }
            .reduce(Done.self) { $0.notice = $1.notice }
            .reduce(Failed.self) { $0.notice = $1.reason }
        facade.on(Leaving.self)
            .reduce(QuitAsked.self) { _, _ in }
            .create(Close.self) { _ in Close() }
            .reduce(Done.self) { _, _ in }
            .reduce(Failed.self) { $0.problem = $1.reason }
    }

    /// Declares the initial action states of the scenarios.
    private func beginnings(_ facade: ActionFacade) {
        facade.from(Opening.self)
            .start(Showing.self) { _ in Showing() }
            .start(Following.self) { _ in Following() }
            .start(Working.self) { _ in Working() }
            .start(Leaving.self) { _ in Leaving() }
        facade.from(Browsing.self)
            .start(Following.self) { _ in Following() }
            .start(Moving.self) { _ in Moving() }
            .start(Beginning.self) { Beginning(page: $0.page) }
            .start(Working.self) { Working(reminder: $0.page.selection) }
            .start(Leaving.self) { _ in Leaving() }
        facade.from(Asking.self)
            .start(Following.self) { _ in Following() }
            .start(Returning.self) { Returning(page: $0.page) }
        facade.from(Typing.self)
            .start(Following.self) { _ in Following() }
            .start(Returning.self) { Returning(page: $0.page, reminder: $0.renamed) }
        facade.from(Deciding.self)
            .start(Following.self) { _ in Following() }
            .start(Returning.self) { Returning(page: $0.page, reminder: $0.mine) }
    }

    private static func conflict(_ page: Page) -> Deciding? {
        guard let mine = page.selection,
            case .conflict(let theirs)? = page.standings.changes[mine.id]
        else { return nil }
        return Deciding(page: page, mine: mine, theirs: theirs)
    }
}

extension Returning {
    /// Returns the renamed reminder, or a new reminder if no reminder is being renamed. Its title
    /// is `text` without surrounding white space. Returns nil if this title is empty.
    fileprivate func typed(_ text: String) -> Reminder? {
        let title = text.trimmingCharacters(in: .whitespaces)
        if title.isEmpty { return nil }
        guard var renamed = reminder else {
            // The date format of the server has no fractions below a millisecond.
            let now = (Date().timeIntervalSince1970 * 1000).rounded() / 1000
            let created = Date(timeIntervalSince1970: now)
            return Reminder(created: created, id: UUID().uuidString, title: title)
        }
        renamed.title = title
        return renamed
    }
}
