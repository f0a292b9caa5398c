import CacheStore

/// Sending the changes that wait.
extension DataSourceFacade {
    /// Sends the pending changes in order, one after the other. Stops if the remote can't be
    /// reached; unsent changes stay pending. A change that the remote refuses, or that has a
    /// conflict, holds up only changes to the same record: those with its path, or a path below it,
    /// or with the same rows.
    ///
    /// - Throws: why the remote could not be reached; else why it did not take the first of the
    ///   changes that it did not take.
    public func sendPending() async throws {
        held = [:]
        if let problem = try await deliver() { throw problem }
    }

    /// To be called when the device has a network again: what waits is sent now, without waiting for
    /// the pause after the last failure to end, and the pauses begin anew.
    public func networkIsBack() {
        isDue = true
        pausing?.cancel()
        keepSending()
    }

    /// Retries until only changes are left that the caller has to decide about.
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

    /// Ended early by `networkIsBack()`, and over at once where that was during the attempt.
    private func pausing(for pause: Duration) -> Task<Void, Never> {
        let task = Task<Void, Never> { try? await Task.sleep(for: pause) }
        if isDue { task.cancel() }
        pausing = task
        return task
    }

    /// A change may have come after the last attempt read the queue.
    private func hasEndedSending() {
        retrying = nil
        if isAsked { keepSending() }
    }

    /// - Returns: false if it is worth trying again.
    private func sendOnce() async -> Bool {
        // An attempt under way began before the network was back, and may have read the queue.
        isDue = isDue && sending != nil
        isAsked = isAsked && sending != nil
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

    /// The first changes that wait and that nothing in conflict holds up.
    private func nextChanges() async throws -> [PendingChange] {
        discarded = []
        if held.isEmpty { return try await store.readPending(SourceTables.firstPending) }
        let held = Set(held.keys)
        return try await store.read { connection in
            var blocked = BlockedRecords(rows: try UndoLog(connection).touchedRows())
            let all = try connection.pending(SourceTables.pending)
            let free = all.lazy.filter { change in
                if !held.contains(change.key), !blocked.hold(up: change) { return true }
                blocked.add(change)
                return false
            }
            return Array(free.prefix(200))
        }
    }

    /// Sends them up to the first in conflict, after which others may be held up. Those sent are
    /// removed together: the removals would take longer than the requests.
    private func send(_ changes: [PendingChange]) async throws -> (any Error)? {
        var batch = SentChanges()
        var problem: (any Error)?
        for var change in changes where !discarded.contains(change.key) {
            change.version = batch.version(for: change)
            do {
                batch.add(change, try await remote.send(change, overwriting: false))
                if batch.isDue { try await hasSent(&batch) }
            } catch RemoteError.conflict(let current) {
                try await hasSent(&batch)
                let found = try await resolve(ChangeConflict(change: change, current: current))
                return problem ?? found
            } catch let error as RemoteError where error.isRefusal {
                try await hasSent(&batch)
                let found = try await refused(change, error)
                problem = problem ?? found
            } catch {
                try await hasSent(&batch)
                told.tell(change, .waiting(after: error))
                throw error
            }
        }
        try await hasSent(&batch)
        return problem
    }

    /// A crash before this makes the changes go out again, with their keys.
    func hasSent(_ batch: inout SentChanges) async throws {
        let all = batch.all
        batch.removeAll()
        if all.isEmpty { return }
        try await store.write { [taken] connection in
            for (change, version) in all {
                try UndoLog.forget(change.key, connection)
                try connection.removePending(change)
                if let record = change.record { try connection.advance(record, to: version) }
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
            // Other records need the created record, or the change does not fit the current data.
            try await remove(change, undoing: false, because: reason)
            isUndone = false
        }
        held[change.key] = nil
        told.tell(change, .refused(reason, isUndone: isUndone))
        return reason
    }

    /// Returns whether the change was undone.
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

/// Changes that the remote has taken and that are still in the queue, with the versions that they
/// have led to.
struct SentChanges {
    private(set) var all: [(change: PendingChange, version: String?)] = []
    private var versions: [String: String?] = [:]
    private var start = ContinuousClock.now

    /// Whether somebody may be waiting to see that they are sent.
    var isDue: Bool { ContinuousClock.now - start > .milliseconds(20) }

    /// The version that the change starts from, as things are on the remote.
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

    /// Versions are kept for the changes that were read together with these.
    mutating func removeAll() { all = [] }
}

extension StoreConnection {
    /// With the version that it starts from.
    func removePending(_ change: PendingChange) throws {
        try removeBase(of: change)
        try execute(SourceTables.removePending) { try $0.bind(change.key, at: 1) }
    }
}
