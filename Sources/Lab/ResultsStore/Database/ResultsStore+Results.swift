package import Diagnostics
import Foundation
import GRDB
import StudyDefinition

extension ResultsStore {
    /// The results of every session, from the tables; one pass over each.
    package func results() throws(DiagnosticError) -> ResultsTables {
        var tables = try read { db in
            var reading = ResultsReading()
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
            tables.sessions[index].marks = record.marks
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

    /// The events of every session, one after the other, as the file holds them.
    ///
    /// - Parameter body: called with the session, the kind, both clocks and the boot (nil where
    ///   the event was not witnessed), and the payload's bytes.
    package func forEachEvent(
        _ body: @escaping (Int64, String, Stamp, UnsafeRawBufferPointer) -> Void
    ) throws(DiagnosticError) {
        do {
            try database.read { db in
                let rows = try Row.fetchCursor(
                    db,
                    sql: """
                        SELECT session, kind, coalesce(monotonic_ns, 0), coalesce(wall_us, 0),
                            coalesce(boot, ''), payload
                        FROM events ORDER BY session, number
                        """
                )
                while let row = try rows.next() {
                    let stamp = Stamp(monotonic: row[2], wall: row[3], boot: row[4])
                    let (session, kind): (Int64, String) = (row[0], row[1])
                    try row.withUnsafeData(atIndex: 5) { data in
                        (data ?? Data()).withUnsafeBytes { body(session, kind, stamp, $0) }
                    }
                }
            }
        } catch {
            throw diagnose(error)
        }
    }
}
