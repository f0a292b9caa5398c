import Diagnostics
import Foundation
import GRDB

/// Checks of a results file. Each problem is reported as one diagnostic.
extension ResultsStore {
    /// Checks the file before it is opened. Throws an error if the file cannot be used. Also throws
    /// if it belongs to another program, so that evalrun never changes such a file.
    ///
    /// Reads the file only through SQLite, because this process may already have an SQLite
    /// connection to the file. Opening and closing a second descriptor of the file would release
    /// the locks of that connection (https://sqlite.org/howtocorrupt.html, section 2.2).
    ///
    /// - Parameter given: a phrase for error messages that says how to specify the file on the
    ///   command line, such as `with --results FILE`.
    static func inspect(
        path: String,
        access: Access,
        given: String = ResultsStore.givenAsResults
    ) throws(DiagnosticError) {
        if path.isEmpty {
            throw DiagnosticError(
                "no-file-name",
                "the name of the results file is empty",
                fix: "give a file name \(given)",
                status: .usage
            )
        }
        let files = FileManager.default
        guard let kind = FileKind(at: path) else {
            try refuseLink(path: path, access: access, given: given)
            if access == .read {
                throw DiagnosticError(
                    "no-results",
                    at: .init(file: path),
                    "there is no such results file",
                    fix: "give an existing file \(given), or run a session first",
                    status: .noInput
                )
            }
            return try makeFolder(of: path)
        }
        if kind == .folder {
            throw DiagnosticError(
                "results-is-folder",
                at: .init(file: path),
                "this is a folder",
                expected: "a results file",
                fix: "give the name of a file, such as \(path)/evalrun.sqlite",
                status: .noInput
            )
        }
        guard files.isReadableFile(atPath: path) else {
            throw DiagnosticError(
                "results-unreadable",
                at: .init(file: path),
                "cannot be read",
                fix: "check the permissions of the file",
                status: .noPermission
            )
        }
        try refuseForeign(path: path, given: given)
        if access == .create, !files.isWritableFile(atPath: path) {
            // Without this check, SQLite would create a write-ahead log to which nobody can write.
            throw notWritable(path)
        }
    }

    private static func notWritable(_ path: String) -> DiagnosticError {
        DiagnosticError(
            "results-not-writable",
            at: .init(file: path),
            "cannot be opened for writing",
            fix: "check the permissions of the file and its folder, or name another file with "
                + "--results FILE",
            status: .noPermission
        )
    }

    /// Throws an error if the path is a symbolic link to a missing file, unless SQLite can create
    /// that file. SQLite can create it if `access` is `.create` and the file's folder exists.
    private static func refuseLink(
        path: String,
        access: Access,
        given: String
    ) throws(DiagnosticError) {
        let files = FileManager.default
        guard (try? files.destinationOfSymbolicLink(atPath: path)) != nil else { return }
        let target = resolvedPath(path)
        let folder = URL(fileURLWithPath: target).deletingLastPathComponent().path
        if access == .create, FileKind(at: folder) == .folder { return }
        throw DiagnosticError(
            "results-link",
            at: .init(file: path),
            "this is a symbolic link to \(target), which does not exist",
            fix: "either correct the symbolic link, or mount the disk that the link points to, "
                + "or give another file \(given)",
            status: .noInput
        )
    }

    private static func makeFolder(of path: String) throws(DiagnosticError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw DiagnosticError(
                "results-folder",
                at: .init(file: folder.path),
                "the folder cannot be created",
                fix: "choose a file in a folder with write permission: --results FILE",
                status: .cannotCreate
            )
        }
    }

    private static func refuseForeign(path: String, given: String) throws(DiagnosticError) {
        let found: (id: Int32, version: Int, tables: Int, programs: [String])
        do {
            let file = try FileReading.open(path)
            defer { try? file.close() }
            found = try file.read { db in
                (
                    try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0,
                    try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0,
                    // If a process died while creating the file, only GRDB's own table exists.
                    try Int.fetchOne(
                        db,
                        sql: """
                            SELECT count(*) FROM sqlite_master
                            WHERE tbl_name <> 'grdb_migrations' OR type = 'trigger'
                            """
                    ) ?? 0,
                    try db.values(
                        """
                        SELECT type || ' ' || name FROM sqlite_master
                        WHERE type IN ('trigger', 'view') ORDER BY 1
                        """
                    )
                )
            }
        } catch let error as DatabaseError
            where error.resultCode == .SQLITE_NOTADB && !hasHeader(path)
        {
            throw DiagnosticError(
                "not-a-database",
                at: .init(file: path),
                "this is not a results file of evalrun",
                expected: "an SQLite database",
                fix: "give another file \(given)"
            )
        } catch {
            throw diagnose(error, path: path, access: .read)
        }
        if found.id == Migrations.applicationID {
            guard found.version > Migrations.current else {
                return try refuse(programs: found.programs, path: path)
            }
            throw DiagnosticError(
                "newer-results",
                at: .init(file: path),
                "was written by a newer evalrun (schema version \(found.version))",
                expected: "schema version \(Migrations.current) or older",
                fix: "open the file with the version of evalrun that wrote it, or a newer one"
            )
        }
        if found.id == 0, found.tables == 0 { return }
        throw DiagnosticError(
            "foreign-database",
            at: .init(file: path),
            "this is a database of another program",
            fix: "give another file \(given); this file was not changed"
        )
    }

    /// Throws an error if the file has triggers or views. SQLite would run their statements when
    /// evalrun reads or changes the file, and evalrun creates none.
    private static func refuse(programs: [String], path: String) throws(DiagnosticError) {
        if programs.isEmpty { return }
        throw DiagnosticError(
            "changed-schema",
            at: .init(file: path),
            "contains statements that evalrun did not write: \(programs.joined(separator: ", "))",
            fix: "restore the file from a backup, or remove these statements with sqlite3 (DROP "
                + "TRIGGER, DROP VIEW)"
        )
    }

    /// Returns whether the file begins with the header of an SQLite database. Called for a file
    /// that SQLite cannot open.
    private static func hasHeader(_ path: String) -> Bool {
        guard let handle = FileHandle(forReadingAtPath: path) else { return false }
        defer { try? handle.close() }
        return (try? handle.read(upToCount: 16)) == Data("SQLite format 3\0".utf8)
    }

    /// Returns text to append to a message: a colon and the message of `error`, if evalrun itself
    /// raised this error. Returns an empty string if SQLite raised the error.
    private static func detail(of error: DatabaseError) -> String {
        guard error.sql == nil, let message = error.message, !message.contains("malformed") else {
            return ""
        }
        return ": \(message)"
    }

    /// Converts an error of SQLite or the file system into a diagnostic with a fix.
    static func diagnose(
        _ error: any Error,
        path: String,
        access: Access = .create
    ) -> DiagnosticError {
        if let error = error as? DiagnosticError { return error }
        let place = Diagnostic.Place(file: path)
        if error is DecodingError {
            let problem = "a stored JSON text is invalid or has an unexpected structure"
            return diagnose(damaged(problem), path: path)
        }
        guard let error = error as? DatabaseError else {
            return DiagnosticError("results", at: place, "\(error)", status: .software)
        }
        let fault: (id: String, problem: String, fix: String?, status: ExitStatus)
        switch error.resultCode {
        case .SQLITE_FULL,
            // The index of the write-ahead log cannot be enlarged.
            .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
            fault = (
                "disk-full", "the disk is full, so the last change was not saved",
                "free some disk space, then continue; all earlier changes are saved", .inputOutput
            )
        case .SQLITE_CANTOPEN where access == .read, .SQLITE_PERM where access == .read:
            fault = (
                "results-unreadable", "cannot be read",
                "check the permissions of the file, its folder, and its -wal and -shm files",
                .noPermission
            )
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            return notWritable(path)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            fault = (
                "results-busy", "another process has kept the file locked for ten seconds",
                "end the other process, such as an open sqlite3 shell, and try again", .tryAgain
            )
        case .SQLITE_NOTADB, .SQLITE_CORRUPT:
            fault = (
                "results-corrupt", "the database is damaged\(detail(of: error))",
                "restore a backup; without one, copy the file with its -wal and -shm files, and run: "
                    + "sqlite3 COPY .recover | sqlite3 NEW (Debian's sqlite3 has no .recover; "
                    + "use the sqlite3 from sqlite.org)",
                .data
            )
        case .SQLITE_IOERR:
            let words = "reading or writing failed: \(error.message ?? "I/O error")"
            fault = ("results-io", words, "check the disk", .inputOutput)
        case .SQLITE_CONSTRAINT:
            let words = "the file cannot store a row: \(error.message ?? "a constraint failed")"
            fault = ("results-refused", words, nil, .software)
        default: fault = ("results", error.message ?? "\(error)", nil, .software)
        }
        return DiagnosticError(
            fault.id,
            at: place,
            fault.problem,
            fix: fault.fix,
            status: fault.status
        )
    }
}
