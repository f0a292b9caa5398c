package import Diagnostics
package import Foundation
import GRDB

/// The work that remains after the transaction of an erasure.
extension ResultsStore {
    /// Finishes erasures that were interrupted by a crash, or that could not finish because the
    /// file was in use. Returns false if another process has the file open, or if leftovers remain;
    /// a later call tries again.
    @discardableResult
    package static func finishErasures(
        path: String,
        patience: Duration = .seconds(10)
    ) throws(DiagnosticError) -> Bool {
        do {
            let file = try FileReading.open(path)
            let isUnfinished = try hasUnfinishedErasures(file)
            try file.close()
            guard isUnfinished else { return true }
            guard let queue = try claim(path) else { return false }
            defer { try? queue.close() }
            return try finish(queue, path: path, patience: patience).isEmpty
        } catch { throw diagnose(error, path: path) }
    }

    /// Returns whether bytes of erased sessions remain in the file, or leftovers remain.
    static func hasUnfinishedErasures(_ queue: DatabaseQueue) throws -> Bool {
        try queue.read { db in
            try db.value(
                """
                SELECT EXISTS (SELECT 1 FROM erased WHERE NOT finished)
                    OR EXISTS (SELECT 1 FROM leftovers)
                """
            ) ?? false
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

    /// Removes leftovers, marks reports as stale, and rewrites the file. Returns the leftovers that
    /// could not be removed.
    static func finish(
        _ queue: DatabaseQueue,
        path: String,
        patience: Duration
    ) throws -> [String] {
        let (isRewritten, leftovers, reports) = try queue.read { db in
            (
                try db.value("SELECT NOT EXISTS (SELECT 1 FROM erased WHERE NOT finished)")
                    ?? false,
                try db.rows("SELECT path, lock FROM leftovers").map {
                    Leftover(path: try $0.get(0), lock: try $0.get(1))
                },
                try staleReports(in: db)
            )
        }
        if isRewritten, leftovers.isEmpty { return [] }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        let removed = leftovers.filter { $0.remove(from: folder, patience: patience) }
        for report in reports { StaleReport.mark(URL(fileURLWithPath: report)) }
        // Rewrites the file without its free pages.
        if !isRewritten {
            try queue.write { try removeUnnamedSnapshots(in: $0) }
            try queue.writeWithoutTransaction { db in
                try db.execute(sql: "VACUUM")
                // Do this before the erasure counts as finished: the write-ahead log still contains
                // the erased data.
                try db.checkpoint(.truncate)
            }
        }
        try queue.write { db in
            for leftover in removed {
                try db.run("DELETE FROM leftovers WHERE path = ?", [leftover.path])
            }
            try db.run("UPDATE erased SET finished = 1 WHERE NOT finished")
        }
        try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        return Set(leftovers).subtracting(removed).map(\.path).sorted()
    }
}

/// The note that marks a report as stale.
package enum StaleReport {
    package static let erased = "a participant's data were erased"
    private static let name = "STALE.md"

    /// Writes the note into the folder. The note of an erasure replaces any other; otherwise, an
    /// existing note is kept. Returns false if there is no report, or if writing failed.
    @discardableResult
    package static func mark(_ folder: URL, because reason: String = StaleReport.erased) -> Bool {
        let report = folder.appendingPathComponent("report.md")
        guard FileManager.default.fileExists(atPath: report.path) else { return false }
        let note = folder.appendingPathComponent(name)
        if reason != erased, FileManager.default.fileExists(atPath: note.path) { return true }
        let words = """
            This report is stale: \(reason) after the report was made.
            Generate it again from the same study and results file. A new report in this folder
            removes this note; otherwise, delete this folder.

            """
        return (try? words.write(to: note, atomically: true, encoding: .utf8)) != nil
    }

    /// Removes the note after a new report was written into the folder.
    package static func unmark(_ folder: URL) {
        try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }

    /// Returns whether the folder contains a report on one of the studies.
    static func isReport(_ folder: URL, on studies: Set<String>) -> Bool {
        let report = folder.appendingPathComponent("report.md")
        guard FileManager.default.fileExists(atPath: report.path) else { return false }
        guard let bytes = try? Data(contentsOf: folder.appendingPathComponent("report.json")),
            let json = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any],
            let id = (json["study"] as? [String: Any])?["id"] as? String
        else { return true }
        return studies.contains(id)
    }
}
