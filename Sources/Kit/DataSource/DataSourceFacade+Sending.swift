import CacheStore

/// Sending of the queued changes.
extension DataSourceFacade {
    /// Sends the queued changes, up to `requestsAtOnce` concurrently. Changes to the same record
    /// are sent in the order in which they were queued. The same applies to all changes to entities
    /// with relationships. Stops if the remote cannot be reached; unsent changes remain queued.
    ///
    /// A change that is refused or in conflict delays only changes to the same record: those with
    /// the same path or a path below it, and those that modified the same rows.
    ///
    /// - Throws: the error of the failed request if the remote cannot be reached; the error of the
    ///   first rejected change if the remote rejects changes.
    public func sendPending() async throws {
        held = [:]
        if let problem = try await deliver() { throw problem }
    }

    /// Informs the facade that the device has a network connection again. Queued changes are sent
    /// at once, without waiting until the current pause ends. Later pauses start at the minimum
    /// again.
    public func networkIsBack() {
        isDue = true
        pausing?.cancel()
        keepSending()
    }

    /// Repeats sending until the queue contains only changes that need a decision by the caller.
    func keepSending() {
        isAsked = true
        if retrying != nil { return }
        retrying = Task { [weak self, retryInterval] in
            var pause = retryInterval
            while await self?.sendOnce() == false, !Task.isCancelled {
                guard let wait = await self?.pausing(for: pause) else { return }
                await wait.value
                let isAnew = await self?.isDue ?? true
                pause = isAnew ? retryInterval : min(pause * 2, retryInterval * 32)
            }
            await self?.hasEndedSending()
        }
    }

    /// Returns a task that sleeps for `pause`. `networkIsBack()` ends the task early. If
    /// `networkIsBack()` was already called during the last attempt, the task ends at once.
    private func pausing(for pause: Duration) -> Task<Void, Never> {
        let task = Task<Void, Never> { try? await Task.sleep(for: pause) }
        if isDue { task.cancel() }
        pausing = task
        return task
    }

    /// Called when sending has ended. Starts sending again if a change was queued after the last
    /// attempt had read the queue.
    private func hasEndedSending() {
        retrying = nil
        if isAsked { keepSending() }
    }

    /// Sends the queued changes once.
    ///
    /// - Returns: false if another attempt should be made.
    private func sendOnce() async -> Bool {
        // A delivery in progress may have begun before the network came back, and may have read the
        // queue before the newest change was added. The flags therefore stay set during a delivery.
        isDue = isDue && sending != nil
        isAsked = isAsked && sending != nil
        do {
            try await deliver()
            return true
        } catch {
            return error is StoreError || error is CancellationError
        }
    }

    /// Sends the queued changes. If a delivery is in progress, waits for its result instead.
    ///
    /// - Returns: the error of the first rejected change; nil if no change was rejected.
    @discardableResult
    func deliver() async throws -> (any Error)? {
        // Only one delivery runs at a time; otherwise a change could be sent twice.
        if let sending { return try await sending.value }
        let task = Task {
            try await makeTables()
            var problem: (any Error)?
            while true {
                let changes = try await nextChanges()
                if changes.isEmpty { return problem }
                let found = try await send(changes)
                problem = problem ?? found
            }
        }
        sending = task
        defer { sending = nil }
        return try await task.value
    }

    /// Returns the next changes to send: at most 200 from the beginning of the queue. Leaves out
    /// changes in conflict and the changes that they block.
    private func nextChanges() async throws -> SendingOrder {
        discarded = []
        let held = Set(held.keys)
        return try await store.read { connection in
            let log = try UndoLog(connection)
            let linked = try connection.linkedTables()
            if held.isEmpty {
                let changes = try connection.pending(SourceTables.firstPending)
                let rows = try log.touchedRows(of: SourceTables.firstKeys)
                return SendingOrder(changes, rows, linked)
            }
            var blocked = BlockedRecords(rows: try log.touchedRows())
            let all = try connection.pending(SourceTables.pending)
            let free = all.lazy.filter { change in
                if !held.contains(change.key), !blocked.hold(up: change) { return true }
                blocked.add(change)
                return false
            }
            return SendingOrder(Array(free.prefix(200)), blocked.rows, linked)
        }
    }

    private struct Attempt: Sendable {
        var place: Int
        var change: PendingChange
        var result: Result<String?, any Error>
    }

    /// Sends the changes, several concurrently. After the first conflict, sends no further change,
    /// because the conflict may block it. Sent changes are removed from the queue in batches,
    /// because removing them one by one would take longer than the requests. Returns the error of
    /// the first rejected change; nil if no change was rejected.
    private func send(_ changes: SendingOrder) async throws -> (any Error)? {
        var order = changes
        var batch = SentChanges()
        var problems: [Int: any Error] = [:]
        var conflicts: [Int: ChangeConflict] = [:]
        var failure: (any Error)?
        try await withThrowingTaskGroup(of: Attempt.self) { group in
            while true {
                while failure == nil, conflicts.isEmpty, order.underWay < requestsAtOnce,
                    let (place, next) = order.next()
                {
                    if discarded.contains(next.key) {
                        order.end(place)
                        continue
                    }
                    var change = next
                    change.version = batch.version(for: change)
                    group.addTask { [remote, change] in
                        do {
                            let version = try await remote.send(change, overwriting: false)
                            return Attempt(place: place, change: change, result: .success(version))
                        } catch {
                            return Attempt(place: place, change: change, result: .failure(error))
                        }
                    }
                }
                guard let attempt = try await group.next() else { return }
                let change = attempt.change
                switch attempt.result {
                case .success(let version):
                    batch.add(change, version)
                    if batch.isDue { try await hasSent(&batch) }
                case .failure(RemoteError.conflict(let current)):
                    conflicts[attempt.place] = ChangeConflict(change: change, current: current)
                case .failure(let error as RemoteError) where error.isRefusal:
                    try await hasSent(&batch)
                    problems[attempt.place] = try await refused(change, error)
                case .failure(let error):
                    failure = failure ?? error
                    told.tell(change, .waiting(after: error))
                }
                order.end(attempt.place)
            }
        }
        try await hasSent(&batch)
        for (place, conflict) in conflicts.sorted(by: { $0.key < $1.key }) {
            problems[place] = try await resolve(conflict)
        }
        if let failure { throw failure }
        return problems.min { $0.key < $1.key }?.value
    }

    /// Removes the sent changes from the queue. If the program crashes before this call, the
    /// changes are sent again with the same keys.
    func hasSent(_ batch: inout SentChanges) async throws {
        let all = batch.all
        batch.removeAll()
        if all.isEmpty { return }
        try await store.write { [taken] connection in
            for (change, version) in all {
                try UndoLog.forget(change.key, connection)
                // Another facade may have sent the change, too, and later changes since then.
                let wasQueued = try connection.removePending(change)
                if wasQueued { try connection.advance(change, to: version) }
            }
            taken.add(all.count)
        }
        for (change, _) in all {
            held[change.key] = nil
            told.tell(change, .sent)
        }
    }

    func refused(_ change: PendingChange, _ reason: RemoteError) async throws -> any Error {
        let isUndone: Bool
        do {
            isUndone = try await remove(change, undoing: true, because: reason)
        } catch is StoreError {
            // Undoing is not possible: other records need the created record, or the former values
            // do not fit the current data.
            try await remove(change, undoing: false, because: reason)
            isUndone = false
        }
        held[change.key] = nil
        told.tell(change, .refused(reason, isUndone: isUndone))
        return reason
    }

    /// Removes the change from the queue. Returns whether its effects were undone.
    @discardableResult
    func remove(
        _ change: PendingChange,
        undoing: Bool,
        because reason: RemoteError? = nil
    ) async throws -> Bool {
        try await store.write { connection in
            let isUndone = undoing ? try UndoLog(connection).undo(change.key) : false
            try UndoLog.forget(change.key, connection)
            if let reason { try connection.addRefused(change, reason) }
            try connection.removePending(change)
            return isUndone
        }
    }
}

/// Changes that the remote has accepted but that are still in the queue, with the record versions
/// that resulted from them.
struct SentChanges {
    private(set) var all: [(change: PendingChange, version: String?)] = []
    private var versions: [String: String?] = [:]
    private var start = ContinuousClock.now

    /// Whether the batch should be removed from the queue now. The outcomes of its changes are
    /// reported only after the removal.
    var isDue: Bool { ContinuousClock.now - start > .milliseconds(20) }

    /// Returns the remote's current version of the change's record. This is the version after the
    /// last sent change to the record. If none was sent, it is the version that `change` starts
    /// from.
    func version(for change: PendingChange) -> String? {
        guard let record = change.record, let version = versions[record] else {
            return change.version
        }
        return version
    }

    mutating func add(_ change: PendingChange, _ version: String?) {
        if all.isEmpty { start = .now }
        all.append((change, version))
        if let record = change.record { versions[record] = .some(version) }
    }

    /// Removes the changes but keeps the record versions. Other changes that were read from the
    /// queue at the same time may need these versions.
    mutating func removeAll() { all = [] }
}

extension StoreConnection {
    /// Removes the change from the queue, together with the version that it starts from. Returns
    /// whether the change was queued.
    @discardableResult
    func removePending(_ change: PendingChange) throws -> Bool {
        try removeBase(of: change)
        return try execute(SourceTables.removePending) { try $0.bind(change.key, at: 1) } > 0
    }
}
