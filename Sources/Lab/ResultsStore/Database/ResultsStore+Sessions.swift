package import Diagnostics
package import Foundation
import GRDB
package import StudyDefinition

/// A session as stored in the file.
package struct StoredSession: Sendable {
    package var id: Int64
    package var uuid: UUID
    package var record: SessionRecord
    /// Empty if the file knows none.
    package var lab = ""
}

extension ResultsStore {
    /// Starts a session: the definition with all its files, and the first event, in one transaction.
    package func begin(
        _ start: SessionStart,
        study folder: StudyFolder,
        at stamp: Stamp
    ) async throws(DiagnosticError) -> SessionLog {
        let contents = try StudyContents(folder)
        let (id, record) = try await write { db in
            try contents.store(in: db)
            try db.execute(
                sql: "INSERT OR IGNORE INTO participants (id) VALUES (?)",
                arguments: [start.participant]
            )
            let id = try nextSession(in: db)
            let record = try SessionLog.append(
                [.sessionStarted(start)],
                at: stamp,
                to: SessionRecord(),
                session: id,
                in: db
            )
            return (id, record)
        }
        return SessionLog(id: id, store: self, record: record)
    }

    /// Opens the log of a session that did not end, to go on with it.
    package func reopen(session id: Int64) throws(DiagnosticError) -> SessionLog {
        SessionLog(id: id, store: self, record: SessionRecord(try events(session: id)))
    }

    /// The sessions of one participant, or of all, in the order in which they began.
    package func sessions(participant: String? = nil) throws(DiagnosticError) -> [StoredSession] {
        try storedSessions(participant: participant)
    }

    package func events(session id: Int64) throws(DiagnosticError) -> [RecordedEvent] {
        try read { try $0.recordedEvents(session: id) }
    }

    private func storedSessions(
        participant: String?
    ) throws(DiagnosticError) -> [StoredSession] {
        let path = path
        return try read { db in
            let taken = try participant.map { try db.sessions(of: $0, in: path) }
            let sessions = try Row.fetchAll(
                db,
                sql: "SELECT id, uuid, lab FROM sessions ORDER BY id"
            )
            return try sessions.compactMap { session in
                let id: Int64 = session[0]
                if let taken, !taken.contains(id) { return nil }
                guard let uuid = UUID(uuidString: session[1]) else {
                    throw damaged("session \(id) has no UUID")
                }
                let record = SessionRecord(try db.recordedEvents(session: id))
                return StoredSession(id: id, uuid: uuid, record: record, lab: session[2])
            }
        }
    }

    /// The definition that sessions ran with.
    package func study(hash: String) throws(DiagnosticError) -> Study {
        let text = try read { db in
            try String.fetchOne(
                db,
                sql: "SELECT definition FROM studies WHERE hash = ?",
                arguments: [hash]
            )
        }
        guard let text, let study = try? JSONDecoder().decode(Study.self, from: Data(text.utf8))
        else {
            throw DiagnosticError(
                "no-definition",
                at: .init(file: path),
                "holds no study definition \(hash)"
            )
        }
        return study
    }

    /// The definitions of one study that the file holds.
    package func definitions(
        of study: String
    ) throws(DiagnosticError) -> [(hash: String, version: String)] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT hash, version FROM studies WHERE id = ? ORDER BY hash",
                arguments: [study]
            ).map { (try $0.get("hash"), try $0.get("version")) }
        }
    }

    package func lastBeat(session id: Int64) throws(DiagnosticError) -> Stamp? {
        try read { db in
            try Row.fetchOne(
                db,
                sql: "SELECT * FROM heartbeats WHERE session = ?",
                arguments: [id]
            ).map {
                Stamp(
                    monotonic: try $0.get("monotonic_ns"),
                    wall: try $0.get("wall_us"),
                    boot: try $0.get("boot")
                )
            }
        }
    }
}

extension ResultsStore {
    /// The files of a stored study.
    package func studyFiles(hash: String) throws(DiagnosticError) -> [(path: String, bytes: Data)] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT path, bytes FROM study_files
                    JOIN contents ON contents.hash = study_files.content
                    WHERE study = ? ORDER BY path
                    """,
                arguments: [hash]
            ).map { (try $0.get("path"), try $0.get("bytes")) }
        }
    }
}
