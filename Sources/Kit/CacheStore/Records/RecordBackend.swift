public import DataAccess

/// Storage of a generated manager's records, selected when the program starts: a store, or memory
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

    /// The memory store of managers without a database; otherwise nil.
    public var memory: MemoryStore? {
        if case .memory(let memory, _) = place { memory } else { nil }
    }

    /// Store that generated queries run on. With records in memory, this is a read-only copy of all
    /// records that SQL can query. It is made anew after a change.
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

/// A database in memory with the contents of a `MemoryStore` at the latest request.
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
    /// The copy includes the changes that triggers made to the records.
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
