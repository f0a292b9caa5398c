@_exported public import DataAccess
import Foundation

/// An SQLite file, or a database in memory, that holds the records of generated code.
///
/// A file is in WAL mode. There is one writer: write transactions run one after the other, in the
/// order of the calls. Reads run concurrently with each other and with the writer. Every read sees
/// a snapshot of the state that was committed when the read began.
///
/// Any method may be called from any thread. No method blocks the thread, except the initializers,
/// `close` and the methods named `…AndWait`. Short reads and saves run on the caller's thread; the
/// rules are on the page "What runs where" of this module's documentation.
public final class CacheStore: Sendable {
    /// The model that the store was opened with.
    public let model: StoreModel
    /// The configuration that the store was opened with.
    public let configuration: StoreConfiguration
    /// Result of opening: whether the store was created, opened, migrated or replaced.
    public let opening: StoreOpening
    /// Damage to SQLite's log, found when the store was opened; nil if none was found.
    public let logDamage: LogDamage?
    /// The path of the file; nil for a store in memory.
    public let path: String?
    /// Serial queue for the methods with completion handlers.
    public let queue = TransactionQueue()
    let announcements = ChangeAnnouncements()
    let plans: QueryPlans
    let writing = WritingState()
    /// Queue in which all stores that write to the file take turns; nil for a store that is in
    /// memory or opened only for reading.
    let turns: ProcessQueue?
    let writer: ConnectionPool
    /// Connections for reading; nil for a store in memory, which has only one connection.
    let readers: ConnectionPool?

    /// Opens the store. Creates the store if it does not exist, and migrates it if it has an
    /// earlier version of `model`. Blocks the thread until the store is open.
    ///
    /// - Parameters:
    ///   - model: Description of the model, from generated code.
    ///   - configuration: Location, durability and the treatment of a file that does not fit the
    ///     model.
    ///   - migrations: The application's own steps in migrations, one hook per pair of versions.
    /// - Throws: `StoreError`, which names the file, describes the problem and says how to solve
    ///   it; or an error that a hook's closure throws.
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
        case .file(let path): self.path = path
        case .standard: path = DefaultStoreFile.path(forModel: model.name)
        }
        if let path { try checkKindOfFile(at: path) }
        logDamage = path.flatMap { damage(ofLogBeside: $0) }
        let opened = try open(model, at: path, configuration, migrations)
        (writer, opening, turns) = (ConnectionPool(opened.writer), opened.opening, opened.turns)
        let timeout = configuration.busyTimeout
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

    /// Closes the file; later calls throw. The sequences returned by `changes` end. SQLite's log is
    /// moved into the file and removed, unless another process has the store open.
    public func close() throws {
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

    /// Removes the store at `path` with its related files. Close the store first.
    public static func removeFiles(at path: String) throws {
        for file in [path, path + "-wal", path + "-shm", path + QueueFile.suffix]
        where FileManager.default.fileExists(atPath: file) {
            try FileManager.default.removeItem(atPath: file)
        }
    }
}
