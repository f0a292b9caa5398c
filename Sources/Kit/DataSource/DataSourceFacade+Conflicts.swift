import CacheStore
import DataAccess
import Synchronization

/// Handling of changes that the remote rejects as outdated.
extension DataSourceFacade {
    /// Merges the change with the remote's record. Applies the conflict policy if merging is not
    /// possible.
    ///
    /// - Returns: the error if the change is held, refused, or could not be processed by the
    ///   remote; otherwise nil.
    func resolve(_ conflict: ChangeConflict) async throws -> (any Error)? {
        let generation = generations[conflict.change.key] ?? 0
        // The number of merges is limited, because the remote could reject the result of every
        // merge.
        let merged = generation < 3 ? try await merged(conflict) : nil
        generations[conflict.change.key] = nil
        if let merged {
            // The program may discard the change while it is being merged.
            if let discarding = discarded[conflict.change.key] {
                if discarding.isUndone {
                    try await removeUndone(merged)
                } else {
                    try await remove(merged, undoing: false)
                }
                return nil
            }
            generations[merged.key] = generation + 1
            told.tell(conflict.change, .merged(merged))
            told.tell(merged, .waiting(after: nil))
            return nil
        }
        return try await apply(conflicts, to: conflict)
    }

    func apply(_ policy: ConflictPolicy, to conflict: ChangeConflict) async throws -> (any Error)? {
        let change = conflict.change
        guard try await isQueued(change) else { return nil }
        // `takeRemote` reports the outcome only after the change has been undone.
        let outcome = ChangeOutcome.State.conflict(policy, remote: conflict.current)
        switch policy {
        case .hold: return hold(conflict)
        case .takeRemote:
            try await removeUndone(change)
            hasLeft(change.key)
            told.tell(change, outcome)
            return nil
        case .keepLocal:
            told.tell(change, outcome)
            return try await overwrite(conflict)
        }
    }

    private func hold(_ conflict: ChangeConflict) -> any Error {
        held[conflict.change.key] = conflict
        told.tell(conflict.change, .conflict(.hold, remote: conflict.current))
        return RemoteError.conflict(conflict.current)
    }

    /// Sends the change so that it overwrites the remote's data. If the remote rejects the change
    /// again, for example because the record was deleted, holds the change.
    ///
    /// - Returns: the error if the change was held, refused, or postponed because the remote could
    ///   not process it; nil if the change was sent or is no longer queued.
    /// - Throws: an error that also concerns other changes, for example if the remote cannot be
    ///   reached. If the change was held before the call, throws every error except a conflict or a
    ///   refusal.
    private func overwrite(_ conflict: ChangeConflict) async throws -> (any Error)? {
        let change = conflict.change
        do {
            let version = try await remote.send(change, overwriting: true)
            var batch = SentChanges()
            var sent = change
            // The change now starts from the version that it has overwritten.
            sent.version = conflict.current?.version
            batch.add(sent, version, overwriting: true)
            try await hasSent(&batch)
            return nil
        } catch RemoteError.conflict(let current) {
            guard try await isQueued(change) else { return nil }
            return hold(ChangeConflict(change: change, current: current))
        } catch let error as RemoteError where error.isRefusal {
            return try await refused(change, error)
        } catch let error where held[change.key] != nil {
            // The caller of `settle` gets the error, and the change still waits for a decision.
            _ = hold(conflict)
            throw error
        } catch let error as RemoteError where error.concernsOneChange {
            hasFailed(change, error)
            return error
        } catch {
            told.tell(change, .waiting(after: error))
            throw error
        }
    }

    private struct NotMerged: Error {}

    /// Merges the outdated change with the remote's record and returns the new change; nil if
    /// merging is not possible. Throws if the store's file cannot be accessed now.
    ///
    /// The new change is added at the end of the queue. Other queued changes to the same record
    /// still start from the outdated version, so each of them will be in conflict, too. If changes
    /// to other records depend on the outdated change, they are moved to the end of the queue,
    /// after the new change.
    ///
    /// The merged record, the new change and the removal of the outdated change are saved in one
    /// transaction.
    private func merged(_ conflict: ChangeConflict) async throws -> PendingChange? {
        guard let merge else { return nil }
        let old = conflict.change
        let result = Mutex<PendingChange?>(nil)
        do {
            try await store.write { connection in
                guard try connection.hasPending(old.key) else { throw NotMerged() }
                let log = try UndoLog(connection)
                var blocked = BlockedRecords(rows: try log.touchedRows())
                blocked.add(old)
                var dependent: [PendingChange] = []
                for change in try connection.pending(after: old) where blocked.hold(up: change) {
                    if let record = change.record, record == old.record { continue }
                    blocked.add(change)
                    dependent.append(change)
                }
                // The key of the new change is known only after `merge` has returned.
                let key = "merge of " + old.key
                var made: PendingChange?
                try log.note(key) { made = try merge(conflict, connection) }
                guard let made, made.key != old.key else { throw NotMerged() }
                try connection.removePending(old)
                try connection.addPending(made)
                try connection.addBase(ofMerged: made, conflict.current?.version)
                for change in dependent { try connection.moveToEnd(change) }
                try log.merge(old.key, into: key)
                try log.rename(key, to: made.key)
                result.withLock { $0 = made }
            }
        } catch is CancellationError {
            throw CancellationError()
        } catch let error as StoreError where error.isPassing {
            // The attempt to send is repeated later, including the merge.
            throw error
        } catch {
            // The program's merge function has failed, or the store refuses the merged record.
            return nil
        }
        return result.withLock { $0 }
    }
}
