import GRDB

extension Migrations {
    /// Recomputes the task runs of sessions that were resumed or rechecked. The events do not
    /// change.
    ///
    /// Earlier versions made two errors. They flagged a run as not fully measured even if its clock
    /// was already stopped when the session was interrupted. After a repeated check, they counted
    /// assists that were given after the first passing attempt.
    static func recomputeRuns(_ db: Database) throws {
        let sessions: [Int64] = try db.values(
            """
            SELECT DISTINCT session FROM events WHERE kind IN ('sessionResumed', 'checkRepeated')
            ORDER BY session
            """
        )
        for session in sessions {
            // A damaged event is reported when the session is read.
            guard let events = try undamagedEvents(of: session, in: db) else { continue }
            let record = SessionRecord(events)
            for run in record.runs { try update(run, of: session, record, in: db) }
        }
    }

    private static func undamagedEvents(
        of session: Int64,
        in db: Database
    ) throws -> [RecordedEvent]? {
        do {
            return try db.recordedEvents(session: session)
        } catch let error as DatabaseError where error.resultCode != .SQLITE_CORRUPT {
            throw error
        } catch {
            return nil
        }
    }

    /// Updates a run's row: the outcome, the times, the largest possible error of the time on task,
    /// and whether the run is flagged. The columns are those of schema version 9.
    private static func update(
        _ run: RunRecord,
        of session: Int64,
        _ record: SessionRecord,
        in db: Database
    ) throws {
        try db.run(
            """
            UPDATE task_runs SET outcome = ?, time_on_task_ns = ?, assisted_ns = ?, paused_ns = ?,
                checking_ns = ?, flagged = ?, time_bound_ns = ?
            WHERE session = ? AND run = ?
            """,
            [
                run.outcome?.rawValue, run.time(.running), run.assistedTime(), run.time(.paused),
                run.time(.checking), run.isFlagged, run.bound(record.presses), session, run.number,
            ]
        )
    }
}
