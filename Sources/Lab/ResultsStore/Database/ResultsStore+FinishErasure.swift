package import Diagnostics
package import Foundation
import GRDB
import StudyDefinition

/// Functions for the work that remains after the transaction of an erasure.
extension ResultsStore {
    /// Finishes erasures that a crash interrupted, or that could not finish because the file was in
    /// use. Returns the work that remains; a later call tries again.
    @discardableResult
    package static func finishErasures(
        path: String,
        patience: Duration = .seconds(10)
    ) throws(DiagnosticError) -> UnfinishedErasure {
        do {
            let file = try FileReading.open(path)
            let isUnfinished = try hasUnfinishedErasures(file)
            try file.close()
            guard isUnfinished else { return UnfinishedErasure() }
            guard let queue = try claim(path) else { return UnfinishedErasure(isInFile: true) }
            defer { try? queue.close() }
            do { return try finish(queue, path: path, patience: patience) } catch {
                throw interrupted(
                    error,
                    path: path,
                    "the erasure of a participant is not finished",
                    "the next command that opens the file continues the erasure"
                )
            }
        } catch { throw diagnose(error, path: path) }
    }

    /// Converts an error of ``finish(_:path:patience:)`` into a diagnostic. The rows are already
    /// deleted when such an error occurs.
    static func interrupted(
        _ error: any Error,
        path: String,
        _ state: String,
        _ retry: String
    ) -> DiagnosticError {
        let found = diagnose(error, path: path)
        let isFull = (error as? DatabaseError)?.resultCode == .SQLITE_FULL
        let cause = isFull ? "the disk is full" : found.diagnostics.first?.problem ?? "\(error)"
        let fix = isFull ? "free some disk space" : found.diagnostics.first?.fix
        return DiagnosticError(
            "erasure-unfinished",
            at: .init(file: path),
            "\(state): \(cause)",
            fix: [fix, retry].compactMap(\.self).joined(separator: "; "),
            status: found.status
        )
    }

    /// Returns whether an erasure is unfinished: bytes of erased sessions remain in the file, files
    /// of these sessions remain outside the database, or folders of stale reports are not yet
    /// marked.
    static func hasUnfinishedErasures(_ queue: DatabaseQueue) throws -> Bool {
        try queue.read { db in
            try db.value(
                """
                SELECT EXISTS (SELECT 1 FROM erased WHERE NOT finished)
                    OR EXISTS (SELECT 1 FROM leftovers)
                    OR EXISTS (SELECT 1 FROM reports WHERE stale = ?)
                """,
                [unmarked]
            ) ?? false
        }
    }

    /// Returns the unfinished work of all erasures in the file.
    package func unfinishedErasure() throws(DiagnosticError) -> UnfinishedErasure {
        try read { db in
            if try db.value("SELECT EXISTS (SELECT 1 FROM erased WHERE NOT finished)") ?? false {
                return UnfinishedErasure(isInFile: true)
            }
            return UnfinishedErasure(
                leftovers: try db.values("SELECT path FROM leftovers ORDER BY path"),
                reports: try ResultsStore.unmarkedReports(in: db)
            )
        }
    }

    /// Opens the file for exclusive access; returns nil if another process has it open.
    ///
    /// In exclusive mode, SQLite keeps the index of the write-ahead log in memory, and removes this
    /// log when the connection is closed. The journal mode stays WAL: in another mode, a killed
    /// process could leave a rollback journal, which would block readers.
    static func claim(_ path: String) throws -> DatabaseQueue? {
        var configuration = Configuration()
        configuration.busyMode = .timeout(1)
        configuration.foreignKeysEnabled = true
        configuration.prepareDatabase {
            try $0.execute(
                sql: """
                    PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL;
                    PRAGMA fullfsync = ON; PRAGMA secure_delete = ON
                    """
            )
        }
        do {
            let queue = try DatabaseQueue(path: fileName(path), configuration: configuration)
            // Opening the file takes no exclusive lock. This write takes the lock and changes
            // no row.
            try queue.write { try $0.execute(sql: "UPDATE erased SET finished = finished WHERE 0") }
            return queue
        } catch let error as DatabaseError
            where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode)
        {
            return nil
        }
    }

    /// Removes leftovers (files of erased sessions outside the database), marks reports as stale,
    /// and rewrites the results file. Returns the leftovers that could not be removed, and the
    /// reports that could not be marked.
    static func finish(
        _ queue: DatabaseQueue,
        path: String,
        patience: Duration
    ) throws -> UnfinishedErasure {
        let (isRewritten, leftovers, tombstones, reports) = try queue.read { db in
            (
                try db.value("SELECT NOT EXISTS (SELECT 1 FROM erased WHERE NOT finished)")
                    ?? false,
                try db.rows("SELECT path, lock FROM leftovers").map {
                    Leftover(path: try $0.get(0), lock: try $0.get(1))
                },
                try db.rows("SELECT * FROM erased").map(Tombstone.init(row:)),
                try unmarkedReports(in: db)
            )
        }
        if isRewritten, leftovers.isEmpty, reports.isEmpty { return UnfinishedErasure() }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        // A path that no erased session of this file can have left is only deleted from the list.
        let removed = leftovers.filter {
            !tombstones.contains(where: $0.isOwn) || $0.remove(from: folder, patience: patience)
        }
        let marked = reports.filter { StaleReport.mark(URL(fileURLWithPath: $0)) }
        // Rewrites the file without its free pages.
        if !isRewritten {
            try queue.write { db in
                try db.deleteOutputsFromStudies()
                try removeUnnamedSnapshots(in: db)
            }
            try queue.writeWithoutTransaction { db in
                try db.execute(sql: "VACUUM")
                // The write-ahead log still contains the erased data, so it is truncated before the
                // erasure counts as finished.
                try db.checkpoint(.truncate)
            }
        }
        try queue.write { db in
            for leftover in removed {
                try db.run("DELETE FROM leftovers WHERE path = ?", [leftover.path])
            }
            for report in marked {
                try db.run("UPDATE reports SET stale = ? WHERE path = ?", [reason, report])
            }
            try db.run("UPDATE erased SET finished = 1 WHERE NOT finished")
        }
        // Only shortens the write-ahead log. The erasure is finished even if this fails.
        _ = try? queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        return UnfinishedErasure(
            leftovers: Set(leftovers).subtracting(removed).map(\.path).sorted(),
            reports: Set(reports).subtracting(marked).sorted()
        )
    }
}

/// The work that remains after the transaction of an erasure.
package struct UnfinishedErasure: Sendable, Hashable {
    /// Whether bytes of erased sessions are still in the results file. If so, the lists of
    /// leftovers and reports may be incomplete.
    package var isInFile = false
    /// Paths of the files and folders of erased sessions that could not be removed.
    package var leftovers: [String] = []
    /// Folders of the reports that could not be marked as stale.
    package var reports: [String] = []

    package init(isInFile: Bool = false, leftovers: [String] = [], reports: [String] = []) {
        (self.isInFile, self.leftovers, self.reports) = (isInFile, leftovers, reports)
    }

    package var isEmpty: Bool { !isInFile && leftovers.isEmpty && reports.isEmpty }

    /// Returns a warning for each part of the remaining work: the results file, each leftover, and
    /// each report.
    ///
    /// - Parameters:
    ///   - file: path of the results file.
    ///   - retry: a clause that states when the work is tried again.
    package func diagnostics(
        in file: String,
        retry: String = "the next command that opens the results file continues the erasure"
    ) -> [Diagnostic] {
        func warning(_ id: String, _ path: String, _ problem: String, _ fix: String) -> Diagnostic {
            Diagnostic(
                id,
                severity: .warning,
                at: .init(file: path),
                problem,
                fix: "\(fix); \(retry)"
            )
        }
        let rest = leftovers.map {
            warning(
                "not-removed",
                $0,
                "contains data of an erased participant, but could not be removed",
                "check the permissions, and check that the disk is mounted"
            )
        }
        let stale = reports.map {
            warning(
                "stale-report",
                $0,
                "contains data of an erased participant, but could not be marked as stale",
                "delete the report, or make its folder writable"
            )
        }
        guard isInFile else { return rest + stale }
        let bytes = warning(
            "erasure-unfinished",
            file,
            "still contains data of an erased participant",
            "close other programs that use the file, and check that the disk has room"
        )
        return [bytes] + rest + stale
    }
}

/// The note that marks a report as stale or incomplete.
package enum StaleReport {
    package static let erased = "a participant's data were erased"
    package static let changed = "a participant's data were changed"
    private static let name = OutputFolder.staleNote

    /// Writes the note into the folder if the folder contains a report. Also removes scratch
    /// folders that killed processes left there. A note about an erasure replaces a note with
    /// another reason; otherwise, an existing note is kept. Returns false if the note cannot be
    /// written.
    @discardableResult
    package static func mark(_ folder: URL, because reason: String = StaleReport.erased) -> Bool {
        ScratchFolder.removeAbandoned(in: folder)
        if !holdsReport(folder) { return true }
        let note = folder.appendingPathComponent(name)
        if let text = try? String(contentsOf: note, encoding: .utf8),
            reason != erased || text.contains(erased)
        {
            return true
        }
        let words = """
            This report is stale: \(reason) after the report was made.
            Generate it again from the same study and results file. A new report in this folder
            removes this note; otherwise, delete this folder.

            """
        // A link is replaced, not followed: a folder of another lab may contain a link to any file.
        guard let scratch = try? ScratchFolder(in: folder) else { return false }
        defer { scratch.remove() }
        do {
            try scratch.add(Data(words.utf8), at: name)
            try scratch.move(name, to: note)
            return true
        } catch { return false }
    }

    private static let incomplete = Data(
        """
        This report is incomplete: some of its files may be of an earlier report.
        Generate it again from the same study and results file. A new report in this folder
        removes this note; otherwise, delete this folder.

        """.utf8
    )

    /// Marks an existing report as incomplete by a note in the folder. Called before a new report
    /// replaces the files. The note remains if not all files are replaced, for example because the
    /// process is killed. Keeps an existing note. Does nothing if the note cannot be written.
    package static func markIncomplete(_ folder: URL) {
        let note = folder.appendingPathComponent(name)
        let isReport = names.contains {
            access(folder.appendingPathComponent($0).path, F_OK) == 0
        }
        guard isReport, access(note.path, F_OK) != 0 else { return }
        try? ScratchFolder.write(incomplete, to: note)
    }

    /// Removes the note of ``markIncomplete(_:)`` after all files of the report were replaced.
    package static func unmarkIncomplete(_ folder: URL) {
        let note = folder.appendingPathComponent(name)
        if (try? Data(contentsOf: note)) == incomplete { unlink(note.path) }
    }

    /// Returns the warning about a stale report whose folder could not be marked.
    package static func warning(_ path: String, because reason: String) -> Diagnostic {
        Diagnostic(
            "stale-report",
            severity: .warning,
            at: .init(file: path),
            "is stale, because \(reason), but could not be marked as stale",
            fix: "delete the report, or make its folder writable; then run the same command again"
        )
    }

    /// Names of a report's files and folders.
    package static let names = OutputFolder.reportItems

    /// Returns whether the folder contains a report or a part of one. Also returns true if this
    /// cannot be determined, for example because permission is missing.
    package static func holdsReport(_ folder: URL) -> Bool {
        ScratchFolder.exists(in: folder)
            || names.contains {
                access(folder.appendingPathComponent($0).path, F_OK) == 0
                    || ![ENOENT, ENOTDIR].contains(errno)
            }
    }

    /// Removes the note about an earlier report. Called after a new report was written into the
    /// folder.
    package static func unmark(_ folder: URL) {
        try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }

    /// Returns whether the folder contains a report on one of the studies.
    static func isReport(_ folder: URL, on studies: Set<String>) -> Bool {
        guard holdsReport(folder) else { return false }
        guard let bytes = try? Data(contentsOf: folder.appendingPathComponent("report.json")),
            let json = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any],
            let id = (json["study"] as? [String: Any])?["id"] as? String
        else { return true }
        return studies.contains(id)
    }
}
