extension Migrations {
    /// SQL that adds a table for key presses that were made outside the session's own terminal. It
    /// also adds columns for the front end of each answer, and for the largest possible error of
    /// each run's time on task.
    static let version8 = """
        CREATE TABLE presses (
            event INTEGER PRIMARY KEY NOT NULL REFERENCES events (id),
            session INTEGER NOT NULL REFERENCES sessions (id),
            id TEXT NOT NULL,
            front_end TEXT NOT NULL,
            key TEXT NOT NULL,
            applied INTEGER NOT NULL,
            load TEXT,
            page_ns INTEGER,
            round_trip_ns INTEGER,
            bound_ns INTEGER NOT NULL,
            late INTEGER NOT NULL,
            slept INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX presses_by_session ON presses (session, id);
        ALTER TABLE answers ADD COLUMN front_end TEXT;
        ALTER TABLE task_runs ADD COLUMN time_bound_ns INTEGER;
        """
}
