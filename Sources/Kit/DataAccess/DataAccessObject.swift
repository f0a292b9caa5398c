/// Storage-independent access to the records of an entity.
///
/// Each call is a separate transaction: if it throws, nothing has changed. Methods can be called
/// from any thread, and never block it. Errors are `StoreError`, or `CancellationError` if the
/// calling Swift task was cancelled before the commit.
///
/// An implementation that uses a server may also throw network errors, such as `URLError`. They
/// reach the caller or the completion handler unchanged.
public protocol DataAccessObject<Model>: Sendable {
    associatedtype Model: DescribedRecord

    /// Returns every record, ordered by identity.
    nonisolated(nonsending) func list() async throws -> [Model]

    /// Returns the records that the query finds, in the query's order.
    nonisolated(nonsending) func list(_ query: DataQuery) async throws -> [Model]

    /// Returns the records that the query finds, in batches of `size`.
    func batches(_ query: DataQuery, of size: Int) -> RecordBatches<Model>

    /// Returns the record with this identity, or nil if there is none.
    nonisolated(nonsending) func retrieve(_ identity: Model.Identity) async throws -> Model?

    /// Inserts the record. If a stored record has the same identity, or the same values in the
    /// columns of a uniqueness constraint, replaces that record instead. A record without an
    /// identity receives one.
    ///
    /// - Returns: `record` with the identity that it has in the store. NaN values are replaced with
    ///   nil. Derived attributes are not recomputed; retrieve the record to read their new values.
    @discardableResult
    nonisolated(nonsending) func save(_ record: Model) async throws -> Model

    /// Saves the records in one transaction. If an error is thrown, no record is saved.
    ///
    /// - Returns: the results of ``save(_:)`` for the records, in the same order.
    @discardableResult
    nonisolated(nonsending) func save(_ records: [Model]) async throws -> [Model]

    /// Inserts the record.
    ///
    /// - Returns: `record` with the identity that it has in the store. NaN values are replaced with
    ///   nil. Derived attributes are not recomputed; retrieve the record to read their new values.
    /// - Throws: `StoreError.constraint` if a stored record has the same identity, or the same
    ///   values in the columns of a uniqueness constraint.
    @discardableResult
    nonisolated(nonsending) func insert(_ record: Model) async throws -> Model

    /// Replaces the stored record that has the same identity as `record`.
    ///
    /// - Throws: `StoreError.noRecord` if there is no such record.
    nonisolated(nonsending) func update(_ record: Model) async throws

    /// Deletes the record with this identity, and applies the model's deletion rules to related
    /// records.
    ///
    /// - Returns: whether the record existed.
    @discardableResult
    nonisolated(nonsending) func delete(_ identity: Model.Identity) async throws -> Bool

    /// Deletes the records that the query finds.
    ///
    /// - Returns: whether anything in the store has changed.
    @discardableResult
    nonisolated(nonsending) func delete(_ query: DataQuery) async throws -> Bool

    /// Deletes every record.
    ///
    /// - Returns: the number of records deleted.
    @discardableResult
    nonisolated(nonsending) func deleteAll() async throws -> Int

    nonisolated(nonsending) func count() async throws -> Int

    /// Returns the number of records that match the query.
    nonisolated(nonsending) func count(_ query: DataQuery) async throws -> Int

    /// Passes the selected records to `handler`, in a transaction. If the handler returns
    /// `.commit`, its changes are stored; if it returns `.rollback` or throws, nothing is stored. A
    /// store runs the handler on its write queue. The handler therefore blocks other writers, and
    /// must not wait for the store.
    ///
    /// - Returns: whether anything in the store has changed.
    @discardableResult
    nonisolated(nonsending) func transaction(
        on selection: RecordSelection<Model.Identity>,
        _ handler: @escaping @Sendable (inout [Model]) throws -> TransactionStatus
    ) async throws -> Bool

    /// Serial queue that runs the transactions of the methods with completion handlers.
    var queue: TransactionQueue { get }
}
