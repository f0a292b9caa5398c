import GRDB

extension Migrations {
    /// Recomputes the task runs of sessions that were resumed or rechecked. Earlier versions
    /// flagged a run, as if a part of its time could not be measured, even if its clock was already
    /// stopped when the session was interrupted. They also counted assists that were given after
    /// the attempt that passes according to a repeated check. The events do not change.
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

    /// Updates columns of schema version 9 in a run's row: the outcome, the times, the largest possible
    /// error of the time on task, and whether the run is flagged.
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
