package import Diagnostics
import Foundation
import GRDB

extension ResultsStore {
    /// Throws an error if SQLite finds a damaged page, or an index that does not match its table.
    /// Reads the whole file, including pages without events. A merge only warns
    /// (``damageWarning()``), so that it can still save the sessions of a damaged file.
    package func requireSoundPages() throws(DiagnosticError) {
        try read { db in
            let found = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)")
            if found != "ok" { throw damaged("malformed") }
        }
    }

    /// Checks this file, as ``requireSoundPages()`` does, before the file is merged into another
    /// file. Returns a warning if SQLite finds damage or cannot check the file; otherwise an empty
    /// array.
    package func damageWarning() -> [Diagnostic] {
        let found = try? read { try String.fetchOne($0, sql: "PRAGMA integrity_check(1)") }
        if found == "ok" { return [] }
        return [
            Diagnostic(
                "damaged-source",
                severity: .warning,
                at: .init(file: path),
                "the database is damaged; each session that was found in it is complete, but "
                    + "other sessions may be missing",
                fix: "run evalrun participants on the merged file and check that nobody is "
                    + "missing; do not record into the damaged file"
            )
        ]
    }

    /// Returns one diagnostic for each session whose hash chain is broken. Each diagnostic
    /// identifies the first event that was changed or is missing. A session without events also
    /// counts as broken.
    package func chainFaults() throws(DiagnosticError) -> [Diagnostic] {
        let file = path
        return try read { db in
            try db.rows("SELECT id, participant FROM sessions ORDER BY id")
                .compactMap { session in
                    let id: Int64 = try session.get(0)
                    let rows = try Row.fetchCursor(
                        db,
                        sql: """
                            SELECT \(ChainedEvent.columns) FROM events WHERE session = ?
                            ORDER BY number
                            """,
                        arguments: [id]
                    )
                    let participant: String = try session.get(1)
                    func fault(_ number: Int) -> Diagnostic {
                        Diagnostic(
                            "broken-chain",
                            at: .init(file: file),
                            "event \(number) in the session of \(participant) is missing or was "
                                + "changed after it was recorded",
                            fix: "restore the file from a backup"
                        )
                    }
                    var (hash, number) = (HashChain.start, 0)
                    while let row = try rows.next() {
                        let event = try ChainedEvent(row: row)
                        number += 1
                        hash = event.hash(after: hash)
                        let recorded: Data = try row.get(ChainedEvent.hashColumn)
                        if event.number == number, Data(hash) == recorded { continue }
                        return fault(number)
                    }
                    return number == 0 ? fault(1) : nil
                }
        }
    }
}
