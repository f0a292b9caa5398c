/// Methods with handlers. They return at once, run in the order of the calls, and call
/// `completionHandler` when the transaction has committed or failed, outside the store's queue:
/// with the error, or with nil. Errors thrown by the handler are reported there too.
///
/// In the top-level code of `main.swift`, which is not an asynchronous context, a call with a
/// trailing handler selects this form even with `await`, and the compiler warns: move it to a
/// function.
extension DataAccessObject {
    /// Given nil after the commit, or the error after which nothing has changed.
    public typealias Completion = @Sendable ((any Error)?) -> Void

    /// Passes the records that match the query to a handler, and stores the handler's changes.
    public func list(
        _ query: DataQuery = .all,
        resultHandler: @escaping @Sendable (inout [Model]) throws -> TransactionStatus,
        completionHandler: Completion? = nil
    ) {
        run(.query(query), resultHandler, completionHandler)
    }

    /// Hands over the record with this identity, or nil. Setting it to nil does not delete it.
    public func retrieve(
        _ identity: Model.Identity,
        resultHandler: @escaping @Sendable (inout Model?) throws -> TransactionStatus,
        completionHandler: Completion? = nil
    ) {
        run(
            .identity(identity),
            { records in
                var record = records.first
                let status = try resultHandler(&record)
                records = record.map { [$0] } ?? []
                return status
            },
            completionHandler
        )
    }

    /// Hands over a new record, and inserts it as the handler leaves it.
    public func insert(
        resultHandler: @escaping @Sendable (inout Model) throws -> TransactionStatus,
        completionHandler: Completion? = nil
    ) {
        run(
            .blank,
            { records in
                var record = try records.first ?? .blank()
                let status = try resultHandler(&record)
                records = [record]
                return status
            },
            completionHandler
        )
    }

    /// Hands over the record with this identity, and stores it as the handler leaves it. Fails with
    /// `StoreError.noRecord` when there is none, with `.changedIdentity` when the handler gives it
    /// another one.
    public func update(
        _ identity: Model.Identity,
        resultHandler: @escaping @Sendable (inout Model) throws -> TransactionStatus,
        completionHandler: Completion? = nil
    ) {
        run(
            .identity(identity),
            { records in
                guard var record = records.first else {
                    throw StoreError.noRecord(entity: Model.entity.name)
                }
                let status = try resultHandler(&record)
                records = [record]
                return status
            },
            completionHandler
        )
    }

    /// Hands over the records that the query finds, and deletes those that the handler leaves in
    /// the list.
    public func delete(
        _ query: DataQuery,
        resultHandler: @escaping @Sendable (inout [Model]) throws -> TransactionStatus,
        completionHandler: Completion? = nil
    ) {
        run(.deletion(query), resultHandler, completionHandler)
    }

    private func run(
        _ selection: RecordSelection<Model.Identity>,
        _ handler: @escaping @Sendable (inout [Model]) throws -> TransactionStatus,
        _ completion: Completion?
    ) {
        queue.add {
            do {
                try await transaction(on: selection, handler)
                completion?(nil)
            } catch {
                completion?(error)
            }
        }
    }
}
