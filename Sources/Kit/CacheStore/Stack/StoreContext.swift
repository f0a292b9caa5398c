public import DataAccess

/// Access to the records of a store. A store has two contexts, which differ only in their reads.
/// Their changes use the store's only writer, in the order of the calls.
///
/// - `context` is for user interfaces. Its reads never wait for the writer: each read sees the
///   state that was committed when the call began. A read that begins after a change has been
///   announced includes that change.
/// - `backgroundContext` is for processing incoming data. Its reads wait for the writer, so that
///   each read includes all writes that were requested before it.
public struct StoreContext: Sendable {
    /// The store that this context accesses.
    public let store: CacheStore
    let readsWithoutWaiting: Bool

    /// Returns the records that the query finds, in the query's order.
    nonisolated(nonsending) public func fetch<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all
    ) async throws -> [R] {
        try await read { try $0.fetch(type, query) }
    }

    /// Returns the first record that the query finds, or nil if it finds none.
    nonisolated(nonsending) public func fetchFirst<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all
    ) async throws -> R? {
        try await read { try $0.fetchFirst(type, query) }
    }

    /// Returns the record with this identity, or nil if there is none.
    nonisolated(nonsending) public func retrieve<R: StoredRecord>(
        _ type: R.Type,
        _ identity: R.Identity
    ) async throws -> R? {
        try await read { try $0.retrieve(type, identity) }
    }

    /// Returns the number of records that match the query.
    nonisolated(nonsending) public func count<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all
    ) async throws -> Int {
        try await read { try $0.count(type, query) }
    }

    /// Returns whether the query finds a record.
    nonisolated(nonsending) public func exists<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all
    ) async throws -> Bool {
        try await read { try $0.exists(type, query) }
    }

    /// Creates a record, changes it with `change`, and stores it.
    ///
    /// - Returns: the record with the identity that it has in the store. Its derived attributes are
    ///   not recomputed.
    @discardableResult
    nonisolated(nonsending) public func create<R: StoredRecord>(
        _ type: R.Type,
        _ change: @escaping @Sendable (inout R) throws -> Void = { _ in }
    ) async throws -> R {
        try await store.write { connection in
            var record = try R.blank()
            try change(&record)
            return try connection.insert(record)
        }
    }

    /// Inserts `record`. If the store contains a record with the same identity or unique values,
    /// `record` replaces it.
    @discardableResult
    nonisolated(nonsending) public func save<R: StoredRecord>(_ record: R) async throws -> R {
        try await store.writeBriefly { try $0.save(record) }
    }

    /// Deletes the record with this identity.
    ///
    /// - Returns: whether the record existed.
    @discardableResult
    nonisolated(nonsending) public func delete<R: StoredRecord>(
        _ type: R.Type,
        _ identity: R.Identity
    ) async throws -> Bool {
        try await store.writeBriefly { try $0.delete(type, identity) }
    }

    /// Deletes the records that the query finds.
    ///
    /// - Returns: the number of records found.
    @discardableResult
    nonisolated(nonsending) public func deleteAll<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all
    ) async throws -> Int {
        try await store.write { try $0.deleteAll(type, query) }
    }

    /// Runs `body`, in which all reads see the same state of the store, and returns its result.
    nonisolated(nonsending) public func read<T: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> T {
        try await readsWithoutWaiting ? store.read(body) : store.readInTurn(body)
    }
}

extension CacheStore {
    /// The context for user interfaces. Its reads see the state that was committed when the call
    /// began.
    public var context: StoreContext { StoreContext(store: self, readsWithoutWaiting: true) }
    /// The context for processing incoming data. Its reads include all writes that were requested
    /// before them.
    public var backgroundContext: StoreContext {
        StoreContext(store: self, readsWithoutWaiting: false)
    }

    /// Runs `body` in a transaction in the background and returns immediately. The transactions run
    /// in the order of the calls. After a transaction, `completion` is called, but not on the
    /// writer's queue. The arguments of `completion` are whether anything has changed and, if the
    /// transaction failed, the error. A failed transaction changes nothing.
    public func saveInBackground(
        _ body: @escaping @Sendable (StoreConnection) throws -> Void,
        completion: (@Sendable (_ savedChanges: Bool, _ error: (any Error)?) -> Void)? = nil
    ) {
        queue.add {
            do {
                let saved = try await self.saveInBackground(body)
                completion?(saved, nil)
            } catch {
                completion?(false, error)
            }
        }
    }

    /// Runs `body` in a transaction.
    ///
    /// - Returns: whether anything in the store has changed.
    @discardableResult
    nonisolated(nonsending) public func saveInBackground(
        _ body: @escaping @Sendable (StoreConnection) throws -> Void
    ) async throws -> Bool {
        try await transaction(body).hasChanged
    }
}
