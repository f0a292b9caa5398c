import CacheStore
import DataAccess

/// Sending of the queued changes.
extension DataSourceFacade {
    /// Sends the queued changes, at most `requestsAtOnce` of them concurrently. Changes in conflict
    /// are also sent, although the remote has rejected them before. Stops if the remote cannot be
    /// reached; unsent changes remain queued.
    ///
    /// Changes to the same record are sent in the order in which they were queued. Changes to
    /// entities with relationships are sent in this order even if they concern different records.
    ///
    /// A change in conflict blocks only later changes to the same record. These are changes with
    /// the record's path or a path below it, and changes that modified the same rows. A blocked
    /// change also blocks later changes to all records that it has modified. A change that the
    /// remote cannot process, for example because of an error with status 500, blocks all changes
    /// that must be sent after it. A refused change blocks no other changes.
    ///
    /// - Throws: an error if a change was not sent. If the remote cannot be reached or cannot
    ///   process a change, this is the error of that request. Otherwise, it is the error of the
    ///   first rejected change.
    public func sendPending() async throws {
        held = [:]
        failed = [:]
        restarts += 1
        let problem = try await deliver()
        // The remote can be reached, so a change that is queued now need not wait for the end of a
        // pause.
        isReached = true
        if let problem { throw problem }
    }

    /// Informs the facade that the device has a network connection again. Queued changes are sent
    /// at once, even during a pause between two attempts. The next pause has the minimum length
    /// again.
    public func networkIsBack() {
        isDue = true
        failed = [:]
        restarts += 1
        pausing?.cancel()
        keepSending()
    }

    /// Repeats sending until the queue contains only changes in conflict and the changes that they
    /// block. Changes in conflict wait for a decision by the program.
    func keepSending() {
        isAsked = true
        if retrying != nil {
            // The remote can be reached, so new changes need not wait for the end of the pause.
            if isReached { pausing?.cancel() }
            return
        }
        retrying = Task { [weak self, retryInterval] in
            var pause = retryInterval
            while let least = await self?.sendOnce(), !Task.isCancelled {
                guard let wait = await self?.pausing(for: max(pause, least)) else { return }
                await wait.value
                if await self?.isDue ?? true {
                    pause = retryInterval
                } else if !wait.isCancelled {
                    pause = min(pause * 2, retryInterval * 32)
                }
            }
            await self?.hasEndedSending()
        }
    }

    /// Returns a Swift task that sleeps for `pause` between two attempts to send. Two events end
    /// the task early, or at once if they occurred during the last attempt:
    ///
    /// - a call of `networkIsBack()`
    /// - a new change, if the last attempt reached the remote
    private func pausing(for pause: Duration) -> Task<Void, Never> {
        let task = Task<Void, Never> { try? await Task.sleep(for: pause) }
        if isDue || isAsked && isReached { task.cancel() }
        pausing = task
        return task
    }

    /// Ends the series of attempts to send. Starts a new series if a change was queued after the
    /// last attempt had read the queue.
    private func hasEndedSending() {
        retrying = nil
        if isAsked { keepSending() }
    }

    /// Makes one attempt to send the queued changes.
    ///
    /// - Returns: the minimum pause before the next attempt; nil if sending has ended.
    private func sendOnce() async -> Duration? {
        // An attempt in progress may have begun before the network came back, and may have read the
        // queue before the newest change was added. In this case, the flags stay set.
        isDue = isDue && sending != nil
        isAsked = isAsked && sending != nil
        isReached = false
        do {
            try await deliver()
            return nil
        } catch {
            let reason = error as? RemoteError
            isReached = reason?.concernsOneChange ?? false
            if Task.isCancelled || store.isClosed { return nil }
            return reason?.retryAfter ?? .zero
        }
    }

    /// Sends the queued changes. If queued changes are already being sent, waits for the result of
    /// that attempt instead.
    ///
    /// - Returns: the error of the first rejected change; nil if no change was rejected.
    @discardableResult
    func deliver() async throws -> (any Error)? {
        // Only one attempt runs at a time; otherwise a change could be sent twice.
        if let sending { return try await sending.value }
        let task = Task { try await sendAll() }
        sending = task
        defer {
            sending = nil
            discarded = discarded.filter { !$0.value.isRemoved }
        }
        return try await task.value
    }

    /// Sends changes until no change in the queue can be sent, or until the remote has failed to
    /// process `failureLimit` changes in this attempt. The next attempt then skips these changes, so
    /// that later changes are sent although earlier ones fail each time.
    ///
    /// - Returns: the error of the first rejected change; nil if no change was rejected.
    /// - Throws: an error if the remote cannot be reached or could not process a change.
    private func sendAll() async throws -> (any Error)? {
        try await makeTables()
        if !hasReachedFailureLimit { failed = failed.filter { $0.value.due > .now } }
        let before = failed.count
        var problem: (any Error)?
        defer { hasReachedFailureLimit = failed.count - before >= failureLimit }
        while failed.count - before < failureLimit {
            let known = restarts
            let changes = try await nextChanges()
            if changes.isEmpty {
                if restarts == known { break }
                continue
            }
            let found = try await send(changes)
            problem = problem ?? found
        }
        if let first = failed.values.min(by: { $0.due < $1.due }) { throw first.error }
        return problem
    }

    /// Returns the next changes to send, at most 200, from the beginning of the queue. Omits:
    ///
    /// - discarded changes
    /// - changes in conflict, and the changes that they block
    /// - changes that the remote could not process, and the changes that they block
    private func nextChanges() async throws -> SendingOrder {
        let skipped = SkippedChanges(
            held: Set(held.keys),
            failed: Set(failed.keys),
            discarded: Set(discarded.keys)
        )
        return try await store.read { connection in
            let log = try UndoLog(connection)
            let linked = try connection.linkedTables()
            if skipped.isEmpty {
                let changes = try connection.pending(SourceTables.firstPending)
                let rows = try log.touchedRows(of: SourceTables.firstKeys)
                return SendingOrder(changes, rows, linked)
            }
            let rows = try log.touchedRows()
            let all = try connection.pending(SourceTables.pendingWithoutBodies)
            let free = skipped.others(in: all, rows, linked, atMost: 200)
            let changes = try free.compactMap { try connection.pending(key: $0.key) }
            return SendingOrder(changes, rows, linked)
        }
    }

    private struct Attempt: Sendable {
        var place: Int
        var change: PendingChange
        var result: Result<String?, any Error>
    }

    /// Sends the changes, several concurrently. If a change must stay in the queue, begins no
    /// further requests, because the change may block the remaining changes. Removes sent changes
    /// from the queue in batches, because separate removals would take longer than the requests.
    ///
    /// - Returns: the error of the first rejected change; nil if no change was rejected.
    private func send(_ changes: SendingOrder) async throws -> (any Error)? {
        var order = changes
        var batch = SentChanges()
        var problems: [Int: any Error] = [:]
        var conflicts: [Int: ChangeConflict] = [:]
        var failure: (any Error)?
        var isStopped = false
        try await withThrowingTaskGroup(of: Attempt.self) { group in
            while true {
                while !isStopped, order.underWay < requestsAtOnce,
                    let (place, next) = order.next()
                {
                    if discarded[next.key] != nil {
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
                let isDiscarded = discarded[change.key] != nil
                switch attempt.result {
                case .success(let version):
                    batch.add(change, version)
                    if batch.isDue { try await hasSent(&batch) }
                case .failure(let error as RemoteError)
                where isDiscarded && error.concernsOneChange:
                    // No decision is needed about a change that the program has discarded.
                    break
                case .failure(RemoteError.conflict(let current)):
                    conflicts[attempt.place] = ChangeConflict(change: change, current: current)
                    isStopped = true
                case .failure(let error as RemoteError) where error.isRefusal:
                    try await hasSent(&batch)
                    problems[attempt.place] = try await refused(change, error)
                case .failure(let error as RemoteError) where error.concernsOneChange:
                    hasFailed(change, error)
                    isStopped = true
                case .failure(let error):
                    failure = failure ?? error
                    if !isDiscarded { told.tell(change, .waiting(after: error)) }
                    isStopped = true
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
    ///
    /// A stored answer may contain a version of the record that is newer than the sent change. In
    /// this case, also undoes the change in the store, so that the record gets the values in the
    /// answer. Does not undo a change that overwrote the remote's version on purpose, or a change
    /// whose former values violate a constraint.
    func hasSent(_ batch: inout SentChanges) async throws {
        let all = batch.all
        batch.removeAll()
        if all.isEmpty { return }
        try await store.write { connection in
            let log = try connection.hasAwaitedReferences ? UndoLog(connection) : nil
            for sent in all {
                let change = sent.change
                let isOvertaken =
                    try !sent.isOverwriting && connection.isOvertaken(change, sent.version)
                if isOvertaken {
                    try connection.undoIfAllowed(change)
                } else {
                    try log?.forgetAwaited(change.key)
                }
                try UndoLog.forget(change.key, connection)
                let base = try connection.base(of: change)
                // If another facade has already removed the change, that facade may also have sent
                // later changes. Their versions must not be replaced with this older version.
                let wasQueued = try connection.removePending(change)
                if wasQueued, !isOvertaken {
                    try connection.advance(change, to: sent.version, from: base)
                }
            }
        }
        for sent in all {
            hasLeft(sent.change.key)
            told.tell(sent.change, .sent)
        }
    }

    /// Postpones a change that the remote could not process. The change is sent again after the
    /// retry interval, or later if the remote asks for a longer pause. It is sent earlier if
    /// `networkIsBack()` or `sendPending()` is called.
    func hasFailed(_ change: PendingChange, _ error: RemoteError) {
        let due = ContinuousClock.now + max(retryInterval, error.retryAfter)
        failed[change.key] = FailedChange(error: error, due: due)
        told.tell(change, .waiting(after: error))
    }

    /// Removes a refused change from the queue and undoes it. Returns the reason; nil if the change
    /// is no longer queued.
    func refused(_ change: PendingChange, _ reason: RemoteError) async throws -> (any Error)? {
        let isUndone = try await removeUndone(change, because: reason)
        hasLeft(change.key)
        guard let isUndone else { return nil }
        told.tell(change, .refused(reason, isUndone: isUndone))
        return reason
    }

    /// Returns whether the change is still queued and has not been discarded. Otherwise deletes the
    /// facade's state for the change.
    func isQueued(_ change: PendingChange) async throws -> Bool {
        // Uses a write transaction, which begins after all earlier removals have ended. A read
        // transaction could begin before them.
        let isQueued = try await store.write { try $0.hasPending(change.key) }
        if isQueued, discarded[change.key] == nil { return true }
        hasLeft(change.key)
        return false
    }

    /// Deletes the facade's state for a change that has been removed from the queue.
    func hasLeft(_ key: String) {
        held[key] = nil
        failed[key] = nil
        generations[key] = nil
    }

    /// Removes the change from the queue and, if possible, undoes its effects. Undoing fails, for
    /// example, if other records need a record that the change created, or if the former values do
    /// not fit the current data.
    ///
    /// - Returns: whether the effects were undone; nil if the change is no longer queued.
    @discardableResult
    func removeUndone(
        _ change: PendingChange,
        because reason: RemoteError? = nil
    ) async throws -> Bool? {
        do {
            return try await remove(change, undoing: true, because: reason)
        } catch let error as StoreError where !error.isPassing {
            return try await remove(change, undoing: false, because: reason)
        }
    }

    /// Removes the change from the queue. Returns whether its effects were undone; nil if the
    /// change is no longer queued.
    @discardableResult
    func remove(
        _ change: PendingChange,
        undoing: Bool,
        because reason: RemoteError? = nil
    ) async throws -> Bool? {
        try await store.write { connection in
            guard try connection.hasPending(change.key) else { return nil }
            let isUndone = undoing ? try UndoLog(connection).undo(change.key) : false
            try UndoLog.forget(change.key, connection)
            if let reason { try connection.addRefused(change, reason, isUndone: isUndone) }
            try connection.removePending(change)
            return isUndone
        }
    }
}

/// Maximum number of changes that the remote may fail to process in one attempt to send.
private let failureLimit = 100

extension StoreError {
    /// Whether the error is temporary, so that the same operation may succeed later.
    var isPassing: Bool {
        switch self {
        case .diskFull, .busy, .inputOutput: true
        default: false
        }
    }
}

extension StoreConnection {
    /// Undoes the change's effects. If the former values violate a constraint now, the effects
    /// remain until the next answer replaces the values.
    fileprivate func undoIfAllowed(_ change: PendingChange) throws {
        let log = try UndoLog(self)
        _ = try log.isAllowed { try log.undo(change.key) }
    }

    /// Removes the change from the queue, together with the version that it starts from. Returns
    /// whether the change was queued.
    @discardableResult
    func removePending(_ change: PendingChange) throws -> Bool {
        try removeBase(of: change)
        return try execute(SourceTables.removePending) { try $0.bind(change.key, at: 1) } > 0
    }
}
