/// A store that keeps the records of a model in memory. It computes derived attributes and enforces
/// the rules of the model:
///
/// - identities, and required and unique values
/// - validation rules
/// - the sharing of tables between entities
/// - relationships and their deletion rules
///
/// Use it for tests and previews, and to show that an application does not depend on a database.
/// Transactions run one after the other; queries examine every record.
public actor MemoryStore {
    let model: StoreModel
    private(set) var tables: MemoryTables
    /// A number that changes with each transaction that changes the store.
    private(set) var version = 0
    /// Serial queue for the methods with completion handlers.
    public nonisolated let queue = TransactionQueue()

    /// Creates an empty store for the entities of `model`.
    public init(_ model: StoreModel) {
        self.model = model
        tables = MemoryTables(model.entities)
    }

    /// Runs `body` on the tables in a transaction. If `body` throws, the task is cancelled before
    /// the commit, or a check at the end of the transaction fails, undoes the changes.
    func transaction<T: Sendable>(
        _ body: @Sendable (inout MemoryTables) throws -> T
    ) throws -> T {
        try Task.checkCancellation()
        do {
            let result = try body(&tables)
            try Task.checkCancellation()
            let hasChanged = tables.changes > 0
            try tables.finish()
            if hasChanged { version += 1 }
            return result
        } catch {
            tables.rollBack()
            throw error
        }
    }

    func read<T: Sendable>(_ body: @Sendable (MemoryTables) throws -> T) throws -> T {
        try Task.checkCancellation()
        return try body(tables)
    }
}
