import DataAccess
import Foundation
import GRDBSQLite

/// The file of a store that is to be opened. The file is examined before anything in it is changed.
struct StoreFile {
    enum Kind: Equatable {
        /// The file does not exist, is empty, or is a database without tables.
        case empty
        case store(KeptStore)
        case coreData
        case foreign
    }

    let path: String
    /// Seconds to wait for another connection to release its lock.
    let timeout: Double

    /// Examines the file without changing it, and returns its kind. If the file has a log, SQLite
    /// may create the `-shm` file.
    ///
    /// - Parameter isChecked: whether to check the whole file of a store for damage.
    /// - Throws: `StoreError.notADatabase` if the file is damaged; other errors if the file cannot
    ///   be read.
    func kind(isChecked: Bool) throws -> Kind {
        let before = state
        do {
            return try look(isChecked: isChecked)
        } catch StoreError.notADatabase where state != before {
            // The file was read without locks, and another process has written to it in the
            // meantime.
            return try kind(isChecked: isChecked)
        }
    }

    /// Attributes that change if another process writes to the file.
    private var state: [AnyHashable] { fileState(at: path) + [hasLog] }

    private var hasLog: Bool { exists(path + "-wal") }

    private func look(isChecked: Bool) throws -> Kind {
        guard exists(path) else { return .empty }
        // Without a log, the file can be opened as immutable: there is nothing to recover, and
        // SQLite creates no `-wal` and `-shm` files.
        let connection = try RawConnection(path: path, isImmutable: !hasLog)
        defer { connection.close() }
        connection.wait(timeout)
        let kind = try kind(connection)
        // The database of another program is not checked, because it is refused in any case.
        if !isChecked || kind == .coreData || kind == .foreign { return kind }
        guard try connection.text("PRAGMA quick_check(1)") == "ok" else {
            throw StoreError.notADatabase(path: path)
        }
        return kind
    }

    private func kind(_ connection: RawConnection) throws -> Kind {
        let tables = Set(
            try connection.texts("SELECT name FROM sqlite_master WHERE type = 'table'")
        )
        if tables.contains("store_model") {
            return try KeptStore(connection).map(Kind.store) ?? .foreign
        }
        if tables.isSuperset(of: ["Z_METADATA", "Z_PRIMARYKEY"]) { return .coreData }
        return tables.isEmpty ? .empty : .foreign
    }

    /// The inode number of the file at `path`, which changes if another file replaces the file. nil
    /// if there is no file.
    var number: UInt64? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
    }

    /// Whether this damaged file may be the database of another program. True if the file is an
    /// SQLite database, and neither the file nor its log mentions the table `store_model`, which
    /// every store has.
    var mayBeForeign: Bool {
        guard FileBlocks(path)?.begins(with: "SQLite format 3\0") == true else { return false }
        return ![path, path + "-wal"].contains {
            FileBlocks($0)?.contains("tablestore_modelstore_model") == true
        }
    }

    /// Renames the file and SQLite's related files, and returns the new path of the main file. The
    /// new path is the first unused one of `<path>.aside-1`, `<path>.aside-2` and so on; the paths
    /// of the related files begin with it.
    ///
    /// First, the main file is renamed to `<path>.aside-1-moving`. After the related files have
    /// been renamed, the main file is renamed again, to `<path>.aside-1`. If the process is killed
    /// in between, `finishMove` renames the remaining files.
    func moveAside() throws -> String {
        let target = aside(usedNumbers + 1)
        try move(path, to: target + StoreFile.moving)
        try finishMove(to: target)
        return target
    }

    /// Whether a process was killed during `moveAside`.
    var isPartlyMoved: Bool { !exists(path) && !partlyMoved.isEmpty }

    /// Completes a call of `moveAside` during which the process was killed. Has no effect if there
    /// was no such call.
    func finishMove() throws {
        // Only the last move can have left related files.
        for target in partlyMoved.reversed() where !exists(path) { try finishMove(to: target) }
    }

    private func finishMove(to target: String) throws {
        for suffix in StoreFile.related where exists(path + suffix) {
            try move(path + suffix, to: target + suffix)
        }
        try move(target + StoreFile.moving, to: target)
    }

    /// Suffixes of the paths of SQLite's related files.
    fileprivate static let related = ["-wal", "-shm", "-journal"]
    private static let moving = "-moving"

    private func aside(_ number: Int) -> String { "\(path).aside-\(number)" }

    /// The number of paths, beginning with `<path>.aside-1`, that are in use.
    private var usedNumbers: Int {
        let suffixes = ["", StoreFile.moving] + StoreFile.related
        var number = 0
        while suffixes.contains(where: { exists(aside(number + 1) + $0) }) { number += 1 }
        return number
    }

    /// The targets of the moves that have not been completed.
    private var partlyMoved: [String] {
        (0..<usedNumbers).map { aside($0 + 1) }.filter { exists($0 + StoreFile.moving) }
    }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    private func move(_ old: String, to new: String) throws {
        do {
            try FileManager.default.moveItem(atPath: old, toPath: new)
        } catch {
            throw StoreError.cannotOpen(
                path: path,
                reason: "the old file cannot be renamed, so a new store cannot be created: "
                    + error.localizedDescription
            )
        }
    }

    /// Waits until no other connection has the file open, and copies SQLite's log into the file.
    ///
    /// - Throws: `StoreError.busy` if another process keeps the file open.
    func takeAlone() throws {
        let connection = try RawConnection(path: path, isImmutable: false, isReadOnly: false)
        defer { connection.close() }
        connection.wait(timeout)
        guard try connection.text("PRAGMA journal_mode = DELETE") == "delete" else {
            throw StoreError.busy
        }
    }
}

/// Returns the absolute path of a store's file: `path`, or the path to which a symbolic link at
/// `path` leads. SQLite follows the link, too, so its related files are in the folder of the link's
/// destination. A relative path would not suffice: the program may change its current folder before
/// the store opens further connections.
///
/// Checks that the store's files are regular files; opening a pipe or a device could wait forever.
///
/// - Throws: `StoreError.notAFile` if the store, or one of SQLite's related files, exists and is
///   not a regular file.
func checkedFile(at path: String) throws(StoreError) -> String {
    let folder = FileManager.default.currentDirectoryPath
    let path = path.hasPrefix("/") ? path : "\(folder)/\(path)"
    try checkIsFile(at: path)
    let file = linkedFile(at: path)
    for suffix in StoreFile.related { try checkIsFile(at: file + suffix) }
    return file
}

/// Returns `path`, or the path to which a symbolic link at `path` leads.
func linkedFile(at path: String) -> String {
    let files = FileManager.default
    var path = path
    // Linux also follows at most 40 links.
    for _ in 0..<40 {
        guard let target = try? files.destinationOfSymbolicLink(atPath: path) else { break }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        path = target.hasPrefix("/") ? target : "\(folder)\(target)"
    }
    return path
}

/// A connection that uses only SQLite's C functions, for files that are not necessarily stores.
struct RawConnection {
    let handle: OpaquePointer
    private let path: String

    /// Opens the file.
    ///
    /// - Throws: `StoreError.readOnly` if the file is to be written, but is not writable. SQLite
    ///   would open it for reading only.
    init(path: String, isImmutable: Bool, isReadOnly: Bool = true) throws {
        self.path = path
        var opened: OpaquePointer?
        let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "?#%"))
        let escaped = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
        // Without an empty authority, SQLite would read the beginning of a path such as `//a/b` as
        // an authority. A relative path in the root folder becomes such a path.
        let authority = path.hasPrefix("/") ? "//" : ""
        let name = "file:\(authority)\(escaped)\(isImmutable ? "?immutable=1" : "")"
        let flags = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_URI, nil)
        guard code == SQLITE_OK, let opened else {
            let reason = opened.flatMap(sqlite3_errmsg).map { String(cString: $0) }
            sqlite3_close_v2(opened)
            throw storeError(code, reason ?? "SQLite error \(code)", at: path)
        }
        if !isReadOnly, sqlite3_db_readonly(opened, "main") == 1 {
            sqlite3_close_v2(opened)
            throw StoreError.readOnly(path: path)
        }
        handle = opened
    }

    /// Makes each statement wait at most `timeout` seconds for the locks of other connections.
    func wait(_ timeout: Double) { sqlite3_busy_timeout(handle, Int32(timeout * 1000)) }

    func close() { sqlite3_close_v2(handle) }

    func run(_ sql: String) throws { _ = try rows(sql) }

    func text(_ sql: String) throws -> String? { try texts(sql).first }

    /// Returns the values in the first column of the result, without NULLs.
    func texts(_ sql: String) throws -> [String] { try rows(sql).compactMap(\.first?) }

    func rows(_ sql: String) throws -> [[String?]] {
        let statement = try prepared(sql)
        defer { sqlite3_finalize(statement) }
        var result: [[String?]] = []
        while try step(statement) {
            result.append(
                (0..<sqlite3_column_count(statement)).map { column in
                    sqlite3_column_text(statement, column).map { String(cString: $0) }
                }
            )
        }
        return result
    }

    func check(_ code: Int32) throws {
        if code == SQLITE_OK { return }
        throw storeError(
            sqlite3_extended_errcode(handle),
            String(cString: sqlite3_errmsg(handle)),
            at: path
        )
    }
}
