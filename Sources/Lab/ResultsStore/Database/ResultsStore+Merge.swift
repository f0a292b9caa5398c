package import Diagnostics
package import Foundation
import GRDB
import StudyDefinition

/// What a merge did, by participants' codes; a code stands once for each session.
package struct MergeResult: Sendable, Hashable {
    /// Sessions that the file did not have.
    package var added: [String] = []
    /// Sessions of which the other file knew how they went on.
    package var continued: [String] = []
    /// Sessions that the file had already, as far as the other file knows them or further.
    package var known: [String] = []
    /// People who declined in the other file, by study: merging twice would count them twice, so
    /// they are not added.
    package var declined: [String: Int] = [:]

    package init(added: [String] = [], continued: [String] = [], known: [String] = []) {
        self.added = added
        self.continued = continued
        self.known = known
    }
}

extension ResultsStore {
    /// Takes over the sessions of a file from another machine, with their definitions and
    /// snapshots, in one transaction. Merging the same file again changes nothing.
    ///
    /// A session is the same where its log begins alike; then the longer log stands. Where a
    /// participant has sessions in both files and none of them is the other's, nothing is merged,
    /// and every such code is named.
    ///
    /// - Parameter renaming: code in the other file → code to be used here.
    package func merge(
        _ other: ResultsStore,
        renaming: [String: String] = [:]
    ) async throws(DiagnosticError) -> MergeResult {
        var result = MergeResult()
        let incoming = try other.logs(renaming: renaming)
        let present = Dictionary(grouping: try logs(renaming: [:]), by: \.participant)
        var additions: [(log: Log, onto: Int64?, from: Int)] = []
        var conflicts: [Diagnostic] = []
        for log in incoming {
            let own = present[log.participant] ?? []
            if let same = own.first(where: { $0.isSame(as: log) }) {
                if log.events.count > same.events.count {
                    additions.append((log, same.session, same.events.count))
                    result.continued.append(log.participant)
                } else {
                    result.known.append(log.participant)
                }
            } else if own.isEmpty {
                additions.append((log, nil, 0))
                result.added.append(log.participant)
            } else {
                conflicts.append(conflict(log, other))
            }
        }
        guard conflicts.isEmpty else { throw DiagnosticError(conflicts) }
        let needed = try other.contents()
        result.declined = try other.allDeclined()
        let tasks = additions
        try await write { db in
            try needed.store(in: db)
            for (log, session, start) in tasks {
                try ResultsStore.append(log, to: session, from: start, in: db)
            }
        }
        return result
    }

    private func conflict(_ log: Log, _ other: ResultsStore) -> Diagnostic {
        Diagnostic(
            "participant-conflict",
            at: .init(file: other.path),
            "participant \"\(log.participant)\" has another session here than in \(path)",
            expected: "a code that means the same person and session in both files",
            fix: "give it another code: --rename \(log.participant)=\(log.participant)-b; "
                + "nothing was merged"
        )
    }

    private static func append(
        _ log: Log,
        to session: Int64?,
        from start: Int,
        in db: Database
    ) throws {
        var record = SessionRecord()
        let id: Int64
        if let session {
            id = session
            let rows = try Row.fetchAll(
                db,
                sql: "SELECT * FROM events WHERE session = ? ORDER BY number",
                arguments: [session]
            )
            record = SessionRecord(try rows.map(RecordedEvent.init(row:)))
        } else {
            try db.execute(
                sql: "INSERT OR IGNORE INTO participants (id) VALUES (?)",
                arguments: [log.participant]
            )
            id = try Int64.fetchOne(db, sql: "SELECT coalesce(max(id), 0) + 1 FROM sessions") ?? 1
        }
        for recorded in log.events[start...] {
            record = try SessionLog.append(
                [recorded.event],
                at: recorded.stamp,
                to: record,
                session: id,
                in: db
            )
        }
        // A start event without a UUID names another one after its participant has been renamed.
        guard session == nil else { return }
        try db.execute(
            sql: "UPDATE sessions SET uuid = ? WHERE id = ?",
            arguments: [log.uuid.uuidString, id]
        )
    }

    /// A session's log, with the participant's code as it is to be here.
    private struct Log: Sendable {
        var session: Int64
        var uuid: UUID
        var participant: String
        var events: [RecordedEvent]

        /// Whether one log is the beginning of the other. A start alone proves nothing where it
        /// was not witnessed: imported logs must be equal.
        func isSame(as other: Log) -> Bool {
            let common = min(events.count, other.events.count)
            guard common > 0 else { return false }
            if events[0].stamp == .unknown, events.count != other.events.count { return false }
            return zip(events, other.events).allSatisfy {
                $0.stamp == $1.stamp && $0.event == $1.event
            }
        }
    }

    private func logs(renaming: [String: String]) throws(DiagnosticError) -> [Log] {
        var logs: [Log] = []
        for (session, uuid) in try sessionUUIDs() {
            var events = try events(session: session)
            guard case .sessionStarted(var start)? = events.first?.event else { continue }
            if let code = renaming[start.participant] {
                start.participant = code
                events[0].event = .sessionStarted(start)
            }
            logs.append(
                Log(session: session, uuid: uuid, participant: start.participant, events: events)
            )
        }
        return logs
    }

    /// UUIDs of the sessions in the file.
    package func sessionUUIDs() throws(DiagnosticError) -> [(session: Int64, uuid: UUID)] {
        try read { db in
            try Row.fetchAll(db, sql: "SELECT id, uuid FROM sessions ORDER BY id").map { row in
                guard let uuid = UUID(uuidString: row[1]) else {
                    throw DatabaseError(message: "session \(row[0] as Int64) has no UUID")
                }
                return (row[0], uuid)
            }
        }
    }

    private func allDeclined() throws(DiagnosticError) -> [String: Int] {
        try read { db in
            var counts: [String: Int] = [:]
            for row in try Row.fetchAll(db, sql: "SELECT study, count FROM declined") {
                counts[row[0]] = row[1]
            }
            return counts
        }
    }

    private func contents() throws(DiagnosticError) -> Contents {
        try read { db in
            var contents = Contents()
            for table in Contents.tables {
                contents.rows[table] = try Row.fetchAll(db, sql: "SELECT * FROM \(table)")
                    .map { row in row.map { ($0.0, $0.1) } }
            }
            return contents
        }
    }

    /// Rows named by what is in them: the same row is the same in every file.
    private struct Contents: Sendable {
        static let tables = [
            "contents", "studies", "study_files", "snapshots", "snapshot_files",
        ]

        var rows: [String: [[(String, DatabaseValue)]]] = [:]

        func store(in db: Database) throws {
            for table in Contents.tables {
                for row in rows[table] ?? [] {
                    let names = row.map(\.0).joined(separator: ", ")
                    let places = row.map { _ in "?" }.joined(separator: ", ")
                    try db.execute(
                        sql: "INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(places))",
                        arguments: StatementArguments(row.map(\.1))
                    )
                }
            }
        }
    }
}
