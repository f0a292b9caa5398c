public import DataAccess

/// What keeps the records of a generated manager, chosen when the program starts: a store, or memory
/// without a database.
public struct RecordBackend: Sendable {
    enum Place: Sendable {
        case store(CacheStore)
        case memory(MemoryStore, MemoryCopy)
    }

    let place: Place

    /// Records in `store`.
    public init(_ store: CacheStore) { place = .store(store) }

    /// Records in memory.
    public init(_ memory: MemoryStore) { place = .memory(memory, MemoryCopy(of: memory)) }

    /// Where the records are, for managers without a database; else nil.
    public var memory: MemoryStore? {
        if case .memory(let memory, _) = place { memory } else { nil }
    }

    /// What generated queries run on. Where the records are in memory, that is a copy of them which
    /// SQL can be asked of: made anew when they have changed, all of them, and for reading only.
    ///
    /// - Throws: `StoreError`.
    nonisolated(nonsending) public var store: CacheStore {
        get async throws {
            switch place {
            case .store(let store): store
            case .memory(_, let copy): try await copy.store()
            }
        }
    }

    /// The path of the file; nil in memory.
    public var path: String? {
        if case .store(let store) = place { store.path } else { nil }
    }

    /// Closes the store; later calls throw. Does nothing to records in memory.
    public func close() throws {
        if case .store(let store) = place { try store.close() }
    }
}

/// A database in memory with what a `MemoryStore` held when it was last asked for.
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
                because: "the records are kept in memory: change them through the manager"
            )
        }
        made = (contents.version, store)
        return store
    }
}

extension StoreModel {
    /// The copy has what triggers have made of the records.
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
            try execute(RecordStatements(entity).insert, forEach: rows) { values, places in
                for (index, value) in values.enumerated() {
                    try places.bind(value, at: Int32(index + 1))
                }
            }
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
                for (index, column) in columns.enumerated() {
                    try $0.bind(pair.values[column] ?? .null, at: Int32(index + 1))
                }
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
