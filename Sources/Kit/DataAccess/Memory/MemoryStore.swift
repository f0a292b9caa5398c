/// Keeps the records of a model in memory, with the rules of the model: identities, required values,
/// relationships and their deletion rules. For tests, previews, and to show that an application
/// depends on no database. Transactions run one after the other.
public actor MemoryStore {
    private var tables: MemoryTables
    /// Where the forms with handlers wait for their turn.
    public nonisolated let queue = TransactionQueue()

    /// An empty store for the entities of `model`.
    public init(_ model: StoreModel) {
        tables = MemoryTables(model.entities)
    }

    /// Runs `body` on a copy of the tables, which becomes the store's when it returns.
    func transaction<T: Sendable>(
        _ body: @Sendable (inout MemoryTables) throws -> T
    ) throws -> T {
        try Task.checkCancellation()
        var copy = tables
        let result = try body(&copy)
        try copy.finish()
        tables = copy
        return result
    }

    func read<T: Sendable>(_ body: @Sendable (MemoryTables) throws -> T) throws -> T {
        try Task.checkCancellation()
        return try body(tables)
    }
}
