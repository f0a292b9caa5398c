import CacheStore
import DataAccess
import DataSource
import Foundation

/// Route that stores reminders in the user's document and queues changes for the server.
struct OfflineRecords: RecordRoute {
    let document: StoreDocument
    let facade: DataSourceFacade
    let paths: Paths

    /// Reads the document with all unsaved edits applied.
    func read<T: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> T {
        try await document.read(body)
    }

    /// Adds an edit for each step. In one transaction, the edit changes the record and queues the
    /// change for the server. The queued change is created before the edit is saved, because an
    /// answer from the server may change the record in the meantime.
    func carryOut(_ steps: [TransactionStep<Reminder>]) async throws {
        for step in steps {
            let (old, new): (Reminder?, Reminder?)
            switch step {
            case .insert(let reminder), .save(let reminder):
                old = try await document.retrieve(Reminder.self, reminder.identity)
                new = reminder
            case .delete(let reminder): (old, new) = (reminder, nil)
            }
            let change = paths.change(from: old, to: new)
            await document.edit { [facade] connection in
                try facade.queue(on: connection) {
                    if let new {
                        try connection.save(new)
                    } else if let old {
                        try connection.delete(Reminder.self, old.identity)
                    }
                    return change
                }
            }
        }
    }
}

/// Paths on the server for one user's reminders.
struct Paths: Sendable {
    let list: String

    init(user: String) {
        list = "/users/\(pathSegment(user))/reminders"
    }

    func path(of reminder: Reminder) -> String { "\(list)/\(pathSegment(reminder.id))" }

    func id(of change: PendingChange) -> String {
        let segment = change.path.split(separator: "/").last.map { String($0) } ?? ""
        return segment.removingPercentEncoding ?? segment
    }

    var request: SourceRequest<Reminder> {
        SourceRequest(
            Reminder.self,
            path: list,
            query: ListSnapshot<Reminder>.query,
            isWhole: true,
            versions: versions
        )
    }

    var versions: RecordVersions<Reminder> {
        RecordVersions(path: { path(of: $0) }, version: { $0.version })
    }

    /// Returns the change to send to the server: a complete new reminder, the attributes that
    /// differ, or a deletion. Returns nil if there is no difference.
    func change(from old: Reminder?, to new: Reminder?) -> PendingChange? {
        guard let new else {
            return old.map {
                PendingChange(method: "DELETE", path: path(of: $0), startingFrom: $0.version)
            }
        }
        guard let old else {
            return PendingChange(
                path: path(of: new),
                new,
                only: Self.all,
                startingFrom: new.version
            )
        }
        var names: Set<String> = []
        if old.title != new.title { names.insert("title") }
        if old.isDone != new.isDone { names.insert("isDone") }
        if names.isEmpty { return nil }
        return PendingChange(
            method: "PATCH",
            path: path(of: new),
            new,
            only: names,
            startingFrom: new.version
        )
    }

    private static let all: Set = ["created", "id", "isDone", "title"]
}

/// Attributes of a reminder in the body of a change, or in the server's answer to a conflicting
/// change. Nil if the body does not contain the attribute.
struct SentReminder: Decodable {
    var title: String?
    var done: Bool?

    init?(_ data: Data?) {
        guard let data, let sent = try? JSONDecoder().decode(SentReminder.self, from: data) else {
            return nil
        }
        self = sent
    }
}
