package import DataAccess

/// Reminders as the screens know them, whichever implementation the program was started with.
package protocol Book: Sendable {
    /// The generated interface; ``Backend`` chooses the implementation.
    var reminders: any ReminderDAO { get }

    /// The list and what becomes of changes, from now on.
    func news() -> AsyncStream<News>
    func save(_ reminder: Reminder) async throws
    func delete(_ reminder: Reminder) async throws
    /// - Returns: whether there was something to undo.
    func undo() async throws -> Bool
    func redo() async throws -> Bool
    /// Asks the server for its list, and sends what waits.
    func refresh() async throws
    /// Ends the conflict of a reminder.
    func settle(_ id: String, keepingMine: Bool) async throws
    /// Forgets the refused changes.
    func dismiss() async throws
    func close() async throws
}

package enum News: Sendable {
    /// `changed`: the reminders that are new, moved or different.
    case list(ListSnapshot<Reminder>, changed: Set<String>)
    case link(Link)
    case standings(Standings)
}

/// Connection to the server.
package enum Link: Sendable, Hashable {
    /// There is no server to ask.
    case none
    case asking
    case upToDate
    case offline(String)
}

/// What has become of the changes to each reminder; nothing is said of those without any.
package struct Standings: Sendable, Hashable {
    package enum Standing: Sendable, Hashable {
        case notSaved, waiting, sent, merged
        case conflict(theirs: String?)
    }

    package var changes: [String: Standing] = [:]
    /// Changes that the server has refused, and why. They are undone.
    package var refused: [String] = []

    package init(changes: [String: Standing] = [:]) { self.changes = changes }
}

extension ListSnapshot<Reminder> {
    static let query = DataQuery(orderBy: [.ascending("isDone"), .ascending("created")])

    static func section(_ reminder: Reminder) -> String { reminder.isDone ? "Done" : "To do" }

    /// The reminders that `batch` shows in another place or with other content.
    static func changed(_ batch: ListBatch<Reminder>) -> Set<String> {
        let places = batch.inserts + batch.updates + batch.moves.map(\.to)
        return Set(places.map { batch.snapshot[$0].id })
    }
}
