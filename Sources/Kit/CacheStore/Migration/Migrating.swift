import DataAccess
import GRDBSQLite

/// Migrates the store file to `model` in one exclusive transaction. If the process is killed, the
/// file stays unchanged.
///
/// - Returns: nil if the migration is no longer needed, because another process has migrated the
///   file.
/// - Throws:
///   - `StoreError.cannotMigrate`, which lists every obstacle.
///   - `StoreError.newerModel` if another process has migrated the file to a version later than
///     `model`.
///   - `StoreError.busy` if another connection has the file open.
///   - `StoreError.migrationHook` if a hook fails.
///   - `HookClosureError` if a hook's closure throws.
func migrate(
    _ file: StoreFile,
    to model: StoreModel,
    _ hooks: [MigrationHook],
    timeout: Double
) throws -> StoreMigration? {
    let connection = try RawConnection(path: file.path, isImmutable: false, isReadOnly: false)
    defer { connection.close() }
    addQueryFunctions(to: connection.handle)
    connection.wait(timeout)
    // Prevents a process that uses the old version's SQL from reading the new version's tables.
    try connection.run("PRAGMA locking_mode = EXCLUSIVE")
    try connection.run("PRAGMA foreign_keys = OFF")
    // With this setting, references to a renamed table keep its old name, which the new table then
    // gets.
    try connection.run("PRAGMA legacy_alter_table = ON")
    try connection.run("PRAGMA journal_mode = WAL")
    try connection.run("PRAGMA synchronous = FULL")
    try connection.run("BEGIN EXCLUSIVE")
    do {
        guard let kept = try KeptStore(connection) else {
            throw StoreError.foreignDatabase(path: file.path)
        }
        if try !kept.needsMigration(to: model, hooks, file.path) {
            try connection.run("ROLLBACK")
            return nil
        }
        // An application with a later version may have migrated the file in the meantime.
        if let error = kept.newerError(than: model, file.path) { throw error }
        let hook = try hooks.hook(from: kept.versionName, to: model, path: file.path)
        var migration = try MigrationRun(connection, kept, model, hook, path: file.path)
        let result = try migration.run()
        try connection.run("COMMIT")
        return result
    } catch {
        // SQLite may have rolled back already.
        if sqlite3_get_autocommit(connection.handle) == 0 { try? connection.run("ROLLBACK") }
        throw error
    }
}

/// Returns the SQL statements that record `model` as the current model of a store file.
func keepingStatements(_ model: StoreModel) throws -> [String] {
    let kept = PersistedModel(model)
    let definition = sqlText(model.definition)
    let description = sqlText(try kept.text())
    let withoutCollections = sqlText(try kept.withoutCollections.text())
    return [
        "CREATE TABLE IF NOT EXISTS store_model (name TEXT NOT NULL, definition TEXT NOT NULL)",
        """
        CREATE TABLE IF NOT EXISTS store_history (
            number INTEGER PRIMARY KEY, definition TEXT NOT NULL, description TEXT NOT NULL
        )
        """,
        "DELETE FROM store_model",
        "INSERT INTO store_model VALUES (\(sqlText(model.name)), \(definition))",
        // Deletes entries that equal the new entry. Otherwise, two programs with different
        // releases of CacheStore would add entries alternately. Also deletes an entry that is equal
        // but has no collection types. Such an entry agrees with all types, so the store would
        // count as newer than a model that changes the types.
        """
        DELETE FROM store_history WHERE definition = \(definition)
        AND description IN (\(description), \(withoutCollections))
        """,
        """
        INSERT INTO store_history (definition, description) VALUES (\(definition), \(description))
        """,
    ]
}
