import Foundation
import GRDB

extension Migrations {
    /// SQL that adds the task set to each run, and tables of raters and reasons. It also adds
    /// columns to the table of ratings: the rated task, event and mark, the time of the rating, and
    /// whether the rating was undone.
    static let version3 = """
        ALTER TABLE task_runs ADD COLUMN task_set TEXT;
        CREATE TABLE ratings_3 (
            session INTEGER NOT NULL REFERENCES sessions (id),
            rater TEXT NOT NULL,
            number INTEGER NOT NULL,
            kind TEXT NOT NULL,
            code TEXT,
            severity INTEGER,
            level INTEGER,
            run INTEGER,
            task TEXT,
            time_on_task_ns INTEGER,
            about INTEGER,
            mark INTEGER,
            text TEXT NOT NULL,
            blind INTEGER NOT NULL,
            undone INTEGER NOT NULL,
            rated_wall_us INTEGER NOT NULL,
            event INTEGER NOT NULL REFERENCES events (id),
            PRIMARY KEY (session, rater, number)
        ) STRICT;
        INSERT INTO ratings_3
            SELECT ratings.session, rater, ratings.number, ratings.kind, code, severity, level,
                ratings.run, (SELECT task FROM task_runs
                    WHERE task_runs.session = ratings.session AND task_runs.run = ratings.run),
                ratings.time_on_task_ns, NULL, NULL, text, blind, 0, coalesce(wall_us, 0), event
            FROM ratings JOIN events ON events.id = ratings.event;
        DROP TABLE ratings;
        ALTER TABLE ratings_3 RENAME TO ratings;
        CREATE TABLE raters (
            session INTEGER NOT NULL REFERENCES sessions (id),
            rater TEXT NOT NULL,
            blind INTEGER NOT NULL,
            finished INTEGER NOT NULL,
            event INTEGER NOT NULL REFERENCES events (id),
            PRIMARY KEY (session, rater)
        ) STRICT;
        INSERT INTO raters
            SELECT session, rater, min(blind), 0, max(event) FROM ratings GROUP BY session, rater;
        CREATE TABLE reasons (
            session INTEGER NOT NULL REFERENCES sessions (id),
            run INTEGER,
            kind TEXT NOT NULL,
            text TEXT NOT NULL,
            event INTEGER PRIMARY KEY NOT NULL REFERENCES events (id)
        ) STRICT;
        """

    /// Returns an event from a row of a file whose schema version is below 7.
    private static func recorded(_ row: Row) throws -> RecordedEvent {
        guard let kind = SessionEvent.Kind(rawValue: try row.get("kind")) else {
            throw damaged("event \(try row.get("id") as Int64) is of an unknown kind")
        }
        let stamp = try (row.get("monotonic_ns") as Int64?).map {
            Stamp(monotonic: $0, wall: try row.get("wall_us"), boot: try row.get("boot"))
        }
        return RecordedEvent(
            id: try row.get("id"),
            number: try row.get("number"),
            stamp: stamp ?? .unknown,
            event: try SessionEvent(kind: kind, payload: Data((row.get("payload") as String).utf8))
        )
    }

    /// Fills the table of reasons, because version 2 stored reasons only in the log.
    static func fillReasons(_ db: Database) throws {
        let sessions = try Int64.fetchAll(
            db,
            sql: """
                SELECT DISTINCT session FROM events
                WHERE kind IN ('explained', 'taskRepeated')
                    OR json_extract(payload, '$.reason') IS NOT NULL
                        AND kind IN ('taskPaused', 'taskExtended', 'taskEnded', 'sessionFinished')
                    OR kind = 'sessionStarted'
                        AND json_extract(payload, '$.plan.departure') IS NOT NULL
                """
        )
        for session in sessions {
            let rows = try Row.fetchAll(
                db,
                sql: "SELECT * FROM events WHERE session = ? ORDER BY number",
                arguments: [session]
            )
            for reason in SessionRecord(try rows.map(recorded)).reasons {
                try db.execute(
                    sql: """
                        INSERT INTO reasons (session, run, kind, text, event)
                        VALUES (?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        session, reason.run, reason.kind.rawValue, reason.text, reason.event,
                    ]
                )
            }
        }
    }
}
