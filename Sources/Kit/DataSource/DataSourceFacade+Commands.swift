public import CacheStore
public import DataAccess
public import Foundation
import Synchronization

/// An answer from the remote that has not been stored.
public struct AcquiredAnswer: Sendable {
    /// The answer as the remote sent it.
    public let data: Data
    let start: RequestStart
    let time: Date
}

/// The sequence number of a request, and the state of the queue immediately before the request is
/// sent. Both determine whether the answer to the request may be stored.
struct RequestStart: Sendable {
    let number: Int64
    /// Number of changes that had been removed from the queue before the request.
    var departed: Int64
}

/// The operations of a data source as separate commands. A command can be cancelled and can wait
/// for other commands.
extension DataSourceFacade {
    /// Returns a command that reads the list from the store.
    public nonisolated func fetchCommand<R: StoredRecord>(
        _ request: SourceRequest<R>,
        after dependencies: [any AnyCommand] = []
    ) -> Command<[R]> {
        Command("fetch \(request.path)", after: dependencies) { [store] in
            try await store.context.fetch(R.self, request.query)
        }
    }

    /// Returns a command that sends the request to the remote and returns the answer without
    /// storing it. The command does not send queued changes first.
    public nonisolated func acquireCommand<R: StoredRecord>(
        _ request: SourceRequest<R>,
        after dependencies: [any AnyCommand] = []
    ) -> Command<AcquiredAnswer> {
        Command("acquire \(request.path)", after: dependencies) { [self] in
            try await makeTables()
            return try await acquire(request, try await begin(request))
        }
    }

    /// Returns a command that stores the answer from `acquire` in one transaction and preserves the
    /// effects of queued changes. The command fails if `acquire` fails.
    ///
    /// The answer is not stored if the answer to a later request has been stored, or if a change
    /// was sent after the request. In these cases, the command returns an empty import report. The
    /// command fails with `EarlierModelError` if queued changes were made with an earlier version
    /// of the model, and with `UnusableAnswerError` if no object of the answer could be stored.
    public nonisolated func storeCommand<R: StoredRecord>(
        _ request: SourceRequest<R>,
        of acquire: Command<AcquiredAnswer>,
        after dependencies: [any AnyCommand] = []
    ) -> Command<ImportReport> {
        Command("store \(request.path)", after: dependencies + [acquire]) { [self] in
            try await makeTables()
            return try await keep(try await acquire.value, of: request).report
        }
    }

    /// Assigns a sequence number to a request that is about to be sent. Returns the number,
    /// together with the number of changes that have been removed from the queue so far.
    nonisolated func begin<R: StoredRecord>(
        _ request: SourceRequest<R>
    ) async throws -> RequestStart {
        try await store.write { connection in
            RequestStart(
                number: try connection.nextNumber(of: request.key),
                departed: try connection.departedChanges()
            )
        }
    }

    /// Sends the request to the remote and returns the answer.
    nonisolated func acquire<R: StoredRecord>(
        _ request: SourceRequest<R>,
        _ start: RequestStart
    ) async throws -> AcquiredAnswer {
        let data = try await remote.fetch(request.path)
        return AcquiredAnswer(data: data, start: start, time: now())
    }

    /// Stores an answer in one transaction. Does not store it if the answer to a later request has
    /// been stored, or if a change was sent after the request. Throws `UnusableAnswerError` if no
    /// object of the answer could be stored.
    ///
    /// If a record in the answer refers to a missing record, the reference is set when a later
    /// answer contains the missing record.
    nonisolated func keep<R: StoredRecord>(
        _ answer: AcquiredAnswer,
        of request: SourceRequest<R>
    ) async throws -> (outcome: Outcome, report: ImportReport) {
        let start = answer.start
        let reason = Mutex<Outcome?>(nil)
        let report = try await store.backgroundContext.importEntities(
            R.self,
            json: answer.data,
            at: request.keyPath,
            whole: request.isWhole ? request.query : nil,
            around: { connection, store in
                try UndoLog(connection).keepWaitingRows { try store($0) }
            },
            named: request.recordVersions,
            ended: { connection, report in
                try report.checkIsUsable(path: request.path)
                // Marks the answer as outdated, because the skipped objects may be stored after
                // another request.
                if !report.lacksRecords { return }
                try connection.execute(SourceTables.expire) { try $0.bind(request.key, at: 1) }
            }
        ) { connection in
            if let last = try connection.storedNumber(of: request.key), last > start.number {
                reason.withLock { $0 = .outrun }
                return false
            }
            if try connection.departedChanges() != start.departed {
                reason.withLock { $0 = .outdated }
                return false
            }
            if try UndoLog(connection).hasEarlierChanges() {
                throw EarlierModelError(path: request.path)
            }
            try connection.execute(SourceTables.save) {
                try $0.bind(request.key, start.number, answer.time, at: 1)
            }
            return true
        }
        if let reason = reason.withLock({ $0 }) { return (reason, report) }
        return (.stored(changed: report.hasChanges), report)
    }
}

extension ImportReport {
    /// Throws an error if every object of the answer was skipped. Such an answer is probably an
    /// error message, such as `{"error": …}`, although its status is 200. Objects that refer to
    /// records of another list do not count, because that list may be requested later.
    fileprivate func checkIsUsable(path: String) throws {
        let stored = items.inserted + items.updated + items.unchanged
        if items.skipped == 0 || stored > 0 || lacksRecords { return }
        throw UnusableAnswerError(path: path, problem: problems.first?.description ?? "")
    }
}
