@_exported public import DataAccess
import Foundation

/// An SQLite file, or a database in memory, that generated code keeps its records in.
///
/// A file is in WAL mode. There is one writer: write transactions run one after the other, in the
/// order of the calls. Reads run concurrently with each other and with the writer, each on a
/// snapshot of the state that was committed when it began. Any method may be called from any
/// thread; none blocks it, except the initialisers and `close`. Short reads and saves run on the
/// caller's thread; the page "What runs where" has the rules.
public final class CacheStore: Sendable {
    /// The model that the store was opened with.
    public let model: StoreModel
    /// The configuration that the store was opened with.
    public let configuration: StoreConfiguration
    /// Result of opening: whether a store existed, and whether it was moved aside.
    public let opening: StoreOpening
    /// Damage to SQLite's log, found when the store was opened. Nil if the log was intact.
    public let logDamage: LogDamage?
    /// The path of the file; nil in memory.
    public let path: String?
    /// Serial queue for the forms with handlers.
    public let queue = TransactionQueue()
    let announcements = ChangeAnnouncements()
    let plans: QueryPlans
    let writing = WritingState()
    /// The turns of all stores that write to the file; nil in memory and for reading only.
    let turns: ProcessQueue?
    let writer: ConnectionPool
    /// nil in memory, which has one connection.
    let readers: ConnectionPool?

    /// Opens the store. Creates it if it does not exist, and migrates it from an earlier version of
    /// `model`. Blocks until then.
    ///
    /// - Parameters:
    ///   - model: Description of the model, which is generated.
    ///   - configuration: Place, durability and the treatment of a file that does not fit.
    ///   - migrations: Work of the application in migrations, one hook for a pair of versions.
    /// - Throws: `StoreError` with the file, the problem and its solution, or the error of a closure of
    ///   a hook.
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

    /// Opens the file at `path`, making it and its folder if they are not there.
    public convenience init(
        fileAt path: String,
        model: StoreModel,
        migrations: [MigrationHook] = []
    ) throws {
        try self.init(model: model, configuration: .file(path), migrations: migrations)
    }

    /// A store that lives as long as this object.
    public convenience init(inMemory model: StoreModel) throws {
        try self.init(model: model, configuration: .inMemory)
    }

    deinit {
        announcements.finish()
        readers?.close()
        writer.close()
    }

    /// Another connection for reading.
    func openReader() throws -> SQLiteConnection {
        try SQLiteConnection(
            path: path,
            isReadOnly: true,
            timeout: configuration.busyTimeout
        )
    }

    /// Closes the file; later calls throw. Sequences of changes end. SQLite's log is moved into the
    /// file and removed, unless another process has the store open.
    public func close() throws {
        announcements.finish()
        // Transactions that were asked for before come first.
        guard let connection = try? writer.takeAndWait() else { return }
        turns?.close()
        // The last to close moves the log into the file, which a reader cannot.
        readers?.close()
        writer.giveBack(connection)
        writer.close()
    }

    /// Removes the store at `path` with SQLite's related files. Close the store first.
    public static func removeFiles(at path: String) throws {
        for file in [path, path + "-wal", path + "-shm", path + QueueFile.suffix]
        where FileManager.default.fileExists(atPath: file) {
            try FileManager.default.removeItem(atPath: file)
        }
    }
}
