public import DataAccess

/// Storage for the records of a generated manager: either a store, or memory without a database.
/// The program chooses one of them when it starts.
public struct RecordBackend: Sendable {
    enum Place: Sendable {
        case store(CacheStore)
        case memory(MemoryStore, MemoryCopy)
    }

    let place: Place

    /// Creates a backend that keeps the records in `store`.
    public init(_ store: CacheStore) { place = .store(store) }

    /// Creates a backend that keeps the records in memory.
    public init(_ memory: MemoryStore) { place = .memory(memory, MemoryCopy(of: memory)) }

    /// The memory store of a manager without a database; nil for a manager with a database.
    public var memory: MemoryStore? {
        if case .memory(let memory, _) = place { memory } else { nil }
    }

    /// Store for generated queries. If the records are in memory, this is a read-only copy of all
    /// records. The first access after the records have changed creates a new copy.
    ///
    /// - Throws: `StoreError` if the copy cannot be created.
    nonisolated(nonsending) public var store: CacheStore {
        get async throws {
            switch place {
            case .store(let store): store
            case .memory(_, let copy): try await copy.store()
            }
        }
    }

    /// The path of the store's file; nil if the records are in memory.
    public var path: String? {
        if case .store(let store) = place { store.path } else { nil }
    }

    /// Closes the store; later calls throw. Has no effect on records in memory.
    public func close() throws {
        if case .store(let store) = place { try store.close() }
    }
}

/// Copy of a `MemoryStore` in an SQL database in memory. Each call of `store()` replaces the copy
/// if the records in memory have changed.
actor MemoryCopy {
    private let memory: MemoryStore
    private var made: (version: Int, store: CacheStore)?

    init(of memory: MemoryStore) { self.memory = memory }

    func store() async throws -> CacheStore {
        let contents = await memory.contents(unless: made?.version)
        if let made, contents.version == made.version { return made.store }
        let store = try CacheStore(inMemory: contents.model.withoutTriggers)
        try await store.withWriter { writer in
            try writer.transaction { try $0.fill(with: contents) }
            writer.refuseFurther(
                because:
                    "this store is a read-only copy of the application's records: "
                    + "change the records through the generated manager"
            )
        }
        made = (contents.version, store)
        return store
    }
}

extension StoreModel {
    /// The model without triggers, because the copied records already include the changes that
    /// triggers make.
    fileprivate var withoutTriggers: StoreModel {
        StoreModel(
            name: name,
            version: version,
            statements: statements.filter { !$0.hasPrefix("CREATE TRIGGER") },
            entities: entities
        )
    }
}

extension StoreConnection {
    fileprivate func fill(with contents: MemoryContents) throws {
        for (entity, rows) in contents.rows {
            try execute(RecordStatements(entity).insert, forEach: rows) { try $1.bind($0) }
        }
        for pair in contents.pairs {
            let columns = pair.values.keys.sorted()
            let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
            try execute(
                """
                INSERT INTO \(quoted(pair.table)) (\(columns.map(quoted).joined(separator: ", ")))
                VALUES (\(places))
                """
            ) {
                try $0.bind(columns.map { pair.values[$0] ?? .null })
            }
        }
        for place in contents.places {
            try execute(
                """
                UPDATE \(quoted(place.table)) SET \(quoted(place.positionColumn)) = ?1
                WHERE \(quoted(place.identityColumn)) = ?2
                """
            ) {
                try $0.bind(Int64(place.position), at: 1)
                try $0.bind(place.identity, at: 2)
            }
        }
    }
}
