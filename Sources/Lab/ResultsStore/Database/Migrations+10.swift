import GRDB

extension Migrations {
    /// Recomputes the task runs of sessions that were resumed or rechecked. Earlier versions flagged
    /// a run whose clock was stopped when its session was interrupted. They also counted assists
    /// after the attempt that passes according to a repeated check. The events do not change.
    static func recomputeRuns(_ db: Database) throws {
        let sessions: [Int64] = try db.values(
            """
            SELECT DISTINCT session FROM events WHERE kind IN ('sessionResumed', 'checkRepeated')
            ORDER BY session
            """
        )
        for session in sessions {
            do { try recomputeRuns(of: session, in: db) } catch let error as DatabaseError
                where error.resultCode == .SQLITE_CORRUPT
            {
                // A damaged event is reported when the session is read.
                continue
            }
        }
    }

    private static func recomputeRuns(of session: Int64, in db: Database) throws {
        let record = SessionRecord(try db.recordedEvents(session: session))
        let projection = Projection(session: session, record: record)
        let rows = try db.rows("SELECT run, event FROM task_runs WHERE session = ?", [session])
        for row in rows {
            let (number, event): (Int, Int64) = (try row.get(0), try row.get(1))
            guard let run = record.runs.last(where: { $0.number == number }) else { continue }
            try projection.writeRun(run, event, in: db)
        }
    }
}
