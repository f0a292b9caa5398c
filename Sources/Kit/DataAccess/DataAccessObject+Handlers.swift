/// Methods that pass records to a handler. They return immediately; the transactions run in the
/// order of the calls. After each transaction, `queue` calls `completionHandler`. The argument of
/// `completionHandler` is nil after a commit or rollback. After a failure, the argument is the
/// error that the store or the handler threw.
///
/// The top-level code of `main.swift` is not an asynchronous context. There, a call with a trailing
/// handler resolves to one of these methods, even if it is marked `await`. The compiler then warns
/// about the `await`. To call an asynchronous method instead, move the call to a function.
extension DataAccessObject {
    /// A function that is called after the transaction. Its argument is nil after a commit or
    /// rollback, and the error after a failure. A failed transaction changes nothing in the store.
    public typealias Completion = @Sendable ((any Error)?) -> Void

    /// Passes the records that match the query to the handler, and stores the handler's changes.
    public func list(
        _ query: DataQuery = .all,
        resultHandler: @escaping @Sendable (inout [Model]) throws -> TransactionStatus,
        completionHandler: Completion? = nil
    ) {
        run(completionHandler) { try await list(query, resultHandler) }
    }

    /// Passes the record with this identity to the handler and stores the handler's changes. The
    /// handler receives nil if there is no such record. Setting the handler's argument to nil does
    /// not delete the stored record.
    public func retrieve(
        _ identity: Model.Identity,
        resultHandler: @escaping @Sendable (inout Model?) throws -> TransactionStatus,
        completionHandler: Completion? = nil
    ) {
        run(completionHandler) {
            try await transaction(on: .identity(identity)) { records in
                var record = records.first
                let status = try resultHandler(&record)
                records = record.map { [$0] } ?? []
                return status
            }
        }
    }

    /// Passes a new record to the handler, and inserts the record with the handler's changes.
    public func insert(
        resultHandler: @escaping @Sendable (inout Model) throws -> TransactionStatus,
        completionHandler: Completion? = nil
    ) {
        run(completionHandler) { try await insert(resultHandler) }
    }

    /// Passes the record with this identity to the handler and stores the handler's changes. Fails
    /// with `StoreError.noRecord` if there is no such record, and with `.changedIdentity` if the
    /// handler changes the identity.
    public func update(
        _ identity: Model.Identity,
        resultHandler: @escaping @Sendable (inout Model) throws -> TransactionStatus,
        completionHandler: Completion? = nil
    ) {
        run(completionHandler) { try await update(identity, resultHandler) }
    }

    /// Passes the handler an array of all records that match the query, and then deletes the
    /// records that the handler leaves in the array.
    public func delete(
        _ query: DataQuery,
        resultHandler: @escaping @Sendable (inout [Model]) throws -> TransactionStatus,
        completionHandler: Completion? = nil
    ) {
        run(completionHandler) { try await transaction(on: .deletion(query), resultHandler) }
    }

    private func run(
        _ completion: Completion?,
        _ operation: @escaping @Sendable () async throws -> Void
    ) {
        queue.add {
            do {
                try await operation()
                completion?(nil)
            } catch {
                completion?(error)
            }
        }
    }
}
