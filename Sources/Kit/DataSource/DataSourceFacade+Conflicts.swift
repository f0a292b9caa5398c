import CacheStore
import Synchronization

/// Changes that the remote calls outdated.
extension DataSourceFacade {
    /// Merges the change with what the remote has, or applies the policy.
    ///
    /// - Returns: why the change waits or was refused; nil if neither.
    func resolve(_ conflict: ChangeConflict) async throws -> (any Error)? {
        if let merged = try await merged(conflict) {
            told.tell(conflict.change, .merged(merged))
            told.tell(merged, .waiting(after: nil))
            return nil
        }
        return try await apply(conflicts, to: conflict)
    }

    func apply(
        _ policy: ConflictPolicy,
        to conflict: ChangeConflict
    ) async throws -> (any Error)? {
        let change = conflict.change
        // Told when the records are as it says.
        let outcome = ChangeOutcome.State.conflict(policy, remote: conflict.current)
        switch policy {
        case .hold:
            held[change.key] = conflict
            told.tell(change, outcome)
            return RemoteError.conflict(conflict.current)
        case .takeRemote:
            try await remove(change, undoing: true)
            held[change.key] = nil
            told.tell(change, outcome)
            return nil
        case .keepLocal:
            told.tell(change, outcome)
            return try await overwrite(change)
        }
    }

    private func overwrite(_ change: PendingChange) async throws -> (any Error)? {
        do {
            var batch = SentChanges()
            batch.add(change, try await remote.send(change, overwriting: true))
            try await hasSent(&batch)
            return nil
        } catch let error as RemoteError where error.isRefusal {
            return try await refused(change, error)
        } catch {
            told.tell(change, .waiting(after: error))
            throw error
        }
    }

    private struct NotMerged: Error {}

    /// The change that waits in place of the outdated one, at the end of the queue: changes to the
    /// same record between them start from the same version, and meet the same conflict.
    ///
    /// The merged record, the new change and the end of the old one are one transaction.
    private func merged(_ conflict: ChangeConflict) async throws -> PendingChange? {
        guard let merge else { return nil }
        let old = conflict.change
        let result = Mutex<PendingChange?>(nil)
        do {
            try await store.write { connection in
                let log = try UndoLog(connection)
                // The key of the new change is known afterwards.
                let key = "merge of " + old.key
                var made: PendingChange?
                try log.note(key) { made = try merge(conflict, connection) }
                guard let made, made.key != old.key else { throw NotMerged() }
                try connection.removePending(old)
                try connection.addPending(made)
                try connection.addBase(of: made)
                try connection.setBase(of: made, to: conflict.current?.version)
                try log.merge(old.key, into: key)
                try log.rename(key, to: made.key)
                result.withLock { $0 = made }
            }
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            // The merge is the program's: its errors mean that it cannot be done.
            return nil
        }
        return result.withLock { $0 }
    }
}
