import Diagnostics
import Foundation
import GRDB

/// Functions that open read-only connections.
///
/// To read a file in WAL mode, SQLite must write to the `-shm` file. It cannot do so on read-only
/// media, on a full disk or without write permission. The file is then opened in one of two ways:
///
/// - If the `-wal` file is empty, the file is opened with `immutable=1`. SQLite then assumes that
///   the file never changes.
/// - If the `-wal` file is not empty, the file is opened without locks, and the index of the WAL is
///   kept in memory. Reading can then fail if a process of another user begins to write.
enum FileReading {
    static func open(_ name: String) throws -> DatabaseQueue {
        // SQLite keeps the `-wal` and `-shm` files next to the file that a symbolic link leads to.
        let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: name)) != nil
        let path = isLink ? resolvedPath(name) : name
        // If this user may not write to the file, opening it normally would create a `-shm` file
        // that blocks later writers.
        if access(path, W_OK) == 0 || FileManager.default.fileExists(atPath: path + "-shm") {
            do { return try connect(ResultsStore.fileName(path)) } catch let error as DatabaseError
                where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK
            {
                try rollBack(path)
                return try connect(ResultsStore.fileName(path))
            } catch let error as DatabaseError
                where refusals.contains(error.resultCode)
                || [.SQLITE_IOERR_SHMOPEN, .SQLITE_IOERR_SHMSIZE].contains(
                    error.extendedResultCode
                )
            {}
        }
        return try openUnchanging(path)
    }

    private static let refusals: [ResultCode] = [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM]

    private static func connect(_ name: String, setUp: String? = nil) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.foreignKeysEnabled = true
        configuration.label = "results"
        configuration.readonly = true
        if let setUp { configuration.prepareDatabase { try $0.execute(sql: setUp) } }
        let queue = try DatabaseQueue(path: name, configuration: configuration)
        // Opening the file does not read the write-ahead log; only a query does.
        _ = try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
        return queue
    }

    private static func openUnchanging(_ path: String) throws -> DatabaseQueue {
        guard size(path + "-journal") == 0 else { throw unfinished(path) }
        // `file://` specifies an empty authority. Without the authority, SQLite would read the
        // beginning of a path such as `//a/b` as the authority.
        let name =
            "file://"
            + (URL(fileURLWithPath: path).path
                .addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path)
        guard size(path + "-wal") > 0 else { return try connect("\(name)?immutable=1") }
        return try connect("\(name)?vfs=unix-none", setUp: "PRAGMA locking_mode = EXCLUSIVE")
    }

    private static func size(_ path: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.intValue ?? 0
    }

    /// Rolls back an unfinished transaction that a killed process left in a rollback journal. Older
    /// versions of evalrun used such a journal for erasures. Rolling back requires write
    /// permission.
    private static func rollBack(_ path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        do {
            let queue = try DatabaseQueue(
                path: ResultsStore.fileName(path),
                configuration: configuration
            )
            try queue.close()
        } catch let error as DatabaseError where refusals.contains(error.resultCode) {
            throw unfinished(path)
        }
    }

    private static func unfinished(_ path: String) -> DiagnosticError {
        DiagnosticError(
            "results-unfinished",
            at: .init(file: path),
            "contains an unfinished transaction, which cannot be rolled back without write permission",
            fix: "copy the file and \(path)-journal to a folder with write permission, and use the "
                + "copy",
            status: .noPermission
        )
    }
}
