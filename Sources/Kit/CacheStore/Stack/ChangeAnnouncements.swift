import DataAccess
public import Foundation

/// Sender of change announcements. Each change is announced to all listeners, in the order of the
/// commits.
final class ChangeAnnouncements: Sendable {
    private let lock = NSLock()
    private let listeners = ChangeListeners()
    // Read and written only under `lock`.
    nonisolated(unsafe) private var unposted: [StoreChange] = []
    // Read and written only under `lock`.
    nonisolated(unsafe) private var lastPost: ContinuousClock.Instant?
    private let notifications = TransactionQueue()

    /// Announces a change of records of these entities, without waiting for the listeners. Must be
    /// called immediately after a commit, before the next transaction begins.
    func announce(_ entities: Set<String>, of store: CacheStore) {
        let change = listeners.announce(entities)
        let isFirst = lock.withLock {
            unposted.append(change)
            return unposted.count == 1
        }
        if !isFirst { return }
        notifications.add { [weak self] in
            guard let pause = self?.pause else { return }
            try? await Task.sleep(for: pause)
            self?.post(of: store)
        }
    }

    /// Delay before notifications are posted: one millisecond, or ten if notifications were posted
    /// within the last 50 milliseconds. Changes that occur during the delay are posted together.
    /// This saves time, because waking a thread takes as long as several small transactions.
    private var pause: Duration {
        lock.withLock {
            guard let lastPost, ContinuousClock.now - lastPost < .milliseconds(50) else {
                return .milliseconds(1)
            }
            return .milliseconds(10)
        }
    }

    /// Posts the notifications for all changes that have been announced since the last posting.
    private func post(of store: CacheStore) {
        let changes = lock.withLock {
            defer { unposted = [] }
            lastPost = .now
            return unposted
        }
        for change in changes {
            NotificationCenter.default.post(
                name: CacheStore.didChange,
                object: store,
                userInfo: [CacheStore.changeKey: change]
            )
        }
    }

    /// Returns a sequence of all changes from now on. It ends when the store closes or when the
    /// Swift task that iterates over it is cancelled.
    func stream() -> AsyncStream<StoreChange> { listeners.stream() }

    func finish() { listeners.finish() }
}

extension CacheStore {
    /// Name of the notification posted after each commit that changed something. The notification's
    /// object is the store, and its `userInfo` contains the `StoreChange` under ``changeKey``. The
    /// notification is not posted on the writer's queue.
    public static let didChange = Notification.Name("CacheStoreDidChange")
    /// The key of the `StoreChange` in the `userInfo` of the notification ``didChange``.
    public static let changeKey = "change"

    /// Sequence of all changes from now on: one element for each commit that changed something. A
    /// read that begins after an element has arrived sees the changes of the commit. Each access
    /// returns a separate sequence. A slow reader misses no changes. Commits of other stores that
    /// have the same file open are not in the sequence.
    public var changes: AsyncStream<StoreChange> { announcements.stream() }
}
