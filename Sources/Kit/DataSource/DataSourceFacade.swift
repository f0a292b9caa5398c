public import CacheStore
import DataAccess
public import Foundation

/// Access to the data of a remote, such as a server, through a local store. The facade sends
/// requests, stores the answers, and queues changes until they can be sent.
///
/// A call of `refresh` joins a request in progress for the same entity, path and key path, unless
/// the call is forced. Requests for the same data are numbered in increasing order. An answer is
/// dropped if the answer to a later request has been stored, so a delayed answer never overwrites a
/// newer answer.
public actor DataSourceFacade {
    /// The store of the records. Views read rows from this store only.
    public nonisolated let store: CacheStore
    nonisolated let remote: any Remote
    let conflicts: ConflictPolicy
    let now: @Sendable () -> Date
    private var inFlight: [String: Task<Bool, any Error>] = [:]
    let retryInterval: Duration
    let requestsAtOnce: Int
    /// The Swift task that is sending queued changes; nil if no changes are being sent. The task
    /// returns the error of the first rejected change.
    var sending: Task<(any Error)?, any Error>?
    var retrying: Task<Void, Never>?
    /// The latest Swift task that sleeps between two attempts to send; nil if there has been no
    /// pause yet.
    var pausing: Task<Void, Never>?
    /// Whether `networkIsBack` was called after the start of the last attempt to send. If so, the
    /// next attempt starts at once.
    var isDue = false
    /// Whether `keepSending` was called after the start of the last attempt to send.
    var isAsked = false
    /// The changes that wait for a decision about a conflict, keyed by the change's key.
    var held: [String: ChangeConflict] = [:]
    /// The changes that the remote could not process, keyed by the change's key. They are sent
    /// again after a pause.
    var failed: [String: FailedChange] = [:]
    /// Whether the last attempt to send ended early, because too many changes failed.
    var hasReachedFailureLimit = false
    /// The number of times that `failed` was cleared. The changes in it can then be sent again
    /// immediately. If an attempt finds no changes that can be sent, but this number has increased
    /// during the search, the attempt searches again.
    var restarts = 0
    /// Whether the last attempt to send, or a later refresh, reached the remote. If it did, a new
    /// change is sent at once, without waiting for the pause between attempts to end.
    var isReached = false
    /// The discarded changes, keyed by the change's key. An entry is deleted after its change has
    /// been removed from the queue. If an attempt to send is running, the entry remains until that
    /// attempt ends, because the attempt may have read the change.
    var discarded: [String: DiscardedChange] = [:]
    /// The number of successive merges that produced each merged change, keyed by the change's key.
    var generations: [String: Int] = [:]
    let merge: Merge?
    nonisolated let told = Listeners<ChangeOutcome>()
    private var areTablesMade = false

    /// A function that merges an outdated change with the remote's record. The function writes the
    /// merged record to the store through the connection. It returns the change to send instead,
    /// which must have a new key.
    ///
    /// If the function returns nil or throws, the store is unchanged and the conflict policy
    /// applies. The policy also applies if the remote rejects the result of the third merge as
    /// outdated. If the store's file cannot be accessed, for example because it is locked, the
    /// policy does not apply: the merge is repeated later.
    ///
    /// The record in the store also includes changes that were made after the outdated change.
    public typealias Merge = @Sendable (ChangeConflict, StoreConnection) throws -> PendingChange?

    /// Creates a facade for a store and a remote.
    ///
    /// - Parameters:
    ///   - store: Store of the records.
    ///   - remote: Source of the records and destination of the changes.
    ///   - conflicts: Policy for a change that the remote rejects as outdated.
    ///   - merge: Function that is called before the policy is applied; nil if changes are never
    ///     merged.
    ///   - retryInterval: Pause before queued changes are sent again after the first failure. The
    ///     pause doubles with each failure, up to 32 times the interval; `networkIsBack()` resets
    ///     the pause. The interval is at least a millisecond and at most a year; other values are
    ///     replaced by the nearest one.
    ///   - requestsAtOnce: Maximum number of changes sent concurrently. If this is greater than 1,
    ///     changes to different records may arrive out of order.
    ///   - sendsAtStart: Whether changes that were queued before a restart are sent automatically.
    ///   - now: Function that returns the current time; replaced only in tests.
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
        self.retryInterval = retryInterval.asPause
        self.requestsAtOnce = max(1, requestsAtOnce)
        self.now = now
        if sendsAtStart { Task { [weak self] in try await self?.sendWhatIsLeft() } }
    }

    deinit {
        retrying?.cancel()
        pausing?.cancel()
        told.finish()
    }

    /// Sends changes that were queued before a restart. A store that no facade has used is not
    /// modified.
    private func sendWhatIsLeft() async throws {
        let isWaiting = try await store.read { connection in
            try [SourceTables.tables, SourceTables.hasAnyPending].allSatisfy { query in
                try connection.firstRow(query) { $0.int64(0) == 1 } ?? false
            }
        }
        if isWaiting { keepSending() }
    }

    /// Sends the queued changes, then requests the records from the remote and stores the answer in
    /// one transaction. Values set by changes that could not be sent take precedence over the
    /// answer. If a change is sent after the request, storing the answer would undo this change in
    /// the store. The answer is therefore dropped, and the request is repeated.
    ///
    /// - Parameters:
    ///   - request: Records to request.
    ///   - isForced: Whether to send the request even if the same request is in progress.
    /// - Returns: whether the store has changed.
    /// - Throws: the error of the request; `UnusableAnswerError` if no object of the answer could
    ///   be stored; `OutdatedAnswerError` if changes were sent during each of five requests. Also
    ///   throws an error if queued changes were made with an earlier version of the model. If these
    ///   changes are in conflict, the error is `EarlierModelError`. Otherwise, it is the error that
    ///   prevented sending them.
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

    /// Returns whether the stored answer to the request is younger than the request's time to live.
    /// An answer with a future date is not fresh: the clock was set back after the answer was
    /// stored.
    func isFresh<R: StoredRecord>(_ request: SourceRequest<R>) async throws -> Bool {
        try await makeTables()
        let stored = try await store.read { connection in
            try connection.firstRow(SourceTables.retrieve, of: request.key) { $0.date(1) }
        }
        guard let time = stored ?? nil else { return false }
        let age = now().timeIntervalSince(time)
        return age >= 0 && age < request.timeToLive
    }

    private func ask<R: StoredRecord>(_ request: SourceRequest<R>) async throws -> Bool {
        try await makeTables()
        // The number of attempts is limited, because changes could be sent faster than the remote
        // answers.
        for _ in 0..<5 {
            switch try await askOnce(request) {
            case .stored(let changed): return changed
            case .outrun: return false
            case .outdated: continue
            }
        }
        throw OutdatedAnswerError(path: request.path)
    }

    enum Outcome: Sendable {
        case stored(changed: Bool)
        /// The answer was not stored, because the answer to a later request was stored first.
        case outrun
        /// A change left the queue after the request, usually because it was sent. The answer was
        /// not stored, because it could undo this change in the store.
        case outdated
    }

    private func askOnce<R: StoredRecord>(_ request: SourceRequest<R>) async throws -> Outcome {
        var start = try await begin(request)
        var failure: (any Error)?
        do {
            try await deliver()
        } catch {
            failure = error
            keepSending()
        }
        start.departed = try await store.read { try $0.departedChanges() }
        let answer = try await acquire(request, start)
        // The remote can be reached, so a change that is queued now need not wait for the end of a
        // pause.
        if failure == nil { isReached = true }
        do {
            return try await keep(answer, of: request).outcome
        } catch let error as EarlierModelError {
            throw failure ?? error
        }
    }

    func makeTables() async throws {
        if areTablesMade { return }
        try await store.write { try $0.makeSourceTables() }
        areTablesMade = true
    }
}

/// The error of a refresh in which every answer from the remote was outdated, because changes were
/// sent during each request.
public struct OutdatedAnswerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Path of the request.
    public let path: String

    public var description: String {
        "every answer to the request for \(path) was outdated, because changes were sent during each attempt: refresh again"
    }
}

/// The error for an answer that is not stored because queued changes were made with an earlier
/// version of the model. With the current version, the store cannot preserve the values set by
/// these changes. The answer would therefore overwrite these values.
public struct EarlierModelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Path of the request.
    public let path: String

    public var description: String {
        "the answer to \(path) would overwrite queued changes that were made with an earlier version of the model: send, settle or discard these changes, then refresh again; nothing was changed"
    }
}

/// The error for an answer that has objects, but none that could be stored.
public struct UnusableAnswerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Path of the request.
    public let path: String
    /// The first problem of the answer's objects. It contains no value of the answer.
    public let problem: String

    public var description: String {
        "no object of the answer to \(path) could be stored (\(problem)): check that the server sends records, and that the request's key path leads to them; nothing was changed"
    }
}
