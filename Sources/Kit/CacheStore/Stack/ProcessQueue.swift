import DataAccess

/// First-come, first-served queue for the write transactions of every store that is open on one file,
/// in this process or in others.
///
/// SQLite lets connections that find the file locked sleep and try again, so that a busy one can keep
/// others waiting beyond any time-out. The queue only orders the attempts: SQLite's own lock still
/// protects the data. Where the queue file cannot be made there is no queue, and SQLite's waiting
/// alone remains.
///
/// Used only by whoever uses the connection of one store's writer; hence
/// unchecked.
final class ProcessQueue: @unchecked Sendable {
    private var file: QueueFile?
    private let timeout: Duration
    private var hasTurn = false

    /// - Parameter path: of the store.
    init(at path: String, timeout: Double) {
        file = QueueFile(at: path + QueueFile.suffix, likeFileAt: path)
        self.timeout = .seconds(timeout)
    }

    /// Whether no other store has the file open: then a transaction needs no turn. One that opens it
    /// meanwhile waits for SQLite's lock, and from the next transaction on both queue.
    var isAlone: Bool { file?.isOnlyUser ?? true }

    /// Waits for this store's turn, which lasts until `leave`.
    ///
    /// - Returns: how long it has waited, or nil if it did not have to.
    /// - Throws: `StoreError.busy` when the time-out has passed.
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

    /// Takes the turn where nobody has it and nobody waits; a store that is alone needs none.
    func enterIfFree() -> Bool {
        guard let file, !file.isOnlyUser else { return true }
        hasTurn = file.isEmpty && file.lockTurn()
        return hasTurn
    }

    /// Ends the turn, if there is one.
    func leave() {
        if !hasTurn { return }
        hasTurn = false
        file?.unlockTurn()
    }

    /// Removes the queue file, unless another store uses it.
    func close() { file = nil }
}

/// Polling interval of a waiter: the delay after a process is killed during its turn.
private let slice = Duration.milliseconds(5)

/// Delay until waiters overtake a stopped process whose turn it is.
private let stallLimit = Duration.milliseconds(100)
