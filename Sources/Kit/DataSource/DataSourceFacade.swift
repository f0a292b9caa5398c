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
    /// The sending under way; its value is the first change that the remote did not take.
    var sending: Task<(any Error)?, any Error>?
    var retrying: Task<Void, Never>?
    /// The keys of changes that wait for a decision about a conflict.
    var held: Set<String> = []
    nonisolated let told = ChangeOutcomes()
    private var areTablesMade = false

    /// - Parameters:
    ///   - store: Store of the records.
    ///   - remote: Where records come from and changes are sent to.
    ///   - conflicts: Policy for a change that the remote calls outdated.
    ///   - retryInterval: how long after the first failure changes that wait are sent again; it
    ///     doubles each time, up to 32 times as long.
    ///   - now: the time; the clock's, unless a test says otherwise.
    public init(
        store: CacheStore,
        remote: any Remote,
        conflicts: ConflictPolicy = .hold,
        retryInterval: Duration = .seconds(15),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.store = store
        self.remote = remote
        self.conflicts = conflicts
        self.retryInterval = retryInterval
        self.now = now
    }

    deinit { retrying?.cancel() }

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
        let data = try await remote.fetch(request.path)
        let time = now()
        let outcome = Mutex(Outcome.stored(changed: false))
        let report = try await store.backgroundContext.importEntities(
            R.self,
            json: data,
            at: request.keyPath,
            whole: request.isWhole ? request.query : nil,
            around: keepingWaitingChanges
        ) { connection in
            if let last = try connection.storedNumber(of: request.key), last > number {
                outcome.withLock { $0 = .outrun }
                return false
            }
            if try connection.submittedChanges() != changes {
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
            for statement in SourceTables.make + UndoLog.statements {
                try connection.execute(statement)
            }
        }
        areTablesMade = true
    }
}

/// A list that a remote has.
public struct SourceRequest<R: StoredRecord>: Sendable {
    /// Path of the request to the remote.
    public var path: String
    /// Key path of the array of objects in the answer; empty for the root.
    public var keyPath: String
    /// Maximum age in seconds of stored data that needs no request.
    public var timeToLive: Double
    /// Query for the shown records.
    public var query: DataQuery
    /// Whether an answer names every record that `query` finds. One that it does not name is then
    /// deleted, by the rules of the model, in the transaction that stores the answer; none is where
    /// an object of the answer could not be stored.
    public var isWhole: Bool

    /// Key that identifies the request.
    var key: String { [R.entity.name, path, keyPath].joined(separator: " ") }

    public init(
        _ type: R.Type,
        path: String,
        keyPath: String = "",
        timeToLive: Double = 300,
        query: DataQuery = .all,
        isWhole: Bool = false
    ) {
        self.path = path
        self.keyPath = keyPath
        self.timeToLive = timeToLive
        self.query = query
        self.isWhole = isWhole
    }
}
