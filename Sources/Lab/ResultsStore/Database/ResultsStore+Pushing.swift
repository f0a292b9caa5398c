package import Diagnostics
package import Foundation
import GRDB

/// A session to be pushed, with the properties by which a hub identifies it.
package struct SessionToPush: Sendable, Hashable {
    /// Id of the session in this file.
    package var id: Int64
    package var uuid: UUID
    package var participant: String
    /// Hash of the study definition with which the session was run.
    package var definition: String
    /// Number of the session's events that the hub has not acknowledged.
    package var events: Int
}

/// The events that one copy of the results file recorded for one session.
package struct OriginOfEvents: Sendable, Hashable {
    package var session: Int64
    package var origin: UUID
    /// Number, within the session, of the last event that this copy of the file recorded.
    package var last: Int
}

/// Functions that find the rows to be sent to a hub.
extension ResultsStore {
    /// Returns the ids of the studies with rows to push: sessions of the lab, tombstones (records
    /// of the lab's erased sessions), records of people who declined to take part, or locks
    /// (``StoredLock``).
    package func studies(lab: String) throws(DiagnosticError) -> [String] {
        try read { db in
            try db.values(
                """
                SELECT id FROM studies WHERE hash IN (SELECT study FROM sessions WHERE lab = ?)
                UNION SELECT study FROM erased WHERE lab = ?1
                UNION SELECT study FROM declined UNION SELECT study FROM locks ORDER BY 1
                """,
                [lab]
            )
        }
    }

    /// Returns the ids of all studies with records in the file: sessions of any lab, tombstones
    /// (records of erased sessions), locks (``StoredLock``), or people who declined to take part. A
    /// stored definition alone does not count.
    package func studies() throws(DiagnosticError) -> [String] {
        try read { db in
            try db.values(
                """
                SELECT id FROM studies WHERE hash IN (SELECT study FROM sessions)
                UNION SELECT study FROM erased
                UNION SELECT study FROM declined UNION SELECT study FROM locks ORDER BY 1
                """
            )
        }
    }

    /// Returns the id of the last event in the file; 0 if there is none.
    package func lastEvent() throws(DiagnosticError) -> Int64 {
        try read { try $0.value("SELECT max(id) FROM events") ?? 0 }
    }

    /// Returns the lab's sessions in a study that have events with ids above `event`.
    package func sessionsToPush(
        study: String,
        lab: String,
        after event: Int64
    ) throws(DiagnosticError) -> [SessionToPush] {
        try read { db in
            // The expression `+session` keeps SQLite from reading the whole index on `session`, so
            // new events are found by id.
            try db.rows(
                """
                SELECT sessions.id, uuid, participant, sessions.study, new.count FROM sessions
                JOIN (SELECT session, count(*) AS count FROM events WHERE id > ?
                    GROUP BY +session) AS new ON new.session = sessions.id
                JOIN studies ON studies.hash = sessions.study
                WHERE lab = ? AND studies.id = ? ORDER BY sessions.id
                """,
                [event, lab, study]
            ).compactMap { row in
                guard let uuid = UUID(uuidString: try row.get(1)) else { return nil }
                return SessionToPush(
                    id: try row.get(0),
                    uuid: uuid,
                    participant: try row.get(2),
                    definition: try row.get(3),
                    events: try row.get(4)
                )
            }
        }
    }

    /// Returns the number of events of the file's lab that a hub has not acknowledged.
    ///
    /// - Parameter hub: identity of the hub. If nil, counts the events that are unacknowledged by
    ///   at least one of the hubs to which their study was pushed. All events of a study that was
    ///   never pushed are counted.
    package func unpushedEvents(hub: UUID?) throws(DiagnosticError) -> Int {
        try read { db in
            try db.value(
                """
                SELECT count(*) FROM events JOIN sessions ON sessions.id = events.session
                JOIN studies ON studies.hash = sessions.study
                WHERE sessions.lab IN ('', (SELECT lab FROM file_copy))
                    AND events.id > coalesce((SELECT min(last_event) FROM hub_pushes p
                        WHERE p.study = studies.id AND (?1 IS NULL OR p.hub = ?1)), 0)
                """,
                [hub?.uuidString]
            ) ?? 0
        }
    }

    package func origins(of sessions: [Int64]) throws(DiagnosticError) -> [OriginOfEvents] {
        try read { db in
            try sessions.flatMap { session in
                try db.rows(
                    """
                    SELECT origin, max(number) FROM events WHERE session = ?
                    GROUP BY origin ORDER BY 2
                    """,
                    [session]
                ).map { row in
                    OriginOfEvents(
                        session: session,
                        origin: UUID(uuidString: try row.get(0)) ?? ChainedEvent.unknownOrigin,
                        last: try row.get(1)
                    )
                }
            }
        }
    }

    /// Returns a session's events with numbers above `number`, each with its chain hash.
    package func chainedEvents(
        session: Int64,
        after number: Int
    ) throws(DiagnosticError) -> [(event: ChainedEvent, hash: Data)] {
        try read { db in
            try db.rows(
                """
                SELECT \(ChainedEvent.columns) FROM events
                WHERE session = ? AND number > ? ORDER BY number
                """,
                [session, number]
            ).map { (try ChainedEvent(row: $0), try $0.get(ChainedEvent.hashColumn)) }
        }
    }

    /// Returns the hash of one event; nil if there is no such event.
    package func hash(session: Int64, number: Int) throws(DiagnosticError) -> Data? {
        try read { db in
            try db.value(
                "SELECT hash FROM events WHERE session = ? AND number = ?",
                [session, number]
            )
        }
    }

    /// Returns the hash of one event of the session with this identity. Returns nil if there is no
    /// such event, or if the session belongs to a different lab.
    package func hash(session: UUID, lab: String, number: Int) throws(DiagnosticError) -> Data? {
        try read { db in
            try db.value(
                """
                SELECT hash FROM events WHERE number = ? AND session =
                    (SELECT id FROM sessions WHERE uuid = ? AND lab IN (?, ''))
                """,
                [number, session.uuidString, lab]
            )
        }
    }

    /// Returns whether this file contains the session but does not state the session's lab.
    package func lacksLab(of session: UUID) throws(DiagnosticError) -> Bool {
        let lab: String? = try read { db in
            try db.value("SELECT lab FROM sessions WHERE uuid = ?", [session.uuidString])
        }
        return lab == ""
    }

    /// Gives this results file a new identity. The new identity also becomes the origin of the
    /// session's events from `number` on.
    ///
    /// This is required if the hub has other events with the same origin and numbers. In that case,
    /// another copy of this file has recorded events under the same identity.
    package func separate(session: Int64, from number: Int) async throws(DiagnosticError) {
        try await write { db in
            let origin = UUID().uuidString
            try db.run(
                "UPDATE events SET origin = ? WHERE session = ? AND number >= ?",
                [origin, session, number]
            )
            try db.run("UPDATE file_copy SET uuid = ?", [origin])
        }
    }

    /// Returns the hashes of the snapshots that a session's events refer to.
    package func snapshots(session: Int64) throws(DiagnosticError) -> [String] {
        try read { db in
            try db.values(
                """
                SELECT hash FROM snapshots WHERE hash IN (
                    SELECT start_snapshot FROM task_runs WHERE session = ?1
                    UNION SELECT end_snapshot FROM task_runs WHERE session = ?1
                    UNION SELECT snapshot FROM attempts WHERE session = ?1
                    UNION SELECT json_extract(payload, '$.kept') FROM events
                        WHERE session = ?1 AND kind = 'taskPrepared')
                ORDER BY hash
                """,
                [session]
            )
        }
    }

    /// Returns the elements of `hashes` that `table` contains as keys.
    package func known(
        _ hashes: some Collection<String>,
        in table: ContentTable
    ) throws(DiagnosticError) -> Set<String> {
        let hashes = Array(hashes)
        return try read { db in
            let query = "SELECT 1 FROM \(table.rawValue) WHERE hash = ?"
            return Set(try hashes.filter { try (db.value(query, [$0]) as Int?) != nil })
        }
    }

    /// Tables whose keys are content hashes.
    package enum ContentTable: String, Sendable { case studies, snapshots, contents }

    /// Returns the identities of people who declined to take part in a study.
    package func declinedPersons(study: String) throws(DiagnosticError) -> [UUID] {
        try declinedPersons().filter { $0.value == study }.keys.sorted()
            .compactMap(UUID.init(uuidString:))
    }

    /// Returns the version, the title and the JSON of the stored study definition with this hash;
    /// nil if the file does not contain the definition.
    package func definition(
        hash: String
    ) throws(DiagnosticError) -> (version: String, title: String, json: String)? {
        try read { db in
            try db.rows("SELECT version, title, definition FROM studies WHERE hash = ?", [hash])
                .first.map { (try $0.get(0), try $0.get(1), try $0.get(2)) }
        }
    }
}
