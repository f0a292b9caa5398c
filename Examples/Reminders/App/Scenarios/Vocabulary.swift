import DataAccess
import ReminderData
import Scenarios

// MARK: States

/// The state before the first list arrives.
struct Opening: Paged { var page = Page() }
struct Browsing: Paged { var page: Page }
/// The state during a request to the server that the user started.
struct Asking: Paged { var page: Page }
struct Typing: Paged {
    var page: Page
    /// The reminder to rename; nil if the user types the title of a new reminder.
    var renamed: Reminder?
}
struct Deciding: Paged {
    var page: Page
    var mine: Reminder
    /// The title on the server; nil if the server no longer has the reminder.
    var theirs: String?
}
struct Closed: GeneralState {}

/// A state whose screen shows a page.
protocol Paged: GeneralState { var page: Page { get set } }

struct Page: Sendable {
    var list = ListSnapshot<Reminder>()
    /// IDs of the reminders that the last update of the list has changed. `changedAt` is the time
    /// of this update.
    var changed: Set<String> = []
    var changedAt = ContinuousClock.now
    var link = Link.none
    var standings = Standings()
    var notice = ""
    /// ID of the selected reminder; nil if no reminder is selected.
    var selected: String?

    var selection: Reminder? { list.elements.first { $0.id == selected } }

    /// Shows the new list. If it no longer contains the selected reminder, selects the reminder
    /// that is now at the same position.
    mutating func show(_ new: ListSnapshot<Reminder>, changed: Set<String>) {
        let place = list.elements.firstIndex { $0.id == selected } ?? 0
        (list, self.changed, changedAt) = (new, changed, .now)
        if selection == nil { select(place) }
    }

    mutating func move(by steps: Int) {
        select((list.elements.firstIndex { $0.id == selected } ?? 0) + steps)
    }

    private mutating func select(_ place: Int) {
        let all = list.elements
        selected = all.isEmpty ? nil : all[min(max(place, 0), all.count - 1)].id
    }
}

// MARK: Messages

struct ListArrived: Message {
    let list: ListSnapshot<Reminder>
    let changed: Set<String>
}
struct LinkChanged: Message { let link: Link }
struct StandingsArrived: Message { let standings: Standings }

struct Moved: Message { let steps: Int }
struct AddAsked: Message {}
struct RenameAsked: Message {}
struct DoneAsked: Message {}
struct DeleteAsked: Message {}
struct UndoAsked: Message {}
struct RedoAsked: Message {}
struct RefreshAsked: Message {}
struct DismissAsked: Message {}
struct DecideAsked: Message {}
struct SideChosen: Message { let isMine: Bool }
struct TextEntered: Message { let text: String }
struct BackAsked: Message {}
struct QuitAsked: Message {}

/// Answer to a query that succeeded, with a notice for the user.
struct Done: Message { var notice = "" }
struct Failed: Message { let reason: String }

// MARK: Queries

struct Save: Query {
    let reminder: Reminder?
    let notice: String
}
struct Delete: Query { let reminder: Reminder? }
struct Undo: Query {}
struct Redo: Query {}
struct Ask: Query {}
struct Dismiss: Query {}
struct Settle: Query {
    let id: String
    let isMine: Bool
}
struct Close: Query {}

// MARK: Runs of scenarios

/// State of a scenario that updates the page with news.
struct Following: ActionState { var news: News? }
/// State of the scenario that shows the first list.
struct Showing: ActionState { var list = ListArrived(list: ListSnapshot(), changed: []) }
struct Moving: ActionState { var steps = 0 }
/// State of a scenario that changes the general state to `next`. If `next` is nil, the general
/// state stays unchanged.
struct Beginning: ActionState {
    var page: Page
    var next: (any GeneralState)?
}
/// State of a scenario that executes a query. `reminder` is the selected reminder, if any.
struct Working: ActionState {
    var reminder: Reminder?
    var notice = ""
}
/// State of a scenario that returns to the list.
struct Returning: ActionState {
    var page: Page
    var reminder: Reminder?
    var isMine = false
    var notice = ""
}
struct Leaving: ActionState { var problem: String? }
