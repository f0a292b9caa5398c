public import CacheStore
public import Foundation
import Synchronization

/// Access to the data of a remote through a store: requests, stores the answers, and keeps changes
/// until they can be sent.
///
/// Requests for one thing (entity, path and key path) that are under way at one time are one
/// request. Each has a number that grows; an answer is stored only where no answer to a later
/// request for the same has been, so that a slow old one never overwrites a newer.
public actor DataSourceFacade {
    /// Store of the records; views get rows only from it.
    public nonisolated let store: CacheStore
    nonisolated let remote: any Remote
    let conflicts: ConflictPolicy
    let now: @Sendable () -> Date
    private var inFlight: [String: Task<Bool, any Error>] = [:]
    let retryInterval: Duration
    let requestsAtOnce: Int
    /// The sending under way; its value is the first change that the remote did not take.
    var sending: Task<(any Error)?, any Error>?
    var retrying: Task<Void, Never>?
    /// The wait before the next attempt.
    var pausing: Task<Void, Never>?
    /// Whether the network has come back since the last attempt began.
    var isDue = false
    /// Whether `keepSending` was called since the last attempt began.
    var isAsked = false
    /// The changes that wait for a decision about a conflict, by key.
    var held: [String: ChangeConflict] = [:]
    /// The changes given up since the queue was read.
    var discarded: Set<String> = []
    let merge: Merge?
    nonisolated let told = ChangeOutcomes()
    /// Number of changes that the remote has taken, counted in the transaction that removes them.
    nonisolated let taken = TakenChanges()
    private var areTablesMade = false

    /// Makes one change of an outdated one and of what the remote has. It writes the merged record
    /// to the store, through the connection, and returns the change to send instead, which has a
    /// key of its own; nil, or an error, leaves the store as it is and the conflict to the policy.
    ///
    /// The store's record includes the changes that were made after the outdated one.
    public typealias Merge = @Sendable (ChangeConflict, StoreConnection) throws -> PendingChange?

    /// - Parameters:
    ///   - store: Store of the records.
    ///   - remote: Where records come from and changes are sent to.
    ///   - conflicts: Policy for a change that the remote calls outdated.
    ///   - merge: Asked before that policy applies; nil for none.
    ///   - retryInterval: how long after the first failure changes that wait are sent again; it
    ///     doubles each time, up to 32 times as long, and begins anew with `networkIsBack()`.
    ///   - requestsAtOnce: how many changes are sent at one time. Above 1, changes to different records
    ///     may arrive in another order than they were made in.
    ///   - sendsAtStart: Whether changes that wait in the store, from before a restart, are sent
    ///     without being asked for.
    ///   - now: the time; the clock's, unless a test says otherwise.
    public init(
        store: CacheStore,
        remote: any Remote,
        conflicts: ConflictPolicy = .hold,
        merge: Merge? = nil,
        retryInterval: Duration = .seconds(15),
        requestsAtOnce: Int = 1,
        sendsAtStart: Bool = true,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.store = store
        self.remote = remote
        self.conflicts = conflicts
        self.merge = merge
        self.retryInterval = retryInterval
        self.requestsAtOnce = max(1, requestsAtOnce)
        self.now = now
        if sendsAtStart { Task { [weak self] in try await self?.sendWhatIsLeft() } }
    }

    deinit {
        retrying?.cancel()
        pausing?.cancel()
    }

    /// A store that no facade has used is left as it is.
    private func sendWhatIsLeft() async throws {
        let tables = try await store.read { connection in
            try connection.firstRow(SourceTables.tables) { $0.int64(0) ?? 0 } ?? 0
        }
        if tables > 0, try await !pendingChanges().isEmpty { keepSending() }
    }

    /// Asks the remote and stores its answer, in one transaction. Changes that wait are sent first:
    /// an answer from before them would undo them here.
    ///
    /// - Parameters:
    ///   - request: Records to ask for.
    ///   - isForced: Whether to ask even where the same request is under way.
    /// - Returns: whether the store has changed.
    @discardableResult
    public func refresh<R: StoredRecord>(
        _ request: SourceRequest<R>,
        isForced: Bool = false
    ) async throws -> Bool {
        if !isForced, let running = inFlight[request.key] { return try await running.value }
        let task = Task { try await ask(request) }
        inFlight[request.key] = task
        defer { if inFlight[request.key] == task { inFlight[request.key] = nil } }
        return try await task.value
    }

    /// Whether the store's answer to the request is younger than its time to live; one from the
    /// future, by a clock that was set back since, is not.
    func isFresh<R: StoredRecord>(_ request: SourceRequest<R>) async throws -> Bool {
        try await makeTables()
        let stored = try await store.read { connection in
            try connection.firstRow(SourceTables.retrieve) {
                try $0.bind(request.key, at: 1)
            } read: {
                $0.date(1)
            }
        }
        guard let time = stored ?? nil else { return false }
        let age = now().timeIntervalSince(time)
        return age >= 0 && age < request.timeToLive
    }

    /// A change that waits, as those do that a conflict holds up, stays to be seen.
    private nonisolated func keepingWaitingChanges(
        _ connection: StoreConnection,
        _ store: () throws -> Void
    ) throws {
        let log = try UndoLog(connection)
        let before = try log.waitingRows()
        try store()
        try log.restore(before)
    }

    private func ask<R: StoredRecord>(_ request: SourceRequest<R>) async throws -> Bool {
        try await makeTables()
        // Changes made faster than the remote answers could go on for ever.
        for _ in 0..<5 {
            switch try await askOnce(request) {
            case .stored(let changed): return changed
            case .outrun: return false
            case .outdated: continue
            }
        }
        return false
    }

    private enum Outcome: Sendable {
        case stored(changed: Bool)
        /// A later request was answered first.
        case outrun
        /// A change was made here after the request: its answer would undo it.
        case outdated
    }

    private func askOnce<R: StoredRecord>(_ request: SourceRequest<R>) async throws -> Outcome {
        let (number, changes) = try await store.write { connection in
            (try connection.nextNumber(of: request.key), try connection.submittedChanges())
        }
        do {
            try await deliver()
        } catch {
            keepSending()
            throw error
        }
        let sent = taken.count
        let data = try await remote.fetch(request.path)
        let time = now()
        let outcome = Mutex(Outcome.stored(changed: false))
        let report = try await store.backgroundContext.importEntities(
            R.self,
            json: data,
            at: request.keyPath,
            whole: request.isWhole ? request.query : nil,
            around: keepingWaitingChanges,
            named: request.recordVersions
        ) { [taken] connection in
            if let last = try connection.storedNumber(of: request.key), last > number {
                outcome.withLock { $0 = .outrun }
                return false
            }
            let isOutdated = taken.count != sent
            if try isOutdated || connection.submittedChanges() != changes {
                outcome.withLock { $0 = .outdated }
                return false
            }
            try connection.execute(SourceTables.save) {
                try $0.bind(request.key, at: 1)
                try $0.bind(number, at: 2)
                try $0.bind(time, at: 3)
            }
            return true
        }
        guard case .stored = outcome.withLock({ $0 }) else { return outcome.withLock { $0 } }
        return .stored(
            changed: report.deleted > 0
                || [report.items, report.nested].contains { $0.inserted + $0.updated > 0 }
        )
    }

    func makeTables() async throws {
        if areTablesMade { return }
        try await store.write { connection in
            for statement in SourceTables.make + UndoLog.statements(UndoLog.pending) {
                try connection.execute(statement)
            }
        }
        areTablesMade = true
    }
}

/// Number of changes that the remote has taken since the program began.
final class TakenChanges: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock { $0 } }

    func add(_ count: Int) { number.withLock { $0 += count } }
}
