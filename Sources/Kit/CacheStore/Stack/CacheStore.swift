@_exported public import DataAccess
import Foundation

/// An SQLite file, or a database in memory, that generated code keeps its records in.
///
/// A file is in WAL mode. There is one writer: transactions that change the store run one after
/// the other, in the order of the calls. Reads run beside each other and beside the writer, each on
/// a snapshot of what was committed when it began. Any method may be called from any thread; none
/// blocks it, except the initialisers and `close`. Short reads and saves run on the thread of the
/// caller; the page "What runs where" has the rules.
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
    /// Serial queue for the forms with handlers.
    public let queue = TransactionQueue()
    let announcements = ChangeAnnouncements()
    let plans: QueryPlans
    let writing = WritingState()
    /// The turns of all stores that write to the file; nil in memory and for reading only.
    let turns: ProcessQueue?
    let writer: ConnectionPool
    /// nil in memory, where there is one connection.
    let readers: ConnectionPool?

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
        let opened = try open(model, at: path, configuration)
        (writer, opening, turns) = (ConnectionPool(opened.writer), opened.opening, opened.turns)
        let timeout = configuration.busyTimeout
        readers = path.map { path in
            ConnectionPool(limit: 5) {
                try SQLiteConnection(path: path, isReadOnly: true, timeout: timeout)
            }
        }
    }

    /// Opens the file at `path`, making it and its folder where they are not there.
    public convenience init(fileAt path: String, model: StoreModel) throws {
        try self.init(model: model, configuration: .file(path))
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

    /// Removes the store at `path` with the files that SQLite keeps beside it. Close it first.
    public static func removeFiles(at path: String) throws {
        for file in [path, path + "-wal", path + "-shm", path + QueueFile.suffix]
        where FileManager.default.fileExists(atPath: file) {
            try FileManager.default.removeItem(atPath: file)
        }
    }
}
