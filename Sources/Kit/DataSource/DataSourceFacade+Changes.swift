public import CacheStore

/// Changes made here, for the remote.
extension DataSourceFacade {
    /// Outcome of each change from now on, until the reading task ends. Each call returns a
    /// separate sequence; a slow reader loses nothing.
    public nonisolated var outcomes: AsyncStream<ChangeOutcome> { told.stream() }

    /// Carries out `change` on the store and keeps `pending` for the remote, in one transaction,
    /// then sends the waiting changes, without waiting for that: again and again while the remote
    /// cannot be reached. `outcomes` reports how it ends.
    ///
    /// If the remote refuses the change, the effects of `change` on the store are undone.
    public func submit(
        _ pending: PendingChange,
        _ change: @escaping @Sendable (StoreConnection) throws -> Void
    ) async throws {
        try await makeTables()
        try await store.write { connection in
            try connection.execute(SourceTables.addPending) {
                try $0.bind(pending.key, at: 1)
                try $0.bind(pending.method, at: 2)
                try $0.bind(pending.path, at: 3)
                try $0.bind(pending.body, at: 4)
            }
            try UndoLog(connection).note(pending.key, change)
        }
        told.tell(pending, .waiting(after: nil))
        keepSending()
    }

    /// The changes that wait, the oldest first.
    public func pendingChanges() async throws -> [PendingChange] {
        try await makeTables()
        return try await store.readPending(SourceTables.pending)
    }

    /// The changes that wait for `settle(_:by:)`, for the remote has something newer.
    public func heldChanges() async throws -> [PendingChange] {
        try await pendingChanges().filter { held.contains($0.key) }
    }

    /// Discards a pending change; its effects on the store stay.
    public func discard(_ change: PendingChange) async throws {
        try await remove(change, undoing: false)
        told.tell(change, .discarded)
        if held.remove(change.key) != nil { keepSending() }
    }

    /// Resolves a change with a conflict: sends it again to overwrite the remote's data, or
    /// discards and undoes it. `hold` leaves it waiting.
    public func settle(_ change: PendingChange, by policy: ConflictPolicy) async throws {
        if policy == .hold { return }
        if let problem = try await conflict(of: change, by: policy) { throw problem }
        keepSending()
    }

    /// The changes that the remote has refused, until `forget` is called: whoever did not listen to
    /// `outcomes` in time finds them here, also after the end of the program.
    public func refusedChanges() async throws -> [RefusedChange] {
        try await makeTables()
        return try await store.readRefused()
    }

    /// Forgets a refused change.
    public func forget(_ change: PendingChange) async throws {
        try await makeTables()
        try await store.write { connection in
            _ = try connection.execute(SourceTables.removeRefused) {
                try $0.bind(change.key, at: 1)
            }
        }
    }

    // MARK: - Sending

    /// Sends the pending changes in order, one after the other. Stops if the remote can't be
    /// reached; unsent changes stay pending. A change that the remote refuses, or that has a
    /// conflict, holds up only changes to the same record: those with its path, or a path below it,
    /// or with the same rows.
    ///
    /// - Throws: why the remote could not be reached; else why it did not take the first of the
    ///   changes that it did not take.
    public func sendPending() async throws {
        held = []
        if let problem = try await deliver() { throw problem }
    }

    /// Retries until only changes are left that the caller has to decide about.
    func keepSending() {
        if retrying != nil { return }
        retrying = Task { [weak self, retryInterval] in
            var pause = retryInterval
            while await self?.sendOnce() == false, !Task.isCancelled {
                try? await Task.sleep(for: pause)
                pause = min(pause * 2, retryInterval * 32)
            }
            await self?.hasEndedSending()
        }
    }

    private func hasEndedSending() { retrying = nil }

    /// - Returns: false if it is worth trying again.
    private func sendOnce() async -> Bool {
        do {
            try await deliver()
            return true
        } catch {
            return error is StoreError || error is CancellationError
        }
    }

    /// - Returns: why the remote did not take the first of the changes that it did not take.
    @discardableResult
    func deliver() async throws -> (any Error)? {
        // One at a time: else a change could be sent twice.
        if let sending { return try await sending.value }
        let task = Task {
            try await makeTables()
            var problem: (any Error)?
            while let change = try await nextChange() {
                let found = try await send(change)
                problem = problem ?? found
            }
            return problem
        }
        sending = task
        defer { sending = nil }
        return try await task.value
    }

    /// The first change that waits and that nothing in conflict holds up.
    private func nextChange() async throws -> PendingChange? {
        if held.isEmpty { return try await store.readPending(SourceTables.firstPending).first }
        let held = held
        return try await store.read { connection in
            var blocked = BlockedRecords(rows: try UndoLog(connection).touchedRows())
            return try connection.pending(SourceTables.pending).first { change in
                if !held.contains(change.key), !blocked.hold(up: change) { return true }
                blocked.add(change)
                return false
            }
        }
    }

    private func send(_ change: PendingChange) async throws -> (any Error)? {
        do {
            try await remote.send(change, overwriting: false)
            try await hasSent(change)
            return nil
        } catch RemoteError.conflict {
            return try await conflict(of: change, by: conflicts)
        } catch let error as RemoteError where error.isRefusal {
            return try await refused(change, error)
        } catch {
            told.tell(change, .waiting(after: error))
            throw error
        }
    }

    private func conflict(
        of change: PendingChange,
        by policy: ConflictPolicy
    ) async throws -> (any Error)? {
        switch policy {
        case .hold:
            held.insert(change.key)
            told.tell(change, .conflict(.hold))
            return RemoteError.conflict
        case .takeRemote:
            try await remove(change, undoing: true)
            held.remove(change.key)
            told.tell(change, .conflict(.takeRemote))
            return nil
        case .keepLocal:
            return try await overwrite(change)
        }
    }

    private func overwrite(_ change: PendingChange) async throws -> (any Error)? {
        told.tell(change, .conflict(.keepLocal))
        do {
            try await remote.send(change, overwriting: true)
            try await hasSent(change)
            return nil
        } catch let error as RemoteError where error.isRefusal {
            return try await refused(change, error)
        } catch {
            told.tell(change, .waiting(after: error))
            throw error
        }
    }

    private func hasSent(_ change: PendingChange) async throws {
        try await remove(change, undoing: false)
        held.remove(change.key)
        told.tell(change, .sent)
    }

    private func refused(_ change: PendingChange, _ reason: RemoteError) async throws -> any Error {
        let isUndone: Bool
        do {
            isUndone = try await remove(change, undoing: true, because: reason)
        } catch is StoreError {
            // Other records need the created record, or the change does not fit the current data.
            try await remove(change, undoing: false, because: reason)
            isUndone = false
        }
        held.remove(change.key)
        told.tell(change, .refused(reason, isUndone: isUndone))
        return reason
    }

    /// Returns whether the change was undone.
    @discardableResult
    private func remove(
        _ change: PendingChange,
        undoing: Bool,
        because reason: RemoteError? = nil
    ) async throws -> Bool {
        try await store.write { connection in
            let isUndone = undoing ? try UndoLog(connection).undo(change.key) : false
            try UndoLog.forget(change.key, connection)
            if let reason { try connection.addRefused(change, reason) }
            try connection.execute(SourceTables.removePending) {
                try $0.bind(change.key, at: 1)
            }
            return isUndone
        }
    }
}
