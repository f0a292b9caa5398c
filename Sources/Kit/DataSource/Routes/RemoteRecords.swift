public import CacheStore
public import DataAccess

/// Access to a server's records without a local copy on disk. Each read requests the list of all
/// records, and each step of a transaction sends a request. Network errors are thrown to the
/// caller.
///
/// Each read loads the list into a new in-memory store, so that queries give the same results as
/// with a local store.
public struct RemoteRecords<Model: StoredRecord & IdentifiedRecord>: RecordRoute {
    private let remote: any Remote
    private let request: SourceRequest<Model>
    private let versions: RecordVersions<Model>
    private let model: StoreModel

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
        return try await copy.read(body)
    }

    /// Sends a request for each step. If the server refuses a step, the following steps are not
    /// sent; earlier steps are not undone.
    public func carryOut(_ steps: [TransactionStep<Model>]) async throws {
        for step in steps {
            let change =
                switch step {
                case .insert(let record): PendingChange(path: versions.path(record), record)
                case .save(let record):
                    PendingChange(
                        path: versions.path(record),
                        record,
                        startingFrom: versions.version(record)
                    )
                case .delete(let record):
                    PendingChange(
                        method: "DELETE",
                        path: versions.path(record),
                        startingFrom: versions.version(record)
                    )
                }
            _ = try await remote.send(change, overwriting: false)
        }
    }
}
