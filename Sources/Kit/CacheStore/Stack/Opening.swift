import DataAccess
import Foundation
import GRDB

/// Opens the database of a store: looks at what is there, moves it aside where the configuration
/// says so, makes the tables where there are none.
func open(
    _ model: StoreModel,
    at path: String?,
    _ configuration: StoreConfiguration
) throws -> (any DatabaseWriter, StoreOpening) {
    guard let path else {
        let queue = try translatingErrors(at: nil) {
            try DatabaseQueue(configuration: connectionConfiguration(configuration))
        }
        try prepare(queue, model, configuration, at: nil)
        return (queue, .created)
    }
    if !configuration.isReadOnly {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        // Opening the file gives the reason, should this fail.
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let opening = try examine(StoreFile(path: path), model, configuration)
    let database = try translatingErrors(at: path) {
        try DatabasePool(path: path, configuration: connectionConfiguration(configuration))
    }
    if !configuration.isReadOnly { try prepare(database, model, configuration, at: path) }
    return (database, opening)
}

private func examine(
    _ file: StoreFile,
    _ model: StoreModel,
    _ configuration: StoreConfiguration
) throws -> StoreOpening {
    do {
        return try accept(file, model, configuration)
    } catch let error as StoreError {
        if configuration.isReadOnly { throw error }
        switch error {
        case .modelMismatch where configuration.replacesStoreOnModelMismatch:
            try file.takeAlone(timeout: configuration.busyTimeout)
            return .replaced(reason: error, movedTo: try file.moveAside())
        case .notADatabase where configuration.replacesStoreOnIntegrityErrors:
            return .replaced(reason: error, movedTo: try file.moveAside())
        default: throw error
        }
    }
}

private func accept(
    _ file: StoreFile,
    _ model: StoreModel,
    _ configuration: StoreConfiguration
) throws -> StoreOpening {
    let path = file.path
    switch try file.kind(isChecked: configuration.replacesStoreOnIntegrityErrors) {
    case .empty where configuration.isReadOnly:
        throw StoreError.cannotOpen(path: path, reason: "there is no store to read")
    case .empty: return .created
    case .store(_, model.definition): return .opened
    case .store: throw StoreError.modelMismatch(path: path)
    case .coreData: throw StoreError.coreDataStore(path: path)
    case .foreign: throw StoreError.foreignDatabase(path: path)
    }
}

private func prepare(
    _ database: any DatabaseWriter,
    _ model: StoreModel,
    _ configuration: StoreConfiguration,
    at path: String?
) throws {
    try translatingErrors(at: path) {
        if path != nil { try setDurability(configuration.durability, database) }
        try database.write { connection in
            // Another process may have made the tables since the file was looked at.
            if try !connection.tableExists("store_model") { try create(model, in: connection) }
            let sql = "SELECT definition FROM store_model"
            guard try String.fetchOne(connection, sql: sql) == model.definition else {
                throw StoreError.modelMismatch(path: path ?? "in memory")
            }
        }
    }
}

/// GRDB sets NORMAL after preparing a WAL database, so it is set afterwards, and read back.
private func setDurability(
    _ durability: StoreConfiguration.Durability,
    _ database: any DatabaseWriter
) throws {
    let level = durability == .full ? 2 : 1
    try database.writeWithoutTransaction { connection in
        try connection.execute(sql: "PRAGMA synchronous = \(level)")
        guard try Int.fetchOne(connection, sql: "PRAGMA synchronous") == level else {
            throw StoreError.refused(reason: "synchronous could not be set to \(level)")
        }
    }
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

private func connectionConfiguration(_ configuration: StoreConfiguration) -> Configuration {
    var result = Configuration()
    result.readonly = configuration.isReadOnly
    result.busyMode = .timeout(configuration.busyTimeout)
    result.prepareDatabase { connection in
        addQueryFunctions(to: connection.sqliteConnection)
        // A deletion that cascades along records of one entity runs its trigger for each.
        try connection.execute(sql: "PRAGMA recursive_triggers = ON")
    }
    return result
}
