public import DataAccess

/// A way to access a store. The two contexts of a store share its only writer: all changes go
/// through this writer, in the order of the calls.
///
/// - `context` is for user interfaces. It reads the state that was committed when a call began, and
///   never waits for the writer. Reads that begin after a change has been announced include that
///   change.
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
    /// - Returns: the record as stored, with its identity.
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

    /// Runs `body`. All reads in `body` see the same state of the store.
    public func read<T: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> T {
        try await readsWithoutWaiting ? store.read(body) : store.readInTurn(body)
    }
}

extension CacheStore {
    /// A context for user interfaces: reads the state that is committed when a call begins.
    public var context: StoreContext { StoreContext(store: self, readsWithoutWaiting: true) }
    /// A context for processing incoming data: a read begins after the writes that were requested
    /// before it.
    public var backgroundContext: StoreContext {
        StoreContext(store: self, readsWithoutWaiting: false)
    }

    /// Runs `body` in a transaction in the background and returns immediately. After the
    /// transaction, `completion` is called outside the writer's queue. `completion` receives
    /// whether anything has changed and, if the transaction failed, the error. After a failure,
    /// nothing has changed. The transactions run in the order of the calls.
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
    public func saveInBackground(
        _ body: @escaping @Sendable (StoreConnection) throws -> Void
    ) async throws -> Bool {
        try await transaction(body).hasChanged
    }
}
