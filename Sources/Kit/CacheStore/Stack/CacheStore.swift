@_exported public import DataAccess
import Foundation
import GRDB

/// An SQLite file, or a database in memory, that generated code keeps its records in.
///
/// A file is in WAL mode. There is one writer: transactions that change the store run one after
/// the other, in the order of the calls. Reads run beside each other and beside the writer, each on
/// a snapshot of what was committed when it began. Any method may be called from any thread; none
/// blocks it, except the initialisers and `close`.
public final class CacheStore: Sendable {
    /// What the store was opened with.
    public let model: StoreModel
    /// How the store was opened.
    public let configuration: StoreConfiguration
    /// What opening came to: whether a store was there, and whether it was moved aside.
    public let opening: StoreOpening
    /// What was found wrong with SQLite's log when the store was opened; nil where it was whole.
    public let logDamage: LogDamage?
    /// The path of the file; nil in memory.
    public let path: String?
    /// Where the forms with handlers wait for their turn.
    public let queue = TransactionQueue()
    let announcements = ChangeAnnouncements()
    let plans: QueryPlans
    let writing = WritingState()
    /// The turns of all stores that write to the file; nil in memory and for reading only.
    let turns: ProcessQueue?
    private let database: any DatabaseWriter

    /// Opens the store, making it where there is none and migrating it where it is of an earlier
    /// version of `model`. Blocks until that is done.
    ///
    /// - Throws: `StoreError`, which names the file, what is wrong with it and what to do.
    public init(
        model: StoreModel,
        configuration: StoreConfiguration = StoreConfiguration()
    ) throws {
        self.model = model
        self.configuration = configuration
        plans = QueryPlans(model)
        switch configuration.location {
        case .memory: path = nil
        case .file(let path): self.path = path
        case .standard: path = DefaultStoreFile.path(forModel: model.name)
        }
        if let path { try checkKindOfFile(at: path) }
        logDamage = path.flatMap { damage(ofLogBeside: $0) }
        (database, opening, turns) = try open(model, at: path, configuration)
    }

    /// Opens the file at `path`, making it and its folder where they are not there.
    public convenience init(fileAt path: String, model: StoreModel) throws {
        try self.init(model: model, configuration: .file(path))
    }

    /// A store that lives as long as this object.
    public convenience init(inMemory model: StoreModel) throws {
        try self.init(model: model, configuration: .inMemory)
    }

    deinit { announcements.finish() }

    /// Runs `body` on a snapshot of the store; it must not write. A file is read on the thread of the
    /// task itself, which is never that of the caller's actor: a change of thread and back would cost
    /// as much as the reading of a hundred records.
    @concurrent
    public func read<T: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> T {
        try Task.checkCancellation()
        guard let pool = database as? DatabasePool else { return try await readInMemory(body) }
        let interruption = ReadInterruption()
        return try await withTaskCancellationHandler {
            try translatingErrors(at: path, plans.model) {
                try read(body, from: pool, interruption)
            }
        } onCancel: {
            interruption.interrupt()
        }
    }

    /// Synchronous, so that it is GRDB's synchronous form that is called.
    private func read<T>(
        _ body: (StoreConnection) throws -> T,
        from pool: DatabasePool,
        _ interruption: ReadInterruption
    ) throws -> T {
        try pool.read { database in
            try interruption.watch(database) {
                try StoreClosure.run { try body(reading(database, plans)) }
            }
        }
    }

    /// In turn with what is written: there is one connection.
    private func readInMemory<T: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> T {
        try await translatingErrors(at: path, plans.model) {
            try await database.read { [plans] database in
                try StoreClosure.run { try body(reading(database, plans)) }
            }
        }
    }

    /// As `read`, and blocks the calling thread until it is done: for synchronous code that needs a
    /// few records at once. In a closure that a store runs it throws.
    @available(*, noasync, message: "use read in asynchronous code")
    public func readAndWait<T>(_ body: (StoreConnection) throws -> T) throws -> T {
        try StoreClosure.checkOutside()
        return try translatingErrors(at: path, plans.model) {
            try database.read { database in
                try StoreClosure.run { try body(reading(database, plans)) }
            }
        }
    }

    /// Runs `body` in a transaction, committed when it returns and rolled back when it throws or
    /// the task is cancelled before the commit.
    @discardableResult
    public func write<T: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> T {
        try await transaction(body).value
    }

    /// As `write`, and says whether anything in the store has changed.
    public func transaction<T: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> (value: T, hasChanged: Bool) {
        try await withWriter { try $0.transaction(body) }
    }

    /// Runs `body` when the writer's turn comes: for many transactions in a row, each committed and
    /// announced on its own, without a wait between them. Other writers wait until `body` returns.
    public func withWriter<T: Sendable>(
        _ body: @escaping @Sendable (StoreWriter) throws -> T
    ) async throws -> T {
        try checkWritable()
        let cancellation = CancellationFlag()
        return try await withTaskCancellationHandler {
            try await translatingErrors(at: path, plans.model) {
                try await database.writeWithoutTransaction { [self] database in
                    try StoreClosure.run {
                        try body(
                            StoreWriter(store: self, database: database, cancellation: cancellation)
                        )
                    }
                }
            }
        } onCancel: {
            cancellation.set()
        }
    }

    /// As `write`, and blocks the calling thread until the transaction has committed: for small
    /// changes in synchronous code, which cost no change of thread then. It waits for transactions
    /// that were asked for before, and with `durability: .full` for the disk, some milliseconds.
    /// In a closure that a store runs it throws.
    @available(*, noasync, message: "use write in asynchronous code")
    @discardableResult
    public func writeAndWait<T>(_ body: (StoreConnection) throws -> T) throws -> T {
        try checkWritable()
        try StoreClosure.checkOutside()
        return try translatingErrors(at: path, plans.model) {
            try database.writeWithoutTransaction { database in
                let writer = StoreWriter(store: self, database: database, cancellation: nil)
                return try StoreClosure.run { try writer.transaction(body).value }
            }
        }
    }

    private func checkWritable() throws {
        if configuration.isReadOnly { throw StoreError.readOnly(path: path ?? "in memory") }
    }

    /// As `read`, in turn with the writer.
    func readInTurn<T: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> T {
        try await translatingErrors(at: path, plans.model) {
            try await database.writeWithoutTransaction { [plans] database in
                var result: T?
                try database.readOnly {
                    result = try StoreClosure.run { try body(reading(database, plans)) }
                }
                guard let result else { throw StoreError.busy }
                return result
            }
        }
    }

    /// Runs `body` on a connection, waiting for one.
    func withDatabase<T>(_ body: (Database) throws -> T) throws -> T {
        try database.unsafeRead(body)
    }

    /// What is committed now, for reading in several steps.
    func snapshot() async throws -> StoreSnapshot {
        guard let pool = database as? DatabasePool else { throw StoreError.busy }
        let snapshot = try await translatingErrors(at: path) { try pool.makeSnapshot() }
        return StoreSnapshot(snapshot: snapshot, plans: plans, path: path)
    }

    /// Closes the file; later calls throw. Sequences of changes end. SQLite's log is moved into the
    /// file and removed, unless another process has the store open.
    public func close() throws {
        announcements.finish()
        try translatingErrors(at: path) {
            // A statement that is kept keeps the file open. A store that is closed has none.
            database.writeWithoutTransaction { _ in
                writing.removeAll()
                turns?.close()
            }
            // A pool closes its writer first; the last to close moves the log into the file, which a
            // reader cannot.
            (database as? DatabasePool)?.invalidateReadOnlyConnections()
            try database.close()
        }
    }

    /// Removes the store at `path` with the files that SQLite keeps beside it. Close it first.
    public static func removeFiles(at path: String) throws {
        for file in [path, path + "-wal", path + "-shm", path + QueueFile.suffix]
        where FileManager.default.fileExists(atPath: file) {
            try FileManager.default.removeItem(atPath: file)
        }
    }
}

func reading(_ database: Database, _ plans: QueryPlans) -> StoreConnection {
    StoreConnection(database: database, plans: plans, work: nil, recent: RecentStatements())
}
