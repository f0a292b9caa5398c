/// Access to the records of one entity in a `MemoryStore`.
public struct MemoryDAO<Model: DescribedRecord>: DataAccessObject {
    private let store: MemoryStore

    /// Creates a data access object for the records of type `Model` in `store`. The store's model
    /// must contain the entity of `Model`.
    public init(store: MemoryStore) {
        self.store = store
    }

    public var queue: TransactionQueue { store.queue }

    nonisolated(nonsending) public func list() async throws -> [Model] { try await list(.all) }

    nonisolated(nonsending) public func list(_ query: DataQuery) async throws -> [Model] {
        try await store.read { try $0.records(query) }
    }

    nonisolated(nonsending) public func retrieve(_ identity: Model.Identity) async throws -> Model?
    {
        try await store.read { try $0.record(stored(identity)) }
    }

    nonisolated(nonsending) public func save(_ record: Model) async throws -> Model {
        try await store.transaction { try $0.save(record) }
    }

    nonisolated(nonsending) public func save(_ records: [Model]) async throws -> [Model] {
        try await store.transaction { tables in try records.map { try tables.save($0) } }
    }

    nonisolated(nonsending) public func insert(_ record: Model) async throws -> Model {
        try await store.transaction { try $0.insert(record) }
    }

    nonisolated(nonsending) public func update(_ record: Model) async throws {
        try await store.transaction { tables in
            guard let _: Model = try tables.record(record.storedIdentity) else {
                throw StoreError.noRecord(entity: Model.entity.name)
            }
            _ = try tables.save(record)
        }
    }

    nonisolated(nonsending) public func delete(_ identity: Model.Identity) async throws -> Bool {
        try await store.transaction {
            try $0.delete(stored(identity), of: $0.entity(of: Model.self))
        }
    }

    nonisolated(nonsending) public func deleteAll() async throws -> Int {
        try await store.transaction { tables in
            let entity = try tables.entity(of: Model.self)
            let found: [Model] = try tables.records(.all)
            // A record may already have been deleted together with another record.
            for record in found { _ = try tables.delete(record.storedIdentity, of: entity) }
            return found.count
        }
    }

    nonisolated(nonsending) public func count() async throws -> Int { try await count(.all) }

    nonisolated(nonsending) public func count(_ query: DataQuery) async throws -> Int {
        try await store.read { try $0.rows(query, of: $0.entity(of: Model.self)).count }
    }

    nonisolated(nonsending) public func transaction(
        on selection: RecordSelection<Model.Identity>,
        _ handler: @escaping @Sendable (inout [Model]) throws -> TransactionStatus
    ) async throws -> Bool {
        try await store.transaction { tables in
            var records = try selected(selection, tables)
            let before = records
            guard try handler(&records) == .commit else { return false }
            let start = tables.changes
            for step in try selection.steps(from: before, to: records) {
                switch step {
                case .insert(let record): _ = try tables.insert(record)
                case .save(let record): _ = try tables.save(record)
                case .delete(let record):
                    let entity = try tables.entity(of: Model.self)
                    _ = try tables.delete(record.storedIdentity, of: entity)
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
        case .query(let query), .deletion(let query): try tables.records(query)
        case .identity(let identity): try tables.record(stored(identity)).map { [$0] } ?? []
        case .blank: [try Model.blank()]
        }
    }
}

/// Reading and writing of rows as records.
extension MemoryTables {
    func entity<R: DescribedRecord>(of type: R.Type) throws -> MemoryEntity {
        try entity(named: R.entity.name)
    }

    func record<R: DescribedRecord>(_ identity: StoredValue) throws -> R? {
        try row(identity, of: entity(of: R.self)).map(R.init(columnValues:))
    }

    func records<R: DescribedRecord>(_ query: DataQuery) throws -> [R] {
        try rows(query, of: entity(of: R.self)).map(R.init(columnValues:))
    }

    mutating func save<R: DescribedRecord>(_ record: R) throws -> R {
        try record.validate()
        let saved = try save(record.columnValues, of: entity(of: R.self))
        return try R(columnValues: saved)
    }

    mutating func insert<R: DescribedRecord>(_ record: R) throws -> R {
        if !(try entity(of: R.self)).isAbstract { try record.validate() }
        let inserted = try insert(record.columnValues, of: entity(of: R.self))
        return try R(columnValues: inserted)
    }
}
