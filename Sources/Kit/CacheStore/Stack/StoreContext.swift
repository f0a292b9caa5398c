public import DataAccess

/// Access to a store. Both contexts of a store share one coordinator: every change goes through its
/// one writer, in the order of the calls.
///
/// - `context` reads the state that was committed when a call began, and never waits for the
///   writer: for user interfaces. After a change has been announced, its reads include that change.
/// - `backgroundContext` reads in turn with the writer, so it also sees writes requested just
///   before: for processing incoming data.
public struct StoreContext: Sendable {
    /// The store that it is a way into.
    public let store: CacheStore
    let readsWithoutWaiting: Bool

    /// The records that the query finds, in its order.
    nonisolated(nonsending) public func fetch<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all
    ) async throws -> [R] {
        try await read { try $0.fetch(type, query) }
    }

    /// The first record that the query finds, or nil.
    nonisolated(nonsending) public func fetchFirst<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all
    ) async throws -> R? {
        try await read { try $0.fetchFirst(type, query) }
    }

    /// The record with this identity, or nil.
    nonisolated(nonsending) public func retrieve<R: StoredRecord>(
        _ type: R.Type,
        _ identity: R.Identity
    ) async throws -> R? {
        try await read { try $0.retrieve(type, identity) }
    }

    /// Number of records that match the query.
    nonisolated(nonsending) public func count<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all
    ) async throws -> Int {
        try await read { try $0.count(type, query) }
    }

    /// Whether the query finds a record.
    nonisolated(nonsending) public func exists<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all
    ) async throws -> Bool {
        try await read { try $0.exists(type, query) }
    }

    /// Stores a new record, as `change` leaves it.
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

    /// Inserts the record or replaces the one with its identity.
    @discardableResult
    nonisolated(nonsending) public func save<R: StoredRecord>(_ record: R) async throws -> R {
        try await store.writeBriefly { try $0.save(record) }
    }

    /// - Returns: whether there was one.
    @discardableResult
    nonisolated(nonsending) public func delete<R: StoredRecord>(
        _ type: R.Type,
        _ identity: R.Identity
    ) async throws -> Bool {
        try await store.writeBriefly { try $0.delete(type, identity) }
    }

    /// Deletes the records that the query finds.
    ///
    /// - Returns: how many there were.
    @discardableResult
    nonisolated(nonsending) public func deleteAll<R: StoredRecord>(
        _ type: R.Type,
        _ query: DataQuery = .all
    ) async throws -> Int {
        try await store.write { try $0.deleteAll(type, query) }
    }

    /// Several reads on one state of the store.
    public func read<T: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> T {
        try await readsWithoutWaiting ? store.read(body) : store.readInTurn(body)
    }
}

extension CacheStore {
    /// For user interfaces: reads the state that is committed when a call begins.
    public var context: StoreContext { StoreContext(store: self, readsWithoutWaiting: true) }
    /// For work on data that comes in: reads in turn with the writer.
    public var backgroundContext: StoreContext {
        StoreContext(store: self, readsWithoutWaiting: false)
    }

    /// Runs `body` in a transaction in the background and returns at once. `completion` is called
    /// outside the store's queue, after the commit, with whether anything has changed, or with the
    /// error, after which nothing has. Calls run in their order.
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
