package import Diagnostics
import Foundation
package import GRDB

/// The SQLite file that contains everything recorded in sessions.
///
/// It uses WAL with `synchronous=FULL`: a transaction is on disk when its commit returns. Only one
/// process can write at a time; a second one waits up to ten seconds.
package final class ResultsStore: Sendable {
    package enum Access: Sendable {
        /// Reading and writing; the file and its folder are created if they do not exist.
        case create
        /// Reading only; the file must exist.
        case read
    }

    /// Default of ``given``, for commands with the option `--results`.
    package static let givenAsResults = "with --results FILE"

    package let path: String
    /// A phrase for error messages that says how to specify the file on the command line, such as
    /// `with --results FILE`.
    package let given: String
    package let database: DatabaseQueue
    /// Whether the file has an older schema version. A reader then uses a migrated copy in memory.
    package let isOfOlderVersion: Bool

    /// Opens the file. If an erasure was interrupted, first tries to finish it. With access
    /// `.read`, does not wait for another process that is using files of the erased session.
    ///
    /// - Parameters:
    ///   - finishing: if false, an interrupted erasure is left unfinished.
    ///   - given: a phrase for error messages that says how to specify the file on the command
    ///     line, such as `with --results FILE`.
    package init(
        path: String,
        access: Access,
        finishing: Bool = true,
        given: String = ResultsStore.givenAsResults
    ) throws(DiagnosticError) {
        (self.path, self.given) = (path, given)
        let turn = access == .create ? OpenLock(of: path) : nil
        defer { turn?.end() }
        let isNew = access == .create && FileKind(at: path) == nil
        try ResultsStore.inspect(path: path, access: access, given: given)
        do {
            var opened = try ResultsStore.open(path: path, access: access)
            if finishing, !opened.isCopy, try ResultsStore.hasUnfinishedErasures(opened.queue) {
                try opened.queue.close()
                // If the erasure can't be finished, a later opening tries again.
                _ = try? ResultsStore.finishErasures(
                    path: path,
                    patience: access == .read ? .zero : .seconds(10)
                )
                opened = try ResultsStore.open(path: path, access: access)
            }
            (database, isOfOlderVersion) = opened
        } catch {
            let fault = ResultsStore.diagnose(error, path: path, access: access)
            // The file has only a part of its tables. The lock keeps other processes from using it.
            if isNew, fault.diagnostics.map(\.id) == ["disk-full"] {
                ResultsStore.removeFiles(of: resolvedPath(path))
            }
            throw fault
        }
    }

    private static func removeFiles(of file: String) {
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: file + suffix)
        }
    }

    private static func open(
        path: String,
        access: Access
    ) throws -> (queue: DatabaseQueue, isCopy: Bool) {
        if access == .read {
            let queue = try FileReading.open(path)
            let copy = try currentCopy(of: queue)
            return (copy ?? queue, copy != nil)
        }
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.foreignKeysEnabled = true
        configuration.label = "results"
        configuration.journalMode = .wal
        let queue = try DatabaseQueue(path: fileName(path), configuration: configuration)
        // GRDB sets NORMAL when it enables WAL, but recorded data must be durable.
        let level = try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON")
            return try Int.fetchOne(db, sql: "PRAGMA synchronous")
        }
        guard level == 2 else {
            throw DatabaseError(
                message: "SQLite did not set synchronous=FULL, which keeps recorded data durable"
            )
        }
        try Migrations.migrator.migrate(queue)
        try FileCopy.recognise(path: path, in: queue)
        return (queue, false)
    }

    /// Removes a results file in which nothing was ever recorded. Does nothing if another process
    /// has the file open. Holds the file's ``OpenLock``, so no process can open the file for
    /// writing meanwhile. If the path is a link, the link is kept.
    package static func removeUnused(path: String) {
        let turn = OpenLock(of: path)
        defer { turn.end() }
        // Another process may have removed the file; opening it would create it again.
        let file = resolvedPath(path)
        guard FileKind(at: file) == .file, let queue = try? claim(path) else { return }
        let isUsed = try? queue.read { db -> Bool? in
            try db.value(
                """
                SELECT EXISTS (SELECT 1 FROM studies) OR EXISTS (SELECT 1 FROM declined)
                    OR EXISTS (SELECT 1 FROM erased) OR EXISTS (SELECT 1 FROM locks)
                    OR EXISTS (SELECT 1 FROM hub_positions)
                    OR EXISTS (SELECT 1 FROM file_copy WHERE lab <> '')
                """
            )
        }
        try? queue.close()
        guard isUsed == false else { return }
        removeFiles(of: file)
    }

    /// Returns a path that SQLite always interprets as a file name. A name such as `:memory:` would
    /// otherwise have a special meaning.
    static func fileName(_ path: String) -> String { path.hasPrefix("/") ? path : "./" + path }

    /// Returns an in-memory copy of an older file, migrated to the current version. Returns nil if
    /// the file already has the current version. A copy is needed because readers do not change the
    /// file itself.
    private static func currentCopy(of file: DatabaseQueue) throws -> DatabaseQueue? {
        let version = try file.read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
        if version >= Migrations.current { return nil }
        let copy = try DatabaseQueue()
        try file.backup(to: copy)
        try file.close()
        try Migrations.migrator.migrate(copy)
        return copy
    }

    /// Calls `body` in a read transaction. Errors are thrown as diagnostics that name the file.
    package func read<Value: Sendable>(
        _ body: @Sendable (Database) throws -> Value
    ) throws(DiagnosticError) -> Value {
        do { return try database.read(body) } catch { throw diagnose(error) }
    }

    /// Calls `body` in a write transaction and returns after the changes are on disk.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(DiagnosticError) -> Value {
        do { return try await database.write(body) } catch { throw diagnose(error) }
    }

    /// Calls `body` in a write transaction on the current thread.
    func write<Value>(_ body: (Database) throws -> Value) throws(DiagnosticError) -> Value {
        do { return try database.write(body) } catch { throw diagnose(error) }
    }

    package func close() { try? database.close() }

    func diagnose(_ error: any Error) -> DiagnosticError {
        ResultsStore.diagnose(error, path: path)
    }
}
