@_exported public import DataAccess
import Foundation

/// An SQLite file, or a database in memory, that holds the records of generated code.
///
/// A file is in WAL mode. There is only one writer: write transactions run one after another, in
/// the order of the calls. Reads run concurrently with each other and with the writer. Every read
/// sees a snapshot of the state that was committed when the read began.
///
/// Any method may be called from any thread. Only the initializers, `close` and the methods named
/// `…AndWait` block the thread. Short reads and saves run on the caller's thread; the page "What
/// runs where" in this module's documentation explains the rules.
public final class CacheStore: Sendable {
    /// The model that the store was opened with.
    public let model: StoreModel
    /// The configuration that the store was opened with.
    public let configuration: StoreConfiguration
    /// Result of opening the store: whether it was created, opened, migrated or replaced.
    public let opening: StoreOpening
    /// Damage to SQLite's log, found when the store was opened; nil if none was found.
    public let logDamage: LogDamage?
    /// The absolute path of the file; nil for a store in memory. If the location is a symbolic
    /// link, this is the path to which the link leads.
    public let path: String?
    /// Queue on which methods with completion handlers run their transactions, one after another.
    public let queue = TransactionQueue()
    let announcements = ChangeAnnouncements()
    let plans: QueryPlans
    let writing = WritingState()
    /// Queue for the write transactions of all stores that have the file open. nil for a store that
    /// is in memory or opened only for reading.
    let turns: ProcessQueue?
    let writer: ConnectionPool
    /// Connections for reading; nil for a store in memory, which has only one connection.
    let readers: ConnectionPool?

    /// Opens the store. Creates it if it does not exist, and migrates it if it has an earlier
    /// version of `model`. Blocks the thread until the store is open.
    ///
    /// - Parameters:
    ///   - model: Description of the model, from generated code.
    ///   - configuration: Location, durability, and whether a file that does not fit the model is
    ///     replaced.
    ///   - migrations: Hooks with custom steps for migrations, at most one for each pair of
    ///     versions.
    /// - Throws: `StoreError`, which names the file, the problem and its solution. Also throws the
    ///   errors of a hook's closures.
    public init(
        model: StoreModel,
        configuration: StoreConfiguration = StoreConfiguration(),
        migrations: [MigrationHook] = []
    ) throws {
        self.model = model
        self.configuration = configuration
        plans = QueryPlans(model)
        switch configuration.location {
        case .memory: path = nil
        case .file(let path): self.path = try checkedFile(at: path)
        case .standard: path = try checkedFile(at: DefaultStoreFile.path(forModel: model.name))
        }
        logDamage = path.flatMap { damage(ofLogBeside: $0) }
        let opened = try open(model, at: path, configuration, migrations)
        (writer, opening, turns) = (ConnectionPool(opened.writer), opened.opening, opened.turns)
        let timeout = configuration.timeout
        readers = path.map { path in
            ConnectionPool(limit: 5) {
                try SQLiteConnection(path: path, isReadOnly: true, timeout: timeout)
            }
        }
    }

    /// Opens the store in the file at `path`; creates the file and its folder if they do not exist.
    public convenience init(
        fileAt path: String,
        model: StoreModel,
        migrations: [MigrationHook] = []
    ) throws {
        try self.init(model: model, configuration: .file(path), migrations: migrations)
    }

    /// Creates a store in memory that exists as long as this object.
    public convenience init(inMemory model: StoreModel) throws {
        try self.init(model: model, configuration: .inMemory)
    }

    deinit {
        announcements.finish()
        readers?.close()
        writer.close()
    }

    /// Closes the store; later calls throw. The sequences returned by `changes` end. SQLite copies
    /// its log into the file and removes the log, unless another process or an unfinished loop over
    /// `batches` still has the store open. Throws if it is called inside a closure that a store
    /// runs.
    public func close() throws {
        try checkNotLending(
            "close cannot be called inside a closure that a store runs: call it after the closure has returned"
        )
        announcements.finish()
        // Waits for the transactions that were requested earlier.
        guard let connection = try? writer.takeAndWait() else { return }
        turns?.close()
        // The writer's connection is closed last. The last connection moves the log into the file,
        // and a read-only connection cannot do this.
        readers?.close()
        writer.giveBack(connection)
        writer.close()
    }

    /// Whether `close()` has closed the file.
    package var isClosed: Bool { writer.isClosed }

    /// Removes the file of the store at `path` and its related files. Close the store first. If
    /// there is a symbolic link at `path`, removes the link, too.
    public static func removeFiles(at path: String) throws {
        let store = linkedFile(at: path)
        // Removes a link before its destination, because `fileExists` is false for a broken link.
        for file in [path, store, store + "-wal", store + "-shm", store + QueueFile.suffix]
        where FileManager.default.fileExists(atPath: file) {
            try FileManager.default.removeItem(atPath: file)
        }
    }
}
