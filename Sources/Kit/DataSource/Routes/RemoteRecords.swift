public import CacheStore
public import DataAccess

/// Access to a server's records without a local copy on disk. Each read requests the list of all
/// records, and each step of a transaction sends a request. Network errors are thrown to the
/// caller.
///
/// Each read loads the list into a new in-memory store, so that queries give the same results as
/// with a local store.
///
/// A saved record can be saved again, although it still contains its former version: the change
/// starts from the version that the server returned for the earlier change. If something else has
/// changed the record since, this is a conflict.
public struct RemoteRecords<Model: StoredRecord & IdentifiedRecord>: RecordRoute {
    private let remote: any Remote
    private let request: SourceRequest<Model>
    private let versions: RecordVersions<Model>
    private let model: StoreModel
    private let sent = SentVersions()

    /// Creates access to the records of one of the server's lists.
    ///
    /// - Parameters:
    ///   - remote: The server.
    ///   - request: The list that contains all records.
    ///   - versions: Functions that return each record's path and version, for changes to the
    ///     record.
    ///   - model: Model of the entity.
    public init(
        _ remote: any Remote,
        _ request: SourceRequest<Model>,
        versions: RecordVersions<Model>,
        model: StoreModel
    ) {
        (self.remote, self.request, self.versions) = (remote, request, versions)
        self.model = model
    }

    /// Requests the list, then runs `body` on a store that contains the answer.
    ///
    /// - Throws: `StoreError.refused` if an object of the list cannot be read. `body` then does not
    ///   run, because it would not see every record.
    public func read<T: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> T {
        let answer = try await remote.fetch(request.path)
        var configuration = StoreConfiguration.inMemory
        // The records can refer to records of other lists, which the copy does not contain. Without
        // these references, saving a record would clear its relationships on the server.
        configuration.checksReferences = false
        let copy = try CacheStore(model: model, configuration: configuration)
        let report = try await copy.backgroundContext.importEntities(
            Model.self,
            json: answer,
            at: request.keyPath,
            whole: .all
        ) { _ in true }
        if !report.isComplete {
            let problem = report.problems.first.map { " (\($0))" } ?? ""
            throw StoreError.refused(
                reason: "the server's list \(request.path) cannot be read completely\(problem)"
            )
        }
        return try await copy.read { [sent, versions] connection in
            if let first = try connection.fetchFirst(Model.self) {
                sent.note(versions.version(first))
            }
            return try body(connection)
        }
    }

    /// Sends a request for each step. If the server refuses a step, the following steps are not
    /// sent; earlier steps are not undone.
    public func carryOut(_ steps: [TransactionStep<Model>]) async throws {
        for step in steps {
            switch step {
            case .insert(let record):
                try await send(PendingChange(path: versions.path(record), record), record)
            case .save(let record):
                try await send(record) { PendingChange(path: $0, record, startingFrom: $1) }
            case .delete(let record):
                try await send(record) {
                    PendingChange(method: "DELETE", path: $0, startingFrom: $1)
                }
            }
        }
    }

    /// Sends a change that starts from the record's version. If only this route has changed the
    /// record since then, the change starts from the version that resulted. `change` makes the
    /// change from the record's path and the version that it starts from.
    private func send(
        _ record: Model,
        _ change: (String, String?) -> PendingChange
    ) async throws {
        let (path, stated) = (versions.path(record), versions.version(record))
        sent.note(stated)
        let base = sent.current(plainPath(path), stated)
        do {
            try await send(change(path, base), record)
        } catch RemoteError.conflict(let current) where base != stated {
            // Without a version, the change would overwrite any version. The sent version is kept, so
            // that saving the same record again is a conflict, too.
            if stated == nil { throw RemoteError.conflict(current) }
            sent.forget(plainPath(path))
            // The server may have the stated version again, for instance if it derives versions
            // from the data.
            try await send(change(path, stated), record)
        }
    }

    private func send(_ change: PendingChange, _ record: Model) async throws {
        let version = try await remote.send(change, overwriting: false)
        sent.advance(
            plainPath(change.path),
            versions.version(record),
            change.version,
            to: change.method == "DELETE" ? nil : version
        )
    }
}
