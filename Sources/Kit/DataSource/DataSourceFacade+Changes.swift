public import CacheStore
import Foundation

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
            try connection.addPending(pending)
            try connection.addBase(of: pending)
            try UndoLog(connection).note(pending.key) { try change(connection) }
        }
        told.tell(pending, .waiting(after: nil))
        keepSending()
    }

    /// Carries out `change` in the caller's transaction and keeps the returned change for the remote,
    /// as `submit` does: for edits of a ``StoreDocument`` on the facade's store. Nil keeps nothing.
    /// `prepare()` must have been called before, `sendSoon()` is to be called after the transaction.
    ///
    ///     let pending = PendingChange(path: "/reminders/7", reminder)
    ///     await document.edit { connection in
    ///         try facade.queue(on: connection) {
    ///             try connection.save(reminder)
    ///             return pending
    ///         }
    ///     }
    public nonisolated func queue(
        on connection: StoreConnection,
        _ change: () throws -> PendingChange?
    ) throws {
        let log = try UndoLog(connection)
        // The change's own key is known afterwards.
        let key = "queued " + UUID().uuidString
        var made: PendingChange?
        try log.note(key) { made = try change() }
        guard let made else { return try UndoLog.forget(key, connection) }
        try connection.addPending(made)
        try connection.addBase(of: made)
        try log.rename(key, to: made.key)
    }

    /// Makes the tables that ``queue(on:_:)`` needs.
    public func prepare() async throws { try await makeTables() }

    /// Sends the changes that wait, without waiting for that: again and again while the remote cannot
    /// be reached.
    public func sendSoon() { keepSending() }

    /// The changes that wait, the oldest first.
    public func pendingChanges() async throws -> [PendingChange] {
        try await makeTables()
        return try await store.readPending(SourceTables.pending)
    }

    /// The changes that wait for `settle(_:by:)`, for the remote has something newer.
    public func heldChanges() async throws -> [PendingChange] {
        try await pendingChanges().filter { held[$0.key] != nil }
    }

    /// Changes in conflict, each with the remote's record.
    public func conflictingChanges() async throws -> [ChangeConflict] {
        try await pendingChanges().compactMap { held[$0.key] }
    }

    /// Discards a pending change.
    ///
    /// - Parameters:
    ///   - change: A change that waits or is in conflict.
    ///   - isUndone: Whether its effects on the store are undone, as far as nothing else has
    ///     changed the same values since; else they stay.
    public func discard(_ change: PendingChange, undoing isUndone: Bool = false) async throws {
        discarded.insert(change.key)
        try await remove(change, undoing: isUndone)
        told.tell(change, .discarded)
        if held.removeValue(forKey: change.key) != nil { keepSending() }
    }

    /// Sends a change in conflict again, as it is, and all others that wait, without waiting for a
    /// pause to end.
    public func retry(_ change: PendingChange) {
        held[change.key] = nil
        networkIsBack()
    }

    /// Resolves a change with a conflict: sends it again to overwrite the remote's data, or
    /// discards and undoes it. `hold` leaves it waiting.
    public func settle(_ change: PendingChange, by policy: ConflictPolicy) async throws {
        if policy == .hold { return }
        let conflict = held[change.key] ?? ChangeConflict(change: change, current: nil)
        if let problem = try await apply(policy, to: conflict) { throw problem }
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
}
