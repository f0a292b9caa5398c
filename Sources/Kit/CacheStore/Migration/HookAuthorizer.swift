import GRDBSQLite

/// Prevents the SQL of migration hooks from ending the migration's transaction and from changing
/// the store's own tables.
extension RawConnection {
    /// Runs `body` with an SQLite authorizer that restricts the SQL of hooks. A statement fails
    /// with `SQLITE_AUTH` if it begins or ends a transaction, attaches or detaches files, uses
    /// pragmas, or changes the store's own tables. It also fails if it creates, alters or drops
    /// anything except temporary tables and their indexes.
    ///
    /// - Parameter written: receives the columns that the statements write.
    func withHookRights<T>(
        noting written: WrittenColumns = WrittenColumns(),
        _ body: () throws -> T
    ) rethrows -> T {
        sqlite3_set_authorizer(handle, authorize, Unmanaged.passUnretained(written).toOpaque())
        defer {
            sqlite3_set_authorizer(handle, nil, nil)
            withExtendedLifetime(written) {}
        }
        return try body()
    }
}

private func authorize(
    _ context: UnsafeMutableRawPointer?,
    _ action: Int32,
    _ subject: UnsafePointer<CChar>?,
    _ other: UnsafePointer<CChar>?,
    _ database: UnsafePointer<CChar>?,
    _: UnsafePointer<CChar>?
) -> Int32 {
    switch action {
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT, SQLITE_ATTACH, SQLITE_DETACH, SQLITE_PRAGMA,
        SQLITE_CREATE_INDEX, SQLITE_CREATE_TABLE, SQLITE_CREATE_TRIGGER, SQLITE_CREATE_VIEW,
        SQLITE_CREATE_VTABLE, SQLITE_DROP_INDEX, SQLITE_DROP_TABLE, SQLITE_DROP_TRIGGER,
        SQLITE_DROP_VIEW, SQLITE_DROP_VTABLE, SQLITE_CREATE_TEMP_TRIGGER, SQLITE_CREATE_TEMP_VIEW:
        return SQLITE_DENY
    case SQLITE_ALTER_TABLE:
        // For `ALTER TABLE`, `subject` is the name of the database, and `other` is that of the
        // table.
        return subject.map { String(cString: $0) } == "temp" ? SQLITE_OK : SQLITE_DENY
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE:
        let table = subject.map { String(cString: $0) } ?? ""
        if table.hasPrefix("store_") { return SQLITE_DENY }
        let written = context.map { Unmanaged<WrittenColumns>.fromOpaque($0).takeUnretainedValue() }
        if database.map({ String(cString: $0) }) == "main" {
            if action == SQLITE_INSERT { written?.insertAll(of: table) }
            if let other, action == SQLITE_UPDATE {
                written?.insert(String(cString: other), of: table)
            }
        }
        return SQLITE_OK
    default: return SQLITE_OK
    }
}
