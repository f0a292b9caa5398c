package import DataAccess

/// Access to the reminders for the screens. It is the same for every ``Backend``.
package protocol Book: Sendable {
    /// The data access object, whose protocol is generated from the model.
    var reminders: any ReminderDAO { get }

    /// Returns a stream of news: the current list and its later changes, the state of the
    /// connection, and the status of the changes to reminders.
    func news() -> AsyncStream<News>
    func save(_ reminder: Reminder) async throws
    func delete(_ reminder: Reminder) async throws
    /// Undoes the last change.
    ///
    /// - Returns: false if there is no change to undo.
    func undo() async throws -> Bool
    func redo() async throws -> Bool
    /// Sends queued changes to the server, and requests the current list.
    func refresh() async throws
    /// Resolves the conflict of the reminder with this ID. Keeps the local change if `keepingMine`
    /// is true, otherwise the data on the server.
    func settle(_ id: String, keepingMine: Bool) async throws
    /// Clears the list of refused changes.
    func dismiss() async throws
    func close() async throws
}

package enum News: Sendable {
    /// The list. `changed` contains the IDs of the reminders that are new, moved or modified.
    case list(ListSnapshot<Reminder>, changed: Set<String>)
    case link(Link)
    case standings(Standings)
}

/// State of the connection to the server.
package enum Link: Sendable, Hashable {
    /// The program uses no server.
    case none
    case asking
    case upToDate
    case offline(String)
}

/// Status of the changes to the reminders. `changes` is keyed by the reminder's ID. A reminder
/// without changes has no entry.
package struct Standings: Sendable, Hashable {
    package enum Standing: Sendable, Hashable {
        case notSaved, waiting, sent, merged
        case conflict(theirs: String?)
    }

    package var changes: [String: Standing] = [:]
    /// Sentences about the changes that the server has refused: whether each was undone, and the
    /// server's reason.
    package var refused: [String] = []

    package init(changes: [String: Standing] = [:]) { self.changes = changes }
}

extension ListSnapshot<Reminder> {
    static let query = DataQuery(orderBy: [.ascending("isDone"), .ascending("created")])

    static func section(_ reminder: Reminder) -> String { reminder.isDone ? "Done" : "To do" }

    /// Returns the IDs of the reminders that `batch` inserts, moves or updates.
    static func changed(_ batch: ListBatch<Reminder>) -> Set<String> {
        let places = batch.inserts + batch.updates + batch.moves.map(\.to)
        return Set(places.map { batch.snapshot[$0].id })
    }
}
