import ContentHash
package import Diagnostics
import Foundation
import GRDB
import StudyDefinition

extension ResultsStore {
    /// The results of every session, from the tables; one pass over each.
    package func results() throws(DiagnosticError) -> ResultsTables {
        var tables = try read { db in
            var reading = ResultsReading()
            reading.tables.lastEvent =
                try Int64.fetchOne(db, sql: "SELECT max(id) FROM events") ?? 0
            try reading.readSessions(db)
            try reading.readRuns(db)
            try reading.readAttempts(db)
            try reading.readMarks(db)
            try reading.readAnswers(db)
            try reading.readRatings(db)
            try reading.readReasons(db)
            return reading.tables
        }
        let others = try sessionsBeyondTables()
        for index in tables.sessions.indices where others.contains(tables.sessions[index].id) {
            let record = SessionRecord(try events(session: tables.sessions[index].id))
            tables.sessions[index].gaps = record.gaps
            tables.sessions[index].marks = Array(record.marks)
            tables.sessions[index].ratings = record.ratings
            tables.sessions[index].reasons = record.reasons
            for (key, answer) in record.answers {
                guard let place = tables.questions[key],
                    tables.sessions[index].answers.indices.contains(place)
                else { continue }
                tables.sessions[index].answers[place] = answer
            }
        }
        return tables
    }

    /// Sessions of which the tables do not tell all: only the log says which run an interruption
    /// fell into, and it alone holds what follows a NUL.
    private func sessionsBeyondTables() throws(DiagnosticError) -> Set<Int64> {
        try read { db in
            try Set(
                Int64.fetchAll(
                    db,
                    sql: """
                        SELECT DISTINCT session FROM events
                        WHERE kind = 'sessionResumed' OR instr(payload, '\\u0000') > 0
                        """
                )
            )
        }
    }

    /// What the events of every session are: how many, and their SHA-256 with one line each,
    /// stamp, kind and payload as the file holds them. The start of an imported session is left
    /// out, because it names the definition that the file was read with.
    ///
    /// - Parameter last: the last event that counts; what was recorded since is not seen.
    package func eventDigests(
        upTo last: Int64
    ) throws(DiagnosticError) -> [Int64: EventDigest] {
        try read { db in
            let imported = try Set(
                Int64.fetchAll(db, sql: "SELECT id FROM sessions WHERE source = 'import'")
            )
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT session, kind, coalesce(monotonic_ns, 0), coalesce(wall_us, 0),
                        coalesce(boot, ''), payload
                    FROM events WHERE id <= ? ORDER BY session, number
                    """,
                arguments: [last]
            )
            var digests = EventDigesting()
            while let row = try rows.next() {
                let (session, kind): (Int64, String) = (row[0], row[1])
                if kind == "sessionStarted", imported.contains(session) { continue }
                digests.begin(session)
                digests.add(Stamp(monotonic: row[2], wall: row[3], boot: row[4]), kind)
                try row.withUnsafeData(atIndex: 5) { digests.add($0 ?? Data()) }
            }
            return digests.all
        }
    }
}

/// The events of a session without what they say.
package struct EventDigest: Sendable, Hashable {
    package var events: Int
    package var hash: String
}

private struct EventDigesting {
    private var found: [Int64: EventDigest] = [:]
    private var session: Int64?
    private var bytes: [UInt8] = []
    private var events = 0

    mutating func begin(_ next: Int64) {
        guard session != next else { return }
        close()
        session = next
    }

    mutating func add(_ stamp: Stamp, _ kind: String) {
        bytes.append(contentsOf: String(stamp.monotonic).utf8)
        bytes.append(0x20)
        bytes.append(contentsOf: String(stamp.wall).utf8)
        bytes.append(0x20)
        bytes.append(contentsOf: stamp.boot.utf8)
        bytes.append(0x20)
        bytes.append(contentsOf: kind.utf8)
        bytes.append(0x20)
    }

    mutating func add(_ payload: Data) {
        payload.withUnsafeBytes { bytes.append(contentsOf: $0) }
        bytes.append(0x0A)
        events += 1
    }

    private mutating func close() {
        if let session { found[session] = EventDigest(events: events, hash: sha256(bytes)) }
        bytes.removeAll(keepingCapacity: true)
        events = 0
    }

    var all: [Int64: EventDigest] {
        var closed = self
        closed.close()
        return closed.found
    }
}
