import CacheStore
import DataAccess
import DataSource
import Foundation
import Synchronization

/// Reminders in a user's document, synchronized with a server that is not always reachable. The
/// list is available immediately. Edits can be undone and redone, and are queued until the server
/// accepts them.
final class OfflineBook: Book {
    let reminders: any ReminderDAO
    private let document: StoreDocument
    private let facade: DataSourceFacade
    private let list: DataSource<Reminder>
    private let paths: Paths
    /// Whether the last change to a reminder was sent or merged, keyed by the reminder's ID.
    /// Contains only changes that the server has accepted since the program started.
    private let told = Mutex<[String: Standings.Standing]>([:])
    /// Keys of changes that result from merging a change on this device with a change on another
    /// device.
    private let merged = Mutex<Set<String>>([])
    private let kept = KeptChanges()
    private let isOffline = Mutex(false)
    /// Connection states that the methods of this class report. Nil means that only the standings
    /// have changed.
    private let own: AsyncStream<Link?>
    private let output: AsyncStream<Link?>.Continuation

    init(user: String, folder: URL, server: URL) throws {
        paths = Paths(user: user)
        document = try StoreDocument(
            user: user,
            in: folder,
            model: RemindersModel.definition,
            autosaveInterval: .seconds(1)
        )
        facade = DataSourceFacade(
            store: document.store,
            remote: HTTPRemote(base: server, timeout: 10),
            merge: Self.merge(paths, kept),
            retryInterval: .seconds(1)
        )
        let route = OfflineRecords(document: document, facade: facade, paths: paths)
        reminders = RoutedDAO(route)
        list = DataSource(
            document,
            facade,
            paths.request,
            sectionName: ListSnapshot<Reminder>.section
        )
        (own, output) = AsyncStream.makeStream()
    }

    /// Returns the function that merges an outdated change with the server's reminder. A change
    /// that does not set the title is merged: the reminder gets the server's title. A change that
    /// sets the title is not merged, so the user must decide. If the server has deleted the
    /// reminder and the user keeps it, the new change creates the complete reminder again.
    private static func merge(_ paths: Paths, _ kept: KeptChanges) -> DataSourceFacade.Merge {
        { conflict, connection in
            guard let mine = SentReminder(conflict.change.body),
                var reminder = try connection.retrieve(
                    Reminder.self,
                    Reminder.Identity(paths.id(of: conflict.change))
                )
            else { return nil }
            // Later edits start from the server's current version.
            reminder.version = conflict.current?.version
            if conflict.current == nil {
                guard kept.keys.withLock({ $0.contains(conflict.change.key) }) else { return nil }
                try connection.save(reminder)
                return paths.change(from: nil, to: reminder)
            }
            guard mine.title == nil, let title = SentReminder(conflict.current?.body)?.title
            else { return nil }
            reminder.title = title
            try connection.save(reminder)
            return PendingChange(
                method: "PATCH",
                path: conflict.change.path,
                reminder,
                only: ["isDone"]
            )
        }
    }

    func save(_ reminder: Reminder) async throws { try await reminders.save(reminder) }

    func delete(_ reminder: Reminder) async throws {
        try await reminders.delete(reminder.identity)
    }

    func undo() async throws -> Bool { try await document.undo(reversal) }

    func redo() async throws -> Bool { try await document.redo(reversal) }

    /// A function that undoes or redoes an edit, and queues the reversal for the server. Each edit
    /// changes one reminder, so the reversal is a change to this reminder.
    private var reversal: StoreDocument.Reversal {
        { [facade, paths] connection, reverse in
            try facade.queue(on: connection) {
                let before = Set(try connection.fetch(Reminder.self))
                try reverse()
                let after = Set(try connection.fetch(Reminder.self))
                let (old, new) = (
                    before.subtracting(after).first, after.subtracting(before).first
                )
                return paths.change(from: old, to: new)
            }
        }
    }

    func refresh() async throws {
        output.yield(.asking)
        do {
            await facade.networkIsBack()
            try await list.refresh()
            output.yield(.upToDate)
        } catch {
            output.yield(.offline(words(for: error)))
            throw error
        }
    }

    func settle(_ id: String, keepingMine: Bool) async throws {
        for conflict in try await facade.conflictingChanges()
        where paths.id(of: conflict.change) == id {
            if keepingMine, conflict.current == nil {
                kept.keys.withLock { _ = $0.insert(conflict.change.key) }
                await facade.retry(conflict.change)
            } else {
                let policy: ConflictPolicy = keepingMine ? .keepLocal : .takeRemote
                try await facade.settle(conflict.change, by: policy)
            }
        }
        try await refresh()
    }

    func dismiss() async throws {
        for refused in try await facade.refusedChanges() {
            try await facade.forget(refused.change)
        }
        output.yield(nil)
    }

    func close() async throws { try await document.close() }

    // MARK: News

    func news() -> AsyncStream<News> {
        let (news, output) = AsyncStream<News>.makeStream()
        let (events, outcomes) = (list.events(.cacheAndNetwork), facade.outcomes)
        let changes = document.store.changes
        // A single task reports the standings. If two tasks did, older standings could be reported
        // after newer ones.
        let (signals, signal) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let work = Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.askUntilItAnswers(output) }
                group.addTask { for await _ in signals { await self.tellStandings(output) } }
                group.addTask {
                    for await event in events {
                        self.tell(event, output)
                        signal.yield()
                    }
                }
                group.addTask {
                    for await outcome in outcomes {
                        self.tell(outcome, output)
                        signal.yield()
                    }
                }
                group.addTask {
                    for await _ in changes {
                        await self.facade.sendSoon()
                        signal.yield()
                    }
                }
                group.addTask {
                    for await link in self.own {
                        if let link { self.tell(link, output) }
                        signal.yield()
                    }
                }
            }
        }
        output.onTermination = { _ in work.cancel() }
        return news
    }

    /// Requests the list every five seconds while the server cannot be reached. The facade retries
    /// only queued changes, not requests for the list.
    private func askUntilItAnswers(_ news: AsyncStream<News>.Continuation) async {
        while (try? await Task.sleep(for: .seconds(5))) != nil {
            guard isOffline.withLock({ $0 }), (try? await list.refresh()) != nil else { continue }
            tell(.upToDate, news)
        }
    }

    private func tell(
        _ event: DataSourceEvent<Reminder>,
        _ news: AsyncStream<News>.Continuation
    ) {
        switch event {
        case .cached(let snapshot): news.yield(.list(snapshot, changed: []))
        case .changed(let batch):
            news.yield(.list(batch.snapshot, changed: ListSnapshot<Reminder>.changed(batch)))
        case .refreshing: tell(.asking, news)
        case .refreshed: tell(.upToDate, news)
        case .failed(let error, _): tell(.offline(words(for: error)), news)
        }
    }

    private func tell(_ link: Link, _ news: AsyncStream<News>.Continuation) {
        switch link {
        case .offline: isOffline.withLock { $0 = true }
        case .upToDate: isOffline.withLock { $0 = false }
        case .none, .asking: break
        }
        news.yield(.link(link))
    }

    private func tell(_ outcome: ChangeOutcome, _ news: AsyncStream<News>.Continuation) {
        let id = paths.id(of: outcome.change)
        switch outcome.state {
        case .waiting(let error?): tell(.offline(words(for: error)), news)
        case .sent:
            let isMerged = merged.withLock { $0.contains(outcome.change.key) }
            told.withLock { $0[id] = isMerged ? .merged : .sent }
            // The server can be reached again, so other devices' changes are requested.
            if isOffline.withLock({ $0 }) { Task { try? await refresh() } }
        case .merged(let change):
            let isKept = kept.keys.withLock { $0.contains(outcome.change.key) }
            if !isKept { merged.withLock { _ = $0.insert(change.key) } }
        case .refused(_, let isUndone):
            told.withLock { $0[id] = nil }
            // The list still shows the change, which the server does not have.
            if !isUndone { Task { try? await refresh() } }
        case .waiting, .conflict, .discarded: told.withLock { $0[id] = nil }
        }
    }

    private func tellStandings(_ news: AsyncStream<News>.Continuation) async {
        var standings = Standings(changes: told.withLock { $0 })
        // Errors are ignored here, because the list reports errors of the store.
        for change in (try? await facade.pendingChanges()) ?? [] {
            standings.changes[paths.id(of: change)] = .waiting
        }
        let shown = try? await document.fetch(Reminder.self)
        for conflict in (try? await facade.conflictingChanges()) ?? [] {
            let id = paths.id(of: conflict.change)
            let isDeleted = shown.map { !$0.contains { $0.id == id } } ?? false
            if isDeleted || conflict.change.method == "DELETE" {
                // The list does not show a deleted reminder, so the user could not decide the
                // conflict.
                if (try? await facade.settle(conflict.change, by: .takeRemote)) != nil {
                    Task { try? await refresh() }
                }
                continue
            }
            let theirs = SentReminder(conflict.current?.body)?.title
            standings.changes[id] = .conflict(theirs: theirs)
        }
        for refused in (try? await facade.refusedChanges()) ?? [] {
            standings.refused.append(words(for: refused, paths))
        }
        let saved = (try? await document.store.context.fetch(Reminder.self)) ?? []
        for reminder in Set(shown ?? []).symmetricDifference(saved) {
            standings.changes[reminder.id] = .notSaved
        }
        news.yield(.standings(standings))
    }
}

/// Keys of the changes that the user keeps although the server has deleted their reminders.
private final class KeptChanges: Sendable {
    let keys = Mutex<Set<String>>([])
}
