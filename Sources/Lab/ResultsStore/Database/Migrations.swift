import GRDB
import StudyDefinition

/// The schema of the results file, version by version. Released versions are never edited.
package enum Migrations {
    /// SQLite's `application_id`, which identifies the file as a results file of evalrun.
    static let applicationID = OutputFolder.applicationID

    static var migrator: DatabaseMigrator {
        let steps: [@Sendable (Database) throws -> Void] = [
            {
                try $0.execute(sql: "PRAGMA application_id = \(applicationID)")
                try $0.execute(sql: version1)
            },
            { try $0.execute(sql: version2) },
            {
                try $0.execute(sql: version3)
                try fillReasons($0)
            },
            giveSessionsUUIDs,
            {
                try $0.execute(sql: version5)
                try separateDeclined($0)
            },
            { try $0.execute(sql: version6) },
            {
                try $0.execute(sql: version7)
                try chainEvents($0)
            },
            { try $0.execute(sql: version8) },
            { try $0.execute(sql: version9) },
            recomputeRuns,
        ]
        var migrator = DatabaseMigrator()
        for (index, step) in steps.enumerated() {
            migrator.registerMigration("\(index + 1)") { db in
                try db.execute(sql: "PRAGMA user_version = \(index + 1)")
                try step(db)
            }
        }
        return migrator
    }

    /// The schema version that this evalrun writes.
    package static let current = 10

    private static let version1 = """
        CREATE TABLE contents (
            hash TEXT PRIMARY KEY NOT NULL,
            bytes BLOB NOT NULL
        ) STRICT;
        CREATE TABLE studies (
            hash TEXT PRIMARY KEY NOT NULL,
            id TEXT NOT NULL,
            version TEXT NOT NULL,
            title TEXT NOT NULL,
            definition TEXT NOT NULL CHECK (json_valid(definition))
        ) STRICT;
        CREATE TABLE study_files (
            study TEXT NOT NULL REFERENCES studies (hash),
            path TEXT NOT NULL,
            content TEXT NOT NULL REFERENCES contents (hash),
            PRIMARY KEY (study, path)
        ) STRICT;
        CREATE TABLE participants (
            id TEXT PRIMARY KEY NOT NULL
        ) STRICT;
        CREATE TABLE declined (
            study TEXT PRIMARY KEY NOT NULL,
            count INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE sessions (
            id INTEGER PRIMARY KEY NOT NULL,
            participant TEXT NOT NULL REFERENCES participants (id),
            study TEXT NOT NULL REFERENCES studies (hash),
            conditions TEXT NOT NULL CHECK (json_valid(conditions)),
            source TEXT NOT NULL CHECK (source IN ('live', 'script', 'import')),
            simulated_clock INTEGER NOT NULL,
            pilot INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('running', 'interrupted', 'finished', 'ended')),
            environment TEXT NOT NULL CHECK (json_valid(environment)),
            consent TEXT CHECK (consent IS NULL OR json_valid(consent)),
            started_wall_us INTEGER,
            last_wall_us INTEGER
        ) STRICT;
        CREATE INDEX sessions_by_participant ON sessions (participant);
        CREATE TABLE events (
            id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
            session INTEGER NOT NULL REFERENCES sessions (id) DEFERRABLE INITIALLY DEFERRED,
            number INTEGER NOT NULL,
            kind TEXT NOT NULL,
            monotonic_ns INTEGER,
            wall_us INTEGER,
            boot TEXT,
            payload TEXT NOT NULL CHECK (json_valid(payload)),
            UNIQUE (session, number)
        ) STRICT;
        CREATE TABLE answers (
            session INTEGER NOT NULL REFERENCES sessions (id),
            condition TEXT NOT NULL,
            questionnaire TEXT NOT NULL,
            item TEXT NOT NULL,
            raw TEXT NOT NULL,
            meaning TEXT NOT NULL CHECK (json_valid(meaning)),
            contradicts INTEGER NOT NULL,
            corrections INTEGER NOT NULL,
            submitted TEXT,
            event INTEGER NOT NULL REFERENCES events (id),
            PRIMARY KEY (session, condition, questionnaire, item)
        ) STRICT;
        CREATE TABLE snapshots (
            hash TEXT PRIMARY KEY NOT NULL
        ) STRICT;
        CREATE TABLE snapshot_files (
            snapshot TEXT NOT NULL REFERENCES snapshots (hash),
            path TEXT NOT NULL,
            mode INTEGER NOT NULL,
            content TEXT NOT NULL REFERENCES contents (hash),
            PRIMARY KEY (snapshot, path)
        ) STRICT;
        CREATE TABLE task_runs (
            session INTEGER NOT NULL REFERENCES sessions (id),
            run INTEGER NOT NULL,
            task TEXT NOT NULL,
            condition TEXT NOT NULL,
            practice INTEGER NOT NULL,
            outcome TEXT,
            time_on_task_ns INTEGER NOT NULL,
            assisted_ns INTEGER NOT NULL,
            paused_ns INTEGER NOT NULL,
            checking_ns INTEGER NOT NULL,
            time_limit_s REAL NOT NULL,
            flagged INTEGER NOT NULL,
            overlaid TEXT NOT NULL CHECK (json_valid(overlaid)),
            start_snapshot TEXT REFERENCES snapshots (hash),
            end_snapshot TEXT REFERENCES snapshots (hash),
            event INTEGER NOT NULL REFERENCES events (id),
            PRIMARY KEY (session, run)
        ) STRICT;
        CREATE TABLE attempts (
            session INTEGER NOT NULL,
            run INTEGER NOT NULL,
            number INTEGER NOT NULL,
            verdict TEXT NOT NULL CHECK (verdict IN ('passed', 'failed', 'fault')),
            step TEXT NOT NULL,
            reason TEXT NOT NULL,
            log TEXT NOT NULL,
            time_on_task_ns INTEGER NOT NULL,
            check_ns INTEGER NOT NULL,
            scripted INTEGER NOT NULL,
            snapshot TEXT REFERENCES snapshots (hash),
            event INTEGER NOT NULL REFERENCES events (id),
            PRIMARY KEY (session, run, number),
            FOREIGN KEY (session, run) REFERENCES task_runs (session, run)
        ) STRICT;
        CREATE TABLE marks (
            session INTEGER NOT NULL REFERENCES sessions (id),
            number INTEGER NOT NULL,
            run INTEGER,
            kind TEXT NOT NULL,
            time_on_task_ns INTEGER,
            text TEXT NOT NULL,
            undone INTEGER NOT NULL,
            event INTEGER NOT NULL REFERENCES events (id),
            PRIMARY KEY (session, number)
        ) STRICT;
        CREATE TABLE heartbeats (
            session INTEGER PRIMARY KEY NOT NULL REFERENCES sessions (id),
            monotonic_ns INTEGER NOT NULL,
            wall_us INTEGER NOT NULL,
            boot TEXT NOT NULL
        ) STRICT;
        """
}
