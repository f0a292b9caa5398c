package import Diagnostics
import GRDB
package import StudyDefinition

extension ResultsStore {
    /// Records whole sessions that happened elsewhere: all of them or none, in one transaction.
    /// Each list of events begins with `sessionStarted`; none of the events was witnessed, so all
    /// carry ``Stamp/unknown``. A participant who is already in the file is refused.
    ///
    /// Returns the new sessions' ids, in the order given.
    @discardableResult
    package func importSessions(
        _ sessions: [[SessionEvent]],
        study folder: StudyFolder
    ) async throws(DiagnosticError) -> [Int64] {
        let contents = try StudyContents(folder)
        let file = path
        return try await write { db in
            try contents.store(in: db)
            try refuse(knownAmong: sessions, file: file, in: db)
            return try sessions.map { events in
                if case .sessionStarted(let start)? = events.first {
                    try db.execute(
                        sql: "INSERT OR IGNORE INTO participants (id) VALUES (?)",
                        arguments: [start.participant]
                    )
                }
                let id =
                    try Int64.fetchOne(db, sql: "SELECT coalesce(max(id), 0) + 1 FROM sessions")
                    ?? 1
                _ = try SessionLog.append(
                    events,
                    at: .unknown,
                    to: SessionRecord(),
                    session: id,
                    in: db
                )
                return id
            }
        }
    }

    /// The event that gave each run of a task its present state: session → run number → event id.
    package func runEvents() throws(DiagnosticError) -> [Int64: [Int: Int64]] {
        try read { db in
            var events: [Int64: [Int: Int64]] = [:]
            let rows = try Row.fetchCursor(db, sql: "SELECT session, run, event FROM task_runs")
            while let row = try rows.next() {
                events[row["session"], default: [:]][row["run"]] = row["event"]
            }
            return events
        }
    }

    /// The files of a stored definition: path → hash of the content.
    package func contentHashes(study hash: String) throws(DiagnosticError) -> [String: String] {
        try read { db in
            var files: [String: String] = [:]
            let rows = try Row.fetchCursor(
                db,
                sql: "SELECT path, content FROM study_files WHERE study = ?",
                arguments: [hash]
            )
            while let row = try rows.next() { files[row["path"]] = row["content"] }
            return files
        }
    }
}

private func refuse(
    knownAmong sessions: [[SessionEvent]],
    file: String,
    in db: Database
) throws {
    let known = try sessions.compactMap { events -> String? in
        guard case .sessionStarted(let start)? = events.first else { return nil }
        let count = try Int.fetchOne(
            db,
            sql: "SELECT count(*) FROM sessions WHERE participant = ?",
            arguments: [start.participant]
        )
        return count == 0 ? nil : start.participant
    }
    guard !known.isEmpty else { return }
    throw DiagnosticError(
        "participant-exists",
        at: .init(file: file),
        "already holds sessions of \(known.joined(separator: ", "))",
        fix: "import into another file with --results FILE; nothing was imported"
    )
}
