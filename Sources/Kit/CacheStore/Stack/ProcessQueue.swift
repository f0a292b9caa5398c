import DataAccess

/// First-come, first-served queue for the write transactions of all stores that have the same file
/// open, in this process or in others.
///
/// If SQLite finds the file locked, it sleeps and tries again. Without a queue, a busy connection
/// could therefore keep others waiting until they time out. The queue only determines the order of
/// transactions: SQLite's own lock still protects the data. If the queue file cannot be created,
/// stores wait only for SQLite's lock.
///
/// Marked `@unchecked Sendable` because only the code that currently holds the store's writer
/// connection uses this object.
final class ProcessQueue: @unchecked Sendable {
    private var file: QueueFile?
    private let timeout: Duration
    private var hasTurn = false

    /// Joins the queue for a store's file.
    ///
    /// - Parameter path: path of the store's file.
    init(at path: String, timeout: Double) {
        file = QueueFile(at: path + QueueFile.suffix, likeFileAt: path)
        self.timeout = .seconds(timeout)
    }

    /// Whether no other store has the file open, so that a transaction need not queue. A store that
    /// opens the file during such a transaction waits for SQLite's lock. Later transactions of both
    /// stores use the queue.
    var isAlone: Bool { file?.isOnlyUser ?? true }

    /// Waits for this store's turn to write. The turn lasts until `leave` is called.
    ///
    /// - Returns: the time spent waiting, or nil if there was no wait.
    /// - Throws: `StoreError.busy` if the time-out has passed.
    func enter() throws(StoreError) -> Duration? {
        guard let file else { return nil }
        if file.isEmpty, file.lockTurn() {
            hasTurn = true
            return nil
        }
        let start = ContinuousClock.now
        guard let ticket = file.takeTicket() else { return nil }
        defer { file.drop(ticket) }
        var freeSince: ContinuousClock.Instant?
        while true {
            let now = ContinuousClock.now
            if file.isFirst(ticket) || freeSince.map({ now - $0 > stallLimit }) == true,
                file.lockTurn()
            {
                file.pass(ticket)
                hasTurn = true
                return now - start
            }
            freeSince = file.isTurnTaken ? nil : freeSince ?? now
            let left = timeout - (now - start)
            if left <= .zero { break }
            file.sleep(ticket, atMost: min(left, slice))
        }
        file.wake(ticket + 1)
        throw .busy
    }

    /// Begins this store's turn to write if no store has the turn or waits for it. No turn is
    /// needed if no other store has the file open.
    ///
    /// - Returns: whether this store may write.
    func enterIfFree() -> Bool {
        guard let file, !file.isOnlyUser else { return true }
        hasTurn = file.isEmpty && file.lockTurn()
        return hasTurn
    }

    /// Ends this store's turn to write. Has no effect if the store does not have the turn.
    func leave() {
        if !hasTurn { return }
        hasTurn = false
        file?.unlockTurn()
    }

    /// Stops using the queue file, and removes the file unless another store uses it.
    func close() { file = nil }
}

/// Interval at which a waiter checks the queue. It limits the delay after a process is killed
/// during its turn.
private let slice = Duration.milliseconds(5)

/// Time for which the first waiter may leave a free turn unused, for example because its process is
/// suspended. After this time, other waiters may overtake the first waiter.
private let stallLimit = Duration.milliseconds(100)
