@_exported public import DataAccess
import Foundation
import GRDB

/// An SQLite file, or a database in memory, that generated code keeps its records in.
///
/// A file is in WAL mode with `synchronous=FULL`: what a finished `write` stored survives a crash
/// and a loss of power. Reads run beside each other and beside one write.
public final class RecordStore: Sendable {
    /// The path of the file; nil in memory.
    public let path: String?
    private let database: any DatabaseWriter

    /// Opens the file at `path`, making it and its folder where they are not there.
    public init(fileAt path: String, model: StoreModel) throws {
        self.path = path
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        database = try translatingErrors(at: path) {
            let pool = try DatabasePool(path: path, configuration: configuration())
            // GRDB sets NORMAL after preparing a WAL database.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            return pool
        }
        try prepare(for: model)
    }

    /// A store that lives as long as this object.
    public init(inMemory model: StoreModel) throws {
        path = nil
        database = try translatingErrors(at: nil) {
            try DatabaseQueue(configuration: configuration())
        }
        try prepare(for: model)
    }

    /// Runs `body` on a snapshot of the store; it must not write.
    public func read<T: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> T {
        try await translatingErrors(at: path) {
            try await database.read { try body(StoreConnection(database: $0)) }
        }
    }

    /// Runs `body` in a transaction, committed when it returns and rolled back when it throws or
    /// the task is cancelled.
    public func write<T: Sendable>(
        _ body: @escaping @Sendable (StoreConnection) throws -> T
    ) async throws -> T {
        try await translatingErrors(at: path) {
            try await database.write { try body(StoreConnection(database: $0)) }
        }
    }

    /// Closes the file; later calls throw.
    public func close() throws {
        try translatingErrors(at: path) { try database.close() }
    }

    /// Removes the store at `path` with the files that SQLite keeps beside it. Close it first.
    public static func removeFiles(at path: String) throws {
        for file in [path, path + "-wal", path + "-shm"]
        where FileManager.default.fileExists(atPath: file) {
            try FileManager.default.removeItem(atPath: file)
        }
    }

    private func prepare(for model: StoreModel) throws {
        let stored: StoredModel = try translatingErrors(at: path) {
            try database.write { connection in
                let found = try storedModel(in: connection)
                if case .none = found { try create(model, in: connection) }
                return found
            }
        }
        switch stored {
        case .none: return
        case .definition(model.definition): return
        case .definition: throw StoreError.modelMismatch(path: path ?? "in memory")
        case .foreign: throw StoreError.foreignDatabase(path: path ?? "in memory")
        }
    }
}

private enum StoredModel {
    case none, foreign
    case definition(String)
}

private func storedModel(in connection: Database) throws -> StoredModel {
    if try connection.tableExists("store_model") {
        let sql = "SELECT definition FROM store_model"
        return try String.fetchOne(connection, sql: sql).map(StoredModel.definition) ?? .foreign
    }
    let tables = try Int.fetchOne(connection, sql: "SELECT count(*) FROM sqlite_master") ?? 0
    return tables == 0 ? .none : .foreign
}

private func create(_ model: StoreModel, in connection: Database) throws {
    for statement in model.statements { try connection.execute(sql: statement) }
    try connection.execute(
        sql: "CREATE TABLE store_model (name TEXT NOT NULL, definition TEXT NOT NULL)"
    )
    try connection.execute(
        sql: "INSERT INTO store_model VALUES (?, ?)",
        arguments: [model.name, model.definition]
    )
}

private func configuration() -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { connection in
        for function in textFunctions { connection.add(function: function) }
    }
    return configuration
}
