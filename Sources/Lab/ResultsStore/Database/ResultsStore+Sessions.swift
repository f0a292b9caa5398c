package import Diagnostics
package import Foundation
import GRDB
package import StudyDefinition

/// A session as stored in the file.
package struct StoredSession: Sendable {
    package var id: Int64
    package var uuid: UUID
    package var record: SessionRecord
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
        try read { db in
            try Row.fetchAll(
                db,
                sql: "SELECT * FROM events WHERE session = ? ORDER BY number",
                arguments: [id]
            ).map(RecordedEvent.init(row:))
        }
    }

    private func storedSessions(
        participant: String?
    ) throws(DiagnosticError) -> [StoredSession] {
        try read { db in
            let sessions = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, uuid FROM sessions WHERE ?1 IS NULL OR participant = ?1 ORDER BY id
                    """,
                arguments: [participant]
            )
            return try sessions.map { session in
                let id: Int64 = session[0]
                guard let uuid = UUID(uuidString: session[1]) else {
                    throw damaged("session \(id) has no UUID")
                }
                let rows = try Row.fetchAll(
                    db,
                    sql: "SELECT * FROM events WHERE session = ? ORDER BY number",
                    arguments: [id]
                )
                let record = SessionRecord(try rows.map(RecordedEvent.init(row:)))
                return StoredSession(id: id, uuid: uuid, record: record)
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

extension RecordedEvent {
    init(row: Row) throws {
        guard let kind = SessionEvent.Kind(rawValue: try row.get("kind")) else {
            throw damaged("event \(try row.get("id") as Int64) is of an unknown kind")
        }
        let number: Int = try row.get("number")
        guard (1...Int(Int32.max)).contains(number) else {
            throw damaged("event \(try row.get("id") as Int64) has the number \(number)")
        }
        let payload: String = try row.get("payload")
        let stamp =
            try (row.get("monotonic_ns") as Int64?).map {
                Stamp(monotonic: $0, wall: try row.get("wall_us"), boot: try row.get("boot"))
            } ?? .unknown
        self.init(
            id: try row.get("id"),
            number: number,
            stamp: stamp,
            event: try SessionEvent(kind: kind, payload: Data(payload.utf8))
        )
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
