/// The records of one entity in a `MemoryStore`.
public struct MemoryDAO<Model: DescribedRecord>: DataAccessObject {
    private let store: MemoryStore

    /// The records of `Model` in `store`, whose model must have that entity.
    public init(store: MemoryStore) {
        self.store = store
    }

    public var queue: TransactionQueue { store.queue }

    public func list() async throws -> [Model] { try await list(.all) }

    public func list(_ query: DataQuery) async throws -> [Model] {
        try await store.read { try $0.rows(query, of: Model.entity).map(Model.init(columnValues:)) }
    }

    public func retrieve(_ identity: Model.Identity) async throws -> Model? {
        try await store.read { tables in
            try tables.row(stored(identity), of: Model.entity).map(Model.init(columnValues:))
        }
    }

    public func save(_ record: Model) async throws -> Model {
        try await store.transaction {
            try Model(columnValues: $0.save(record.columnValues, of: Model.entity))
        }
    }

    public func save(_ records: [Model]) async throws -> [Model] {
        try await store.transaction { tables in
            try records.map {
                try Model(columnValues: tables.save($0.columnValues, of: Model.entity))
            }
        }
    }

    public func insert(_ record: Model) async throws -> Model {
        try await store.transaction {
            try Model(columnValues: $0.insert(record.columnValues, of: Model.entity))
        }
    }

    public func update(_ record: Model) async throws {
        try await store.transaction { tables in
            guard tables.row(record.storedIdentity, of: Model.entity) != nil else {
                throw StoreError.noRecord(entity: Model.entity.name)
            }
            _ = try tables.save(record.columnValues, of: Model.entity)
        }
    }

    public func delete(_ identity: Model.Identity) async throws -> Bool {
        try await store.transaction { try $0.delete(stored(identity), of: Model.entity) }
    }

    public func deleteAll() async throws -> Int {
        try await store.transaction { tables in
            let identities = Array((tables.rows[Model.entity.name] ?? [:]).keys)
            for identity in identities { _ = try tables.delete(identity, of: Model.entity) }
            return identities.count
        }
    }

    public func count() async throws -> Int {
        try await store.read { $0.rows[Model.entity.name]?.count ?? 0 }
    }

    public func count(_ query: DataQuery) async throws -> Int {
        try await store.read { try $0.rows(query, of: Model.entity).count }
    }

    public func transaction(
        on selection: RecordSelection<Model.Identity>,
        _ handler: @escaping @Sendable (inout [Model]) throws -> TransactionStatus
    ) async throws -> Bool {
        try await store.transaction { tables in
            var records = try selected(selection, tables)
            let before = records
            guard try handler(&records) == .commit else { return false }
            let start = tables.changes
            for step in steps(from: before, to: records, selection) {
                switch step {
                case .insert(let record):
                    _ = try tables.insert(record.columnValues, of: Model.entity)
                case .save(let record): _ = try tables.save(record.columnValues, of: Model.entity)
                case .delete(let record):
                    _ = try tables.delete(record.storedIdentity, of: Model.entity)
                }
            }
            return tables.changes != start
        }
    }

    private func selected(
        _ selection: RecordSelection<Model.Identity>,
        _ tables: MemoryTables
    ) throws -> [Model] {
        switch selection {
        case .query(let query), .deletion(let query):
            try tables.rows(query, of: Model.entity).map(Model.init(columnValues:))
        case .identity(let identity):
            try [tables.row(stored(identity), of: Model.entity)].compactMap { $0 }
                .map(Model.init(columnValues:))
        case .blank: [Model.blank()]
        }
    }
}
