import ContentHash
package import Diagnostics
package import Foundation
import GRDB
package import StudyDefinition

/// A session as stored in the file.
package struct StoredSession: Sendable {
    package var id: Int64
    package var uuid: UUID
    /// Id of the session's study.
    package var study: String
    package var record: SessionRecord
    /// The session's lab; empty if unknown.
    package var lab = ""
}

extension ResultsStore {
    /// Starts a session: stores the study definition, the study's files, the event
    /// `sessionStarted`, and the events that follow it, in one transaction. Returns the session's
    /// log. If the caller then appends `events` with the same stamp again, nothing is appended.
    package func begin(
        _ start: SessionStart,
        _ events: [SessionEvent] = [],
        study folder: StudyFolder,
        at stamp: Stamp
    ) async throws(DiagnosticError) -> SessionLog {
        let contents = try StudyContents(folder)
        let (id, record) = try await write { db in
            try contents.store(in: db)
            try db.run("INSERT OR IGNORE INTO participants (id) VALUES (?)", [start.participant])
            let id = try nextSession(in: db)
            let record = try SessionLog.append(
                [.sessionStarted(start)] + events,
                at: stamp,
                to: SessionRecord(),
                session: id,
                in: db
            )
            return (id, record)
        }
        return SessionLog(id: id, store: self, record: record, latest: (events, stamp))
    }

    /// Throws an error if a file of the study has changed since the study was read. After such a
    /// change, ``begin(_:_:study:at:)`` would throw the same error.
    package static func requireUnchanged(_ folder: StudyFolder) throws(DiagnosticError) {
        _ = try StudyContents(folder)
    }

    /// Opens the log of an unfinished session to continue it.
    package func reopen(session id: Int64) throws(DiagnosticError) -> SessionLog {
        SessionLog(id: id, store: self, record: SessionRecord(try events(session: id)))
    }

    /// Appends events to several sessions in one transaction, all with the given stamp. The caller
    /// guarantees that no other process has a log of these sessions open.
    ///
    /// - Parameter events: the events, keyed by session id.
    package func append(
        _ events: [Int64: [SessionEvent]],
        at stamp: Stamp
    ) async throws(DiagnosticError) {
        if events.isEmpty { return }
        try await write { db in
            for (session, events) in events.sorted(by: { $0.key < $1.key }) {
                let record = SessionRecord(try db.recordedEvents(session: session))
                _ = try SessionLog.append(events, at: stamp, to: record, session: session, in: db)
            }
        }
    }

    /// Returns the sessions of one participant, or of all participants, in the order in which they
    /// began. Imported sessions have no time, and come first.
    ///
    /// - Parameter isOwn: whether a code without a lab identifies only a participant of the file's
    ///   lab, as at the start of a session and in changes of recorded data.
    package func sessions(
        participant: String? = nil,
        isOwn: Bool = false
    ) throws(DiagnosticError) -> [StoredSession] {
        let path = path
        return try read { db in
            let taken = try participant.map { try db.sessions(of: $0, in: path, isOwn: isOwn) }
            let sessions = try db.rows(
                """
                SELECT sessions.id, uuid, lab, studies.id FROM sessions
                LEFT JOIN studies ON studies.hash = sessions.study
                ORDER BY started_wall_us, sessions.id
                """
            )
            return try sessions.compactMap { session in
                let id: Int64 = try session.get(0)
                if let taken, !taken.contains(id) { return nil }
                guard let uuid = UUID(uuidString: try session.get(1)) else {
                    throw damaged("session \(id) has no UUID")
                }
                return StoredSession(
                    id: id,
                    uuid: uuid,
                    study: try session.get(3),
                    record: SessionRecord(try db.recordedEvents(session: id)),
                    lab: try session.get(2)
                )
            }
        }
    }

    /// Returns the identity of each session, keyed by session id.
    package func identities() throws(DiagnosticError) -> [Int64: UUID] {
        try read { db in
            var identities: [Int64: UUID] = [:]
            for row in try db.rows("SELECT id, uuid FROM sessions") {
                let (id, uuid): (Int64, String) = (try row.get(0), try row.get(1))
                identities[id] = UUID(uuidString: uuid)
            }
            return identities
        }
    }

    /// Returns secret bytes that only readers of the file know. The bytes are the smallest of the
    /// salts of the sessions' first events. They do not depend on the order of merging, and stay
    /// the same until sessions are added or erased.
    ///
    /// Events recorded before schema version 7 are ignored: they had no salts, and each reader of
    /// an older file gets new random salts. If all first events are ignored, returns a hash of the
    /// identities of all sessions. The identities are random, or derived from times and answers,
    /// and are never exported.
    package func secret() throws(DiagnosticError) -> Data {
        try read { db in
            let salt: Data? = try db.value(
                "SELECT min(salt) FROM events WHERE number = 1 AND version >= 7"
            )
            if let salt { return salt }
            let sessions: [String] = try db.values("SELECT uuid FROM sessions ORDER BY uuid")
            return Data(sha256(Array(sessions.joined(separator: "\n").utf8)).utf8)
        }
    }

    /// Returns the number of sessions of one study.
    package func sessionCount(of study: String) throws(DiagnosticError) -> Int {
        try read { db in
            try db.value(
                """
                SELECT count(*) FROM sessions JOIN studies ON studies.hash = sessions.study
                WHERE studies.id = ?
                """,
                [study]
            ) ?? 0
        }
    }

    /// Returns the codes of the participants with an unfinished session of a study, in the order in
    /// which the sessions began. Leaves out participants who withdrew in any session and, if the
    /// file has a lab, participants of other labs.
    package func unfinished(study: String) throws(DiagnosticError) -> [String] {
        try read { db in
            try db.values(
                """
                SELECT participant FROM sessions JOIN studies ON studies.hash = sessions.study
                WHERE studies.id = ?1 AND state IN ('running', 'interrupted')
                    AND (?2 = '' OR lab IN ('', ?2))
                    AND (participant, lab) NOT IN (
                        SELECT participant, lab FROM sessions WHERE withdrawn IS NOT NULL
                    )
                GROUP BY participant ORDER BY min(started_wall_us), min(sessions.id)
                """,
                [study, try db.lab()]
            )
        }
    }

    /// Returns whether the participant withdrew consent, in any session of any study.
    package func hasWithdrawn(
        _ participant: String,
        lab: String
    ) throws(DiagnosticError) -> Bool {
        try read { db in
            try db.value(
                """
                SELECT EXISTS (SELECT 1 FROM sessions
                    WHERE participant = ? AND lab = ? AND withdrawn IS NOT NULL)
                """,
                [participant, lab]
            ) ?? false
        }
    }

    /// Returns the sessions of a study for which a withdrawal of consent is recorded, except the
    /// sessions of `lab` and of no lab.
    package func withdrawn(
        study: String,
        exceptOf lab: String
    ) throws(DiagnosticError) -> [(session: UUID, lab: String)] {
        try read { db in
            try db.rows(
                """
                SELECT uuid, lab FROM sessions JOIN studies ON studies.hash = sessions.study
                WHERE studies.id = ? AND lab NOT IN ('', ?) AND withdrawn IS NOT NULL
                """,
                [study, lab]
            ).compactMap { row in
                let lab: String = try row.get(1)
                return try UUID(uuidString: row.get(0)).map { (session: $0, lab: lab) }
            }
        }
    }

    package func events(session id: Int64) throws(DiagnosticError) -> [RecordedEvent] {
        try read { try $0.recordedEvents(session: id) }
    }

    /// Returns the study definition with this hash.
    package func study(hash: String) throws(DiagnosticError) -> Study {
        let text: String? = try read { db in
            try db.value("SELECT definition FROM studies WHERE hash = ?", [hash])
        }
        guard let text, let study = try? JSONDecoder().decode(Study.self, from: Data(text.utf8))
        else {
            throw DiagnosticError(
                "no-definition",
                at: .init(file: path),
                "does not contain the study definition \(hash)"
            )
        }
        return study
    }

    /// Returns the stored study with this hash. Its files are in the results file, not in a folder.
    package func studyFolder(hash: String) throws(DiagnosticError) -> StudyFolder {
        StudyFolder(
            study: try study(hash: hash),
            url: URL(filePath: "/"),
            files: try contentHashes(study: hash),
            hash: hash,
            wrongVariants: []
        )
    }

    /// Returns the hash of each stored definition of a study.
    package func definitions(of study: String) throws(DiagnosticError) -> [String] {
        try read { try $0.values("SELECT hash FROM studies WHERE id = ? ORDER BY hash", [study]) }
    }

    /// Returns a remark if the study changed but its version did not: the file contains a session
    /// whose definition has the same version and different contents. Otherwise, returns nil.
    package func changeWithinVersion(_ folder: StudyFolder) throws(DiagnosticError) -> String? {
        let study = folder.study
        let isChanged: Bool? = try read { db in
            try db.value(
                """
                SELECT EXISTS (SELECT 1 FROM studies WHERE id = ? AND version = ? AND hash <> ?
                    AND hash IN (SELECT study FROM sessions))
                """,
                [study.id, study.version, folder.hash]
            )
        }
        return isChanged == true
            ? "the study has changed since earlier sessions, but its version is still \(study.version)"
            : nil
    }

    package func lastBeat(session id: Int64) throws(DiagnosticError) -> Stamp? {
        try read { db in
            try db.rows(
                "SELECT monotonic_ns, wall_us, boot FROM heartbeats WHERE session = ?",
                [id]
            )
            .first?.stamp(0)
        }
    }

    /// Returns the files of a stored study, sorted by path. Leaves out files that evalrun itself
    /// wrote into the study's folder.
    package func studyFiles(hash: String) throws(DiagnosticError) -> [(path: String, bytes: Data)] {
        try read { try $0.studyFiles(hash) }.sorted { $0.key < $1.key }
            .map { (path: $0.key, bytes: $0.value) }
    }
}
