public import CacheStore
import DataAccess
import Foundation

/// Local changes that are sent to the remote.
extension DataSourceFacade {
    /// A sequence of the outcomes of changes, from now on. Each access to this property returns a
    /// separate sequence, which buffers all outcomes until they are read. The sequence ends when
    /// the Swift task that iterates over it is cancelled, or when the facade is released.
    public nonisolated var outcomes: AsyncStream<ChangeOutcome> { told.stream() }

    /// Executes `change` on the store and queues `pending` for the remote, in one transaction. Then
    /// starts to send the queued changes and returns immediately; `outcomes` reports the result.
    /// While the remote cannot be reached, sending is retried.
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

    /// Executes the function `change` in the caller's transaction. Then queues the `PendingChange`
    /// that the function returns; if the function returns nil, queues nothing. If the function
    /// throws, its effects on the store are undone, even if the caller handles the error.
    ///
    /// Use this method for edits of a ``StoreDocument`` that has the same store as the facade. Call
    /// `sendSoon()` after the transaction.
    ///
    ///     let pending = PendingChange(
    ///         path: "/reminders/\(pathSegment(reminder.id))",
    ///         reminder,
    ///         startingFrom: reminder.version
    ///     )
    ///     await document.edit { connection in
    ///         try facade.queue(on: connection) {
    ///             try connection.save(reminder)
    ///             return pending
    ///         }
    ///     }
    ///
    /// - Throws: `StoreError.refused` if this method is called inside a function that makes another
    ///   change, such as the `change` of ``submit(_:_:)``.
    public nonisolated func queue(
        on connection: StoreConnection,
        _ change: () throws -> PendingChange?
    ) throws {
        try connection.savepoint {
            try connection.makeSourceTables()
            let log = try UndoLog(connection)
            // The key of the change is known only after `change` has returned.
            let key = "queued " + UUID().uuidString
            var made: PendingChange?
            try log.note(key) { made = try change() }
            guard let made else { return try UndoLog.forget(key, connection) }
            try connection.addPending(made)
            try connection.addBase(of: made)
            try log.rename(key, to: made.key)
        }
    }

    /// Creates the facade's tables now. Otherwise, they are created when they are first needed.
    public func prepare() async throws { try await makeTables() }

    /// Starts to send the queued changes and returns immediately. While the remote cannot be
    /// reached, sending is retried.
    public func sendSoon() { keepSending() }

    /// Returns the queued changes, oldest first.
    public func pendingChanges() async throws -> [PendingChange] {
        try await makeTables()
        return try await store.read { try $0.pending(SourceTables.pending) }
    }

    /// Returns the changes that wait for `settle(_:by:)` because the remote has newer data.
    public func heldChanges() async throws -> [PendingChange] {
        try await pendingChanges().filter { held[$0.key] != nil }
    }

    /// Returns the changes in conflict, each with the remote's record.
    public func conflictingChanges() async throws -> [ChangeConflict] {
        try await pendingChanges().compactMap { held[$0.key] }
    }

    /// Discards a pending change.
    ///
    /// - Parameters:
    ///   - change: A change that is queued or in conflict.
    ///   - isUndone: Whether to undo the change's effects on the store, except for values that were
    ///     changed again later. If false, all effects remain.
    public func discard(_ change: PendingChange, undoing isUndone: Bool = false) async throws {
        try await makeTables()
        discarded[change.key] = DiscardedChange(isUndone: isUndone)
        do {
            try await remove(change, undoing: isUndone)
        } catch {
            discarded[change.key] = nil
            keepSending()
            throw error
        }
        discarded[change.key] =
            sending == nil ? nil : DiscardedChange(isRemoved: true, isUndone: isUndone)
        told.tell(change, .discarded)
        let isBlocking = held[change.key] != nil || failed[change.key] != nil
        hasLeft(change.key)
        if isBlocking { keepSending() }
    }

    /// Sends a change in conflict again without modification, together with all other queued
    /// changes. Sending starts at once, even during a pause between two attempts.
    public func retry(_ change: PendingChange) {
        held[change.key] = nil
        networkIsBack()
    }

    /// Applies a policy to a change in conflict. With `keepLocal`, the change is sent again and
    /// overwrites the remote's data. With `takeRemote`, the change is discarded and undone. With
    /// `hold`, the change continues to wait. `settle` completes even if the calling task is
    /// cancelled.
    ///
    /// - Throws: `RemoteError.conflict` if the policy is `keepLocal` and the remote rejects the
    ///   change again; `RemoteError.refused` if the remote refuses the change permanently. After
    ///   any error except a refusal, the change remains in conflict.
    public func settle(_ change: PendingChange, by policy: ConflictPolicy) async throws {
        if policy == .hold { return }
        try await makeTables()
        let conflict = held[change.key] ?? ChangeConflict(change: change, current: nil)
        // A separate task, because the remote's answer must be stored even if the caller is
        // cancelled.
        let applied = Task { try await apply(policy, to: conflict) }
        if let problem = try await applied.value { throw problem }
        keepSending()
    }

    /// Returns the changes that the remote has refused, except those passed to `forget`. The list
    /// is stored. It therefore also contains changes that were refused before a restart of the
    /// program.
    public func refusedChanges() async throws -> [RefusedChange] {
        try await makeTables()
        return try await store.readRefused()
    }

    /// Removes a change from `refusedChanges()`.
    public func forget(_ change: PendingChange) async throws {
        try await makeTables()
        try await store.write { connection in
            for statement in [SourceTables.removeRefused, SourceTables.removeRefusedUndone] {
                try connection.execute(statement) { try $0.bind(change.key, at: 1) }
            }
        }
    }
}
