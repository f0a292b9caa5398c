import DataAccess
import Foundation
import GRDB

/// Opens the database of a store. First checks an existing file; if necessary, migrates it or moves
/// it aside, as configured. Then creates missing tables.
func open(
    _ model: StoreModel,
    at path: String?,
    _ configuration: StoreConfiguration,
    _ hooks: [MigrationHook]
) throws -> (writer: SQLiteConnection, opening: StoreOpening, turns: ProcessQueue?) {
    guard let path else {
        let connection = try translatingErrors(at: nil) {
            let timeout = configuration.timeout
            let connection = try SQLiteConnection(path: nil, isReadOnly: false, timeout: timeout)
            if !configuration.checksReferences { try connection.run("PRAGMA foreign_keys = OFF") }
            try prepare(connection, model)
            return connection
        }
        return (connection, .created, nil)
    }
    try hooks.check(model, path: path)
    let file = StoreFile(path: path, timeout: configuration.timeout)
    if !configuration.isReadOnly {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        // If this fails, opening the file reports the reason.
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let opening = try examine(file, model, configuration, hooks)
    // Completes an interrupted move. Otherwise, SQLite would delete the log of the moved file.
    if !configuration.isReadOnly, file.isPartlyMoved { try inTurn(file, file.finishMove) }
    let connection = try translatingErrors(at: path) { try writer(at: path, configuration) }
    if configuration.isReadOnly { return (connection, opening, nil) }
    let turns = ProcessQueue(at: path, timeout: configuration.timeout)
    try translatingErrors(at: path) {
        try setDurability(configuration.durability, connection)
        // A store that is ready need not wait for other writers.
        if try connection.reading({ try isReady(connection, model) }) { return }
        _ = try turns.enter()
        defer { turns.leave() }
        try prepare(connection, model)
    }
    return (connection, opening, turns)
}

private func writer(
    at path: String,
    _ configuration: StoreConfiguration
) throws -> SQLiteConnection {
    do {
        let connection = try SQLiteConnection(
            path: path,
            isReadOnly: configuration.isReadOnly,
            timeout: configuration.timeout
        )
        if configuration.isReadOnly {
            _ = try connection.text("SELECT name FROM store_model")
            return connection
        }
        guard try connection.text("PRAGMA journal_mode = WAL") == "wal" else {
            throw StoreError.cannotOpen(
                path: path,
                reason: "SQLite cannot use a write-ahead log in the store's folder"
            )
        }
        connection.log.takeOverCheckpoints()
        // Creates the `-wal` and `-shm` files, which readers need.
        try connection.run("SELECT 1 FROM sqlite_master LIMIT 1")
        return connection
    } catch let error as DatabaseError
        where configuration.isReadOnly
        && [.SQLITE_READONLY, .SQLITE_CANTOPEN].contains(error.resultCode)
    {
        throw StoreError.cannotOpen(
            path: path,
            reason:
                "SQLite must create files in the store's folder even for reading, but the folder is not writable"
        )
    }
}

private func examine(
    _ file: StoreFile,
    _ model: StoreModel,
    _ configuration: StoreConfiguration,
    _ hooks: [MigrationHook]
) throws -> StoreOpening {
    let number = file.number
    do {
        return try accept(file, model, configuration, hooks)
    } catch let error as HookClosureError {
        throw error.thrown
    } catch let error as StoreError {
        guard isReplaced(file, because: error, configuration) else { throw error }
        let target = try inTurn(file) { () -> String? in
            // Another process may have replaced the file in the meantime.
            if file.number != number { return nil }
            // A damaged file cannot be opened for writing.
            if error != .notADatabase(path: file.path) { try file.takeAlone() }
            return try file.moveAside()
        }
        guard let target else { return try examine(file, model, configuration, hooks) }
        return .replaced(reason: error, movedTo: target)
    }
}

/// Returns whether the configuration demands that the file is replaced by an empty store. Returns
/// false for a damaged database that may belong to another program.
///
/// - Parameter error: the reason why the file cannot be opened.
private func isReplaced(
    _ file: StoreFile,
    because error: StoreError,
    _ configuration: StoreConfiguration
) -> Bool {
    if configuration.isReadOnly { return false }
    switch error {
    case .modelMismatch, .newerModel, .cannotMigrate:
        return configuration.replacesStoreOnModelMismatch
    case .notADatabase: return configuration.replacesStoreOnIntegrityErrors && !file.mayBeForeign
    default: return false
    }
}

/// Runs `body` when it is this process's turn in the `ProcessQueue` of the file.
private func inTurn<T>(_ file: StoreFile, _ body: () throws -> T) throws -> T {
    let turns = ProcessQueue(at: file.path, timeout: file.timeout)
    _ = try turns.enter()
    defer { turns.leave() }
    return try body()
}

private func accept(
    _ file: StoreFile,
    _ model: StoreModel,
    _ configuration: StoreConfiguration,
    _ hooks: [MigrationHook]
) throws -> StoreOpening {
    let path = file.path
    switch try file.kind(isChecked: configuration.replacesStoreOnIntegrityErrors) {
    case .empty where configuration.isReadOnly:
        throw StoreError.cannotOpen(
            path: path,
            reason: "no store exists at this path, and isReadOnly prevents the creation of a store"
        )
    case .empty: return .created
    case .store(let kept) where kept.name != model.name:
        throw StoreError.modelMismatch(path: path, stored: kept.name, expected: model.name)
    case .store(let kept) where try !kept.needsMigration(to: model, hooks, path): return .opened
    case .store(let kept):
        if let error = kept.newerError(than: model, path) { throw error }
        if configuration.isReadOnly {
            throw StoreError.migrationNeeded(
                path: path,
                from: kept.versionName,
                to: model.versionName
            )
        }
        let end = ContinuousClock.now + .seconds(file.timeout)
        return try inTurn(file) { try migrateAlone(file, model, hooks, until: end) }
            .map(StoreOpening.migrated) ?? .opened
    case .coreData: throw StoreError.coreDataStore(path: path)
    case .foreign: throw StoreError.foreignDatabase(path: path)
    }
}

/// Migrates the store when no other connection has the file open. Must be called by `inTurn`.
/// Otherwise, several processes could prevent each other from locking the file exclusively.
///
/// - Parameter end: time after which the function stops waiting for other connections.
/// - Returns: nil if another process has already migrated the store.
private func migrateAlone(
    _ file: StoreFile,
    _ model: StoreModel,
    _ hooks: [MigrationHook],
    until end: ContinuousClock.Instant
) throws -> StoreMigration? {
    while true {
        if case .store(let kept) = try file.kind(isChecked: false),
            try !kept.needsMigration(to: model, hooks, file.path)
        {
            return nil
        }
        do {
            return try migrate(file, to: model, hooks, timeout: min(file.timeout, 0.05))
        } catch StoreError.busy {
            if ContinuousClock.now >= end { throw StoreError.busy }
        }
    }
}

private func prepare(_ connection: SQLiteConnection, _ model: StoreModel) throws {
    try connection.perform("BEGIN IMMEDIATE")
    do {
        try makeTables(connection, model)
        try connection.perform("COMMIT")
    } catch {
        if connection.isInTransaction { try connection.perform("ROLLBACK") }
        throw error
    }
}

private func makeTables(_ connection: SQLiteConnection, _ model: StoreModel) throws {
    // Another process may have created the tables since the file was examined.
    if try isReady(connection, model) { return }
    if try !connection.hasTable("store_model") {
        for statement in model.statements { try connection.run(statement) }
    } else if try storedDefinition(connection) != model.definition {
        throw StoreError.busy
    }
    for statement in try keepingStatements(model) { try connection.run(statement) }
    if try !FoldedTexts.areCurrent(in: connection, of: model) {
        try FoldedTexts.compute(in: connection, of: model)
    }
}

/// Returns whether the store is ready without further writing: its tables exist, the file records
/// `model` as its current model, and the folded texts are current.
private func isReady(_ connection: SQLiteConnection, _ model: StoreModel) throws -> Bool {
    try connection.hasTable("store_model")
        && storedDefinition(connection) == model.definition && isNoted(model, in: connection)
        && FoldedTexts.areCurrent(in: connection, of: model)
}

private func storedDefinition(_ connection: SQLiteConnection) throws -> String? {
    try connection.text("SELECT definition FROM store_model")
}

/// Sets SQLite's `synchronous` pragma and checks that the value was accepted.
private func setDurability(
    _ durability: StoreConfiguration.Durability,
    _ connection: SQLiteConnection
) throws {
    let level = durability == .full ? "2" : "1"
    try connection.run("PRAGMA synchronous = \(level)")
    guard try connection.text("PRAGMA synchronous") == level else {
        throw StoreError.refused(reason: "PRAGMA synchronous could not be set to \(level)")
    }
}

/// Returns whether the file's most recent entry in `store_history` describes `model`.
private func isNoted(_ model: StoreModel, in connection: SQLiteConnection) throws -> Bool {
    guard try connection.hasTable("store_history") else { return false }
    let sql = "SELECT description FROM store_history ORDER BY number DESC LIMIT 1"
    return try connection.text(sql) == PersistedModel(model).text()
}
