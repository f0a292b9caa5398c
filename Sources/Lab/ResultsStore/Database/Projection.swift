import Foundation
import GRDB
import StudyDefinition

/// The writer of the tables that are derived from the log. After each event, it updates the tables
/// with values from the session record, which already includes the event.
struct Projection {
    let session: Int64
    let record: SessionRecord

    /// Updates the rows that depend on the event `recorded`. `record` must already include this
    /// event.
    func write(_ recorded: RecordedEvent, in db: Database) throws {
        switch recorded.event {
        case .sessionStarted(let value): try insertSession(value, recorded.stamp, in: db)
        case .consentGiven(let value): try writeConsent(value, in: db)
        case .answered(let value): try writeAnswer(value.key, in: db)
        case .pressed(let value): try writePress(value, recorded.id, in: db)
        case .marked(let value): try writeMark(value.mark, in: db)
        case .markWorded(let value): try writeMark(value.mark, in: db)
        case .markUndone(let value): try writeMark(value.mark, in: db)
        case .markGraded(let value): try writeMark(value.mark, in: db)
        case .checkRepeated(let value): try writeRecheck(value, recorded.id, in: db)
        case .rated(let value):
            try writeRating(value.rater, value.number, in: db)
            try writeRater(value.rater, in: db)
        case .ratingUndone(let value): try writeRating(value.rater, value.number, in: db)
        case .ratingFinished(let value): try writeRater(value.rater, in: db)
        default: break
        }
        try writeReason(recorded.id, in: db)
        if let run = touchedRun(recorded.event) { try writeRun(run, recorded.id, in: db) }
        if case .checkFinished(let value) = recorded.event {
            try writeAttempt(value, recorded.id, in: db)
        }
        try updateSession(in: db)
    }

    private func touchedRun(_ event: SessionEvent) -> RunRecord? {
        let number: Int? =
            switch event {
            case .taskPrepared(let value): value.run
            case .taskStarted(let value), .taskPaused(let value), .taskResumed(let value),
                .taskContinued(let value):
                value.run
            case .taskStopped(let value): value.run
            case .checkFinished(let value): value.run
            case .taskExtended(let value): value.run
            case .taskEnded(let value): value.run
            case .timeImported(let value): value.run
            case .checkRepeated(let value): value.isApplied == true ? value.run : nil
            case .marked(let value): value.run
            case .markUndone(let value): record.marks.last { $0.number == value.mark }?.run
            case .sessionInterrupted, .sessionResumed: record.currentRun?.number
            default: nil
            }
        return number.flatMap { number in record.runs.last { $0.number == number } }
    }

    private func insertSession(_ start: SessionStart, _ stamp: Stamp, in db: Database) throws {
        try db.run(
            """
            INSERT INTO sessions (id, participant, study, conditions, source, simulated_clock,
                pilot, state, environment, started_wall_us, plan, uuid, lab)
            VALUES (?, ?, ?, ?, ?, ?, ?, 'running', ?, ?, ?, ?, ?)
            """,
            [
                session, start.participant, start.study, try json(start.conditions),
                start.source.rawValue, start.simulatedClock, start.pilot,
                try json(start.environment), stamp == .unknown ? nil : stamp.wall,
                try start.plan.map { try json($0) },
                try (start.uuid ?? derivedIdentity(start, stamp, in: db)).uuidString,
                try db.lab(),
            ]
        )
    }

    /// Returns a UUID for the new session, derived from its start event. If another session in the
    /// file already has this UUID, the result also depends on the new session's row id.
    private func derivedIdentity(
        _ start: SessionStart,
        _ stamp: Stamp,
        in db: Database
    ) throws -> UUID {
        let uuid = try SessionIdentity.uuid(of: [(stamp, .sessionStarted(start))])
        let isGiven: Bool? = try db.value(
            "SELECT EXISTS (SELECT 1 FROM sessions WHERE uuid = ?)",
            [uuid.uuidString]
        )
        guard isGiven == true else { return uuid }
        return SessionIdentity.uuid(named: "\(uuid.uuidString) \(session)")
    }

    private func updateSession(in db: Database) throws {
        try db.run(
            """
            UPDATE sessions SET state = ?, last_wall_us = ?, excluded = ?, withdrawn = ?
            WHERE id = ?
            """,
            [
                record.state.rawValue, record.lastStamp?.wall, record.exclusion?.reason,
                record.withdrawal?.reason, session,
            ]
        )
    }

    private func writeConsent(_ consent: ConsentGiven, in db: Database) throws {
        try db.run("UPDATE sessions SET consent = ? WHERE id = ?", [try json(consent), session])
    }

    private func writeAnswer(_ key: SessionRecord.AnswerKey, in db: Database) throws {
        guard let answer = record.answers[key] else { return }
        try db.run(
            """
            INSERT OR REPLACE INTO answers (session, condition, questionnaire, item, task, run,
                raw, meaning, contradicts, corrections, submitted, event, front_end)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                session, key.condition, key.questionnaire, key.item, key.task, key.run,
                answer.value.raw, try json(answer.value.meaning), answer.contradicts,
                answer.corrections, answer.submitted, answer.event, answer.frontEnd?.rawValue,
            ]
        )
    }

    private func writePress(_ press: Press, _ event: Int64, in db: Database) throws {
        try db.run(
            """
            INSERT INTO presses (event, session, id, front_end, key, applied, load, page_ns,
                round_trip_ns, bound_ns, late, slept)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                event, session, press.id, press.frontEnd.rawValue, press.key, press.isApplied,
                press.load, press.page, press.roundTrip, press.bound, press.isLate,
                press.hasSlept,
            ]
        )
    }

    private func writeMark(_ number: Int, in db: Database) throws {
        guard let mark = record.marks.last(where: { $0.number == number }) else { return }
        try db.run(
            """
            INSERT OR REPLACE INTO marks (session, number, run, kind, time_on_task_ns, text,
                undone, event, code, severity, level)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                session, mark.number, mark.run, mark.kind.rawValue, mark.elapsed, mark.text,
                mark.isUndone, mark.event, mark.code, mark.severity, mark.level,
            ]
        )
    }

    private func writeRun(_ run: RunRecord, _ event: Int64, in db: Database) throws {
        try db.run(
            """
            INSERT INTO task_runs (session, run, task, condition, practice, outcome,
                time_on_task_ns, assisted_ns, paused_ns, checking_ns, time_limit_s, flagged,
                overlaid, start_snapshot, end_snapshot, event, task_set, time_bound_ns)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (session, run) DO UPDATE SET
                task = excluded.task, condition = excluded.condition,
                practice = excluded.practice, time_limit_s = excluded.time_limit_s,
                outcome = excluded.outcome, time_on_task_ns = excluded.time_on_task_ns,
                assisted_ns = excluded.assisted_ns, paused_ns = excluded.paused_ns,
                checking_ns = excluded.checking_ns, time_limit_s = excluded.time_limit_s,
                flagged = excluded.flagged, overlaid = excluded.overlaid,
                start_snapshot = excluded.start_snapshot,
                end_snapshot = excluded.end_snapshot, event = excluded.event,
                task_set = excluded.task_set, time_bound_ns = excluded.time_bound_ns
            """,
            [
                session, run.number, run.task, run.condition, run.practice,
                run.outcome?.rawValue, run.time(.running), run.assistedTime(), run.time(.paused),
                run.time(.checking), run.timeLimit, run.isFlagged, try json(run.overlaid),
                run.startSnapshot, run.endSnapshot, event, run.taskSet,
                run.bound(record.presses),
            ]
        )
    }

    private func writeRecheck(_ value: CheckRepeated, _ event: Int64, in db: Database) throws {
        try db.run(
            """
            INSERT INTO rechecks (session, run, attempt, verdict, step, reason, study, event)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                session, value.run, value.attempt, value.verdict.rawValue, value.step,
                value.reason, value.study, event,
            ]
        )
    }

    private func writeRating(_ rater: String, _ number: Int, in db: Database) throws {
        let rating = record.ratings.last { $0.value.rater == rater && $0.value.number == number }
        guard let rating else { return }
        let value = rating.value
        try db.run(
            """
            INSERT OR REPLACE INTO ratings (session, rater, number, kind, code, severity, level,
                run, task, time_on_task_ns, about, mark, text, blind, undone, rated_wall_us,
                event)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                session, value.rater, value.number, value.kind.rawValue, value.code,
                value.severity, value.level, value.run,
                record.runs.first { $0.number == value.run }?.task, value.elapsed, value.about,
                value.mark, value.text, value.isBlind, rating.isUndone, rating.wall, rating.event,
            ]
        )
    }

    private func writeRater(_ name: String, in db: Database) throws {
        guard let rater = record.raters.first(where: { $0.name == name }) else { return }
        try db.run(
            """
            INSERT OR REPLACE INTO raters (session, rater, blind, finished, event)
            VALUES (?, ?, ?, ?, ?)
            """,
            [session, rater.name, rater.isBlind, rater.isFinished, rater.event]
        )
    }

    private func writeReason(_ event: Int64, in db: Database) throws {
        guard let reason = record.reasons.last, reason.event == event else { return }
        try db.run(
            "INSERT INTO reasons (session, run, kind, text, event) VALUES (?, ?, ?, ?, ?)",
            [session, reason.run, reason.kind.rawValue, reason.text, event]
        )
    }

    private func writeAttempt(_ value: CheckFinished, _ event: Int64, in db: Database) throws {
        guard let run = record.runs.last(where: { $0.number == value.run }) else { return }
        try db.run(
            """
            INSERT OR REPLACE INTO attempts (session, run, number, verdict, step, reason, log,
                time_on_task_ns, check_ns, scripted, snapshot, event)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                session, value.run, value.attempt, value.verdict.rawValue, value.step,
                value.reason, value.log, run.attemptTimes.last ?? 0, value.duration,
                value.scripted, value.snapshot, event,
            ]
        )
    }
}
