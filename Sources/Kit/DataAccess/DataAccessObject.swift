/// Storage-independent access to the records of an entity.
///
/// Each call is a separate transaction: if it throws, nothing has changed. Calls may come from any
/// thread and never block it. Errors are `StoreError`, or `CancellationError` if the task was
/// cancelled before the transaction committed. An implementation that asks a server throws the errors
/// of the network too, such as `URLError`: they reach the caller, or the completion handler, as they are.
public protocol DataAccessObject<Model>: Sendable {
    associatedtype Model: DescribedRecord

    /// Every record, in the order of their identities.
    nonisolated(nonsending) func list() async throws -> [Model]

    /// The records that the query finds.
    nonisolated(nonsending) func list(_ query: DataQuery) async throws -> [Model]

    /// The records that the query finds, `size` at a time.
    func batches(_ query: DataQuery, of size: Int) -> RecordBatches<Model>

    /// The record with this identity, or nil when there is none.
    nonisolated(nonsending) func retrieve(_ identity: Model.Identity) async throws -> Model?

    /// Inserts the record, or replaces the one with its identity or unique values. A record without one is
    /// inserted with a new one.
    ///
    /// - Returns: the record as stored, with its identity.
    @discardableResult
    nonisolated(nonsending) func save(_ record: Model) async throws -> Model

    /// Saves the records in one transaction: all of them or, when it throws, none.
    @discardableResult
    nonisolated(nonsending) func save(_ records: [Model]) async throws -> [Model]

    /// Inserts the record.
    ///
    /// - Returns: the record as stored, with its identity.
    /// - Throws: `StoreError.constraint` when its identity is taken.
    @discardableResult
    nonisolated(nonsending) func insert(_ record: Model) async throws -> Model

    /// Replaces the record with this one's identity.
    ///
    /// - Throws: `StoreError.noRecord` when there is none.
    nonisolated(nonsending) func update(_ record: Model) async throws

    /// Deletes the record with this identity; relationships to it follow their deletion rules.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    nonisolated(nonsending) func delete(_ identity: Model.Identity) async throws -> Bool

    /// Deletes the records that the query finds.
    ///
    /// - Returns: whether there were any.
    @discardableResult
    nonisolated(nonsending) func delete(_ query: DataQuery) async throws -> Bool

    /// Deletes every record.
    ///
    /// - Returns: how many there were.
    @discardableResult
    nonisolated(nonsending) func deleteAll() async throws -> Int

    nonisolated(nonsending) func count() async throws -> Int

    /// Number of records that match the query.
    nonisolated(nonsending) func count(_ query: DataQuery) async throws -> Int

    /// Hands the selected records to `handler`, in a transaction. On `.commit` its changes are
    /// stored; on `.rollback`, or when it throws, nothing is. The handler runs on the store's queue:
    /// it holds up other writers, and must not wait for the store.
    ///
    /// - Returns: whether anything in the store has changed.
    @discardableResult
    nonisolated(nonsending) func transaction(
        on selection: RecordSelection<Model.Identity>,
        _ handler: @escaping @Sendable (inout [Model]) throws -> TransactionStatus
    ) async throws -> Bool

    /// Serial queue for completion-handler calls.
    var queue: TransactionQueue { get }
}
