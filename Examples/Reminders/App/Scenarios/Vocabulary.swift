import DataAccess
import ReminderData
import Scenarios

// MARK: States

/// Before the first list.
struct Opening: Paged { var page = Page() }
struct Browsing: Paged { var page: Page }
/// The server is being asked because somebody wants to know.
struct Asking: Paged { var page: Page }
struct Typing: Paged {
    var page: Page
    /// Nil for a new one.
    var renamed: Reminder?
}
struct Deciding: Paged {
    var page: Page
    var mine: Reminder
    /// Title on the server; nil if the reminder is gone there.
    var theirs: String?
}
struct Closed: GeneralState {}

/// A state with a page, which its screen shows.
protocol Paged: GeneralState { var page: Page { get set } }

struct Page: Sendable {
    var list = ListSnapshot<Reminder>()
    /// What the last batch has changed, and when.
    var changed: Set<String> = []
    var changedAt = ContinuousClock.now
    var link = Link.none
    var standings = Standings()
    var notice = ""
    /// Identity of the selected reminder.
    var selected: String?

    var selection: Reminder? { list.elements.first { $0.id == selected } }

    /// Where the selected reminder goes, the next one is selected.
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

/// Answer to a query, with what to say about it.
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

/// News becomes part of the page.
struct Following: ActionState { var news: News? }
/// The first list.
struct Showing: ActionState { var list = ListArrived(list: ListSnapshot(), changed: []) }
struct Moving: ActionState { var steps = 0 }
/// Another state begins.
struct Beginning: ActionState {
    var page: Page
    var next: (any GeneralState)?
}
/// Something is done with the selected reminder.
struct Working: ActionState {
    var reminder: Reminder?
    var notice = ""
}
/// Back to the list.
struct Returning: ActionState {
    var page: Page
    var reminder: Reminder?
    var isMine = false
    var notice = ""
}
struct Leaving: ActionState { var problem: String? }
