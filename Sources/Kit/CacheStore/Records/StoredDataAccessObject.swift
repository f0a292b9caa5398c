public import DataAccess

/// Access to the records of an entity in a store.
public protocol StoredDataAccessObject<Model>: DataAccessObject where Model: StoredRecord {
    var store: CacheStore { get }
}

extension StoredDataAccessObject {
    public var queue: TransactionQueue { store.queue }

    nonisolated(nonsending) public func list(_ query: DataQuery) async throws -> [Model] {
        try await store.read { try $0.fetch(Model.self, query) }
    }

    nonisolated(nonsending) public func insert(_ record: Model) async throws -> Model {
        try await store.writeBriefly { try $0.insert(record) }
    }

    nonisolated(nonsending) public func update(_ record: Model) async throws {
        try await store.writeBriefly { try $0.update(record) }
    }

    nonisolated(nonsending) public func count(_ query: DataQuery) async throws -> Int {
        try await store.read { try $0.count(Model.self, query) }
    }

    public func batches(_ query: DataQuery, of size: Int) -> RecordBatches<Model> {
        store.context.batches(Model.self, query, of: size)
    }

    @discardableResult
    nonisolated(nonsending) public func delete(_ query: DataQuery) async throws -> Bool {
        try await store.transaction { _ = try $0.deleteAll(Model.self, query) }.hasChanged
    }

    nonisolated(nonsending) public func transaction(
        on selection: RecordSelection<Model.Identity>,
        _ handler: @escaping @Sendable (inout [Model]) throws -> TransactionStatus
    ) async throws -> Bool {
        try await store.transaction { connection in
            var records = try selected(selection, connection)
            let before = records
            guard try handler(&records) == .commit else { return }
            for step in try selection.steps(from: before, to: records) {
                switch step {
                case .insert(let record): try connection.insert(record)
                case .save(let record): try connection.save(record)
                case .delete(let record):
                    try connection.execute(Model.statements.delete) {
                        try $0.bind(record.storedIdentity, at: 1)
                    }
                }
            }
        }.hasChanged
    }

    private func selected(
        _ selection: RecordSelection<Model.Identity>,
        _ connection: StoreConnection
    ) throws -> [Model] {
        switch selection {
        case .query(let query), .deletion(let query): try connection.fetch(Model.self, query)
        case .identity(let identity):
            try connection.retrieve(Model.self, identity).map { [$0] } ?? []
        case .blank: [try Model.blank()]
        }
    }
}

/// Data access object for the records of an entity in a store.
public struct StoreDAO<Model: StoredRecord>: StoredDataAccessObject {
    /// The store that holds the records.
    public let store: CacheStore

    /// Creates a data access object for the records of type `Model` in `store`. The store's data
    /// model must contain the entity of `Model`.
    public init(store: CacheStore) {
        self.store = store
    }

    nonisolated(nonsending) public func list() async throws -> [Model] { try await list(.all) }

    nonisolated(nonsending) public func retrieve(_ identity: Model.Identity) async throws -> Model?
    {
        try await store.read { try $0.retrieve(Model.self, identity) }
    }

    nonisolated(nonsending) public func save(_ record: Model) async throws -> Model {
        try await store.writeBriefly { try $0.save(record) }
    }

    nonisolated(nonsending) public func save(_ records: [Model]) async throws -> [Model] {
        try await store.write { try $0.saveEach(records) }
    }

    nonisolated(nonsending) public func delete(_ identity: Model.Identity) async throws -> Bool {
        try await store.writeBriefly { try $0.delete(Model.self, identity) }
    }

    nonisolated(nonsending) public func deleteAll() async throws -> Int {
        try await store.write { try $0.deleteAll(Model.self) }
    }

    nonisolated(nonsending) public func count() async throws -> Int { try await count(.all) }
}
