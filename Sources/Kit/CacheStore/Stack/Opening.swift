import DataAccess
import Foundation
import GRDB

/// Opens the database of a store: looks at what is there, moves it aside where the configuration
/// says so, makes the tables where there are none.
func open(
    _ model: StoreModel,
    at path: String?,
    _ configuration: StoreConfiguration
) throws -> (any DatabaseWriter, StoreOpening, ProcessQueue?) {
    guard let path else {
        let queue = try translatingErrors(at: nil) {
            try DatabaseQueue(configuration: connectionConfiguration(configuration))
        }
        try translatingErrors(at: nil) { try prepare(queue, model) }
        return (queue, .created, nil)
    }
    if !configuration.isReadOnly {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        // Opening the file gives the reason, should this fail.
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let opening = try examine(
        StoreFile(path: path, timeout: configuration.busyTimeout),
        model,
        configuration
    )
    let database = try translatingErrors(at: path) { try pool(at: path, configuration) }
    if configuration.isReadOnly { return (database, opening, nil) }
    let turns = ProcessQueue(at: path, timeout: configuration.busyTimeout)
    try translatingErrors(at: path) {
        try setDurability(configuration.durability, database)
        // Whoever writes need not be waited for.
        if try database.read({ try isReady($0, model) }) { return }
        _ = try turns.enter()
        defer { turns.leave() }
        try prepare(database, model)
    }
    return (database, opening, turns)
}

private func pool(at path: String, _ configuration: StoreConfiguration) throws -> DatabasePool {
    do {
        let pool = try DatabasePool(
            path: path,
            configuration: connectionConfiguration(configuration)
        )
        if configuration.isReadOnly {
            try pool.read { _ = try String.fetchOne($0, sql: "SELECT name FROM store_model") }
        }
        return pool
    } catch let error as DatabaseError
        where configuration.isReadOnly
        && [.SQLITE_READONLY, .SQLITE_CANTOPEN].contains(error.resultCode)
    {
        throw StoreError.cannotOpen(
            path: path,
            reason: "its folder may not be written, and SQLite keeps files there while it reads"
        )
    }
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
        case .modelMismatch, .newerModel, .cannotMigrate:
            if !configuration.replacesStoreOnModelMismatch { throw error }
            try file.takeAlone()
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
    case .store(let kept) where kept.name != model.name:
        throw StoreError.modelMismatch(path: path, stored: kept.name, expected: model.name)
    case .store(let kept) where kept.fits(model): return .opened
    case .store(let kept) where kept.isNewer(than: model):
        throw StoreError.newerModel(
            path: path,
            stored: kept.versionName,
            expected: model.versionName
        )
    case .store(let kept) where configuration.isReadOnly:
        throw StoreError.cannotMigrate(
            path: path,
            from: kept.versionName,
            to: model.versionName,
            obstacles: ["it is opened for reading only"]
        )
    case .store:
        return try migrateInTurn(file, model, configuration.busyTimeout)
            .map(StoreOpening.migrated) ?? .opened
    case .coreData: throw StoreError.coreDataStore(path: path)
    case .foreign: throw StoreError.foreignDatabase(path: path)
    }
}

/// Several processes of a new version may start at once: one migrates, and the others find that the
/// store fits, although it is open.
///
/// - Returns: nil where another process has migrated it.
private func migrateInTurn(
    _ file: StoreFile,
    _ model: StoreModel,
    _ timeout: Double
) throws -> StoreMigration? {
    let end = ContinuousClock.now + .seconds(timeout)
    while true {
        do {
            return try migrate(file, to: model, timeout: min(timeout, 0.05))
        } catch StoreError.busy {
            if case .store(let kept) = try file.kind(isChecked: false), kept.fits(model) {
                return nil
            }
            if ContinuousClock.now >= end { throw StoreError.busy }
        }
    }
}

private func prepare(_ database: any DatabaseWriter, _ model: StoreModel) throws {
    try database.write { connection in
        // Another process may have made the tables since the file was looked at.
        if try isReady(connection, model) { return }
        if try !connection.tableExists("store_model") {
            for statement in model.statements { try connection.execute(sql: statement) }
        } else if try storedDefinition(connection) != model.definition {
            throw StoreError.busy
        }
        for statement in try keepingStatements(model) { try connection.execute(sql: statement) }
    }
}

/// Whether there is nothing to write before the store can be used.
private func isReady(_ connection: Database, _ model: StoreModel) throws -> Bool {
    try connection.tableExists("store_model")
        && storedDefinition(connection) == model.definition && isNoted(model, in: connection)
}

private func storedDefinition(_ connection: Database) throws -> String? {
    try String.fetchOne(connection, sql: "SELECT definition FROM store_model")
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

/// Whether the file says that it is of just this version.
private func isNoted(_ model: StoreModel, in connection: Database) throws -> Bool {
    guard try connection.tableExists("store_history") else { return false }
    let sql = "SELECT description FROM store_history ORDER BY number DESC LIMIT 1"
    return try String.fetchOne(connection, sql: sql) == KeptModel(model).text()
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
